"""Simulates a scene, says what happened, and compares it with MuJoCo when that is installed."""

import pathlib
import sys
import time

import numpy as np

import cortenforge.mujoco as corten

SCENE = str(pathlib.Path(__file__).parent.parent / "scenes" / "demo.xml")
STEPS = 2000


def rollout(engine):
    """Positions of all bodies after every step, and seconds taken."""
    model = engine.MjModel.from_xml_path(SCENE)
    data = engine.MjData(model)
    track = np.empty((STEPS, model.nbody, 3))
    start = time.perf_counter()
    for i in range(STEPS):
        engine.mj_step(model, data)
        track[i] = data.xpos
    return model, data, track, time.perf_counter() - start


def bar(value, low, high, width=50):
    """A dot on a line: the picture of a number."""
    place = int((width - 1) * np.clip((value - low) / (high - low), 0, 1))
    return "." * place + "o" + "." * (width - 1 - place)


def main():
    model, data, track, seconds = rollout(corten)
    print(f"{pathlib.Path(SCENE).name}: {model.nbody - 1} bodies, {model.nv} degrees of freedom")
    height = track[:, 1:, 2]
    print("\nheight of the first body over time")
    for i in range(0, STEPS, STEPS // 20):
        print(f"  {(i + 1) * model.opt.timestep:5.2f} s  {bar(height[i, 0], height.min(), height.max())}  {height[i, 0]:7.3f} m")
    print(f"\n{STEPS} steps, {data.time:.2f} s of motion, {STEPS / seconds:,.0f} steps/s from Python")
    try:
        import mujoco
    except ImportError:
        print("MuJoCo is not installed: nothing to compare with")
        return 0
    _, _, expected, oracle_seconds = rollout(mujoco)
    difference = np.abs(track - expected).max()
    print(f"MuJoCo {mujoco.__version__}: {STEPS / oracle_seconds:,.0f} steps/s; largest difference of any body position: {difference:.2e} m")
    return 0 if difference < 1e-6 else 1


if __name__ == "__main__":
    sys.exit(main())
