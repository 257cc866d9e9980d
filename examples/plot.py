"""Model to run to plot: angle and energy of the pendulum over time, as pendulum.png (needs matplotlib)."""

import matplotlib
import numpy as np

import cortenforge.mujoco as mujoco

matplotlib.use("Agg")  # draws into files, needs no screen
from matplotlib import pyplot  # noqa: E402

model = mujoco.MjModel.from_xml_path("scenes/pendulum.xml")
model.opt.enableflags |= mujoco.mjtEnableBit.mjENBL_ENERGY
data = mujoco.MjData(model)

log = []
while data.time < 5:
    mujoco.mj_step(model, data)
    log.append([data.time, data.qpos[0], *data.energy])
time, angle, potential, kinetic = np.array(log).T

figure, (above, below) = pyplot.subplots(2, sharex=True, figsize=(7, 4.5), layout="constrained")
above.plot(time, angle)
above.set_ylabel("angle [rad]")
below.plot(time, potential, label="potential")
below.plot(time, kinetic, label="kinetic")
below.plot(time, potential + kinetic, label="total")
below.set(xlabel="time [s]", ylabel="energy [J]")
below.legend()
figure.savefig("pendulum.png", dpi=120)
print(f"pendulum.png: {len(time)} steps, friction took {potential[0] + kinetic[0] - potential[-1] - kinetic[-1]:.3f} J")
