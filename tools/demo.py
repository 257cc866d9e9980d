"""`make demo`: a humanoid falls and a robot arm follows a target; pictures, and speed beside MuJoCo's when that is installed."""

import pathlib
import statistics
import sys
import time

import numpy as np

import cortenforge
import cortenforge.mujoco as corten

try:
    import mujoco
except ImportError:
    mujoco = None

SCENES = pathlib.Path(__file__).parent.parent / "scenes"
SECONDS, FPS = 2.0, 20
BLOCKS, BLOCK_SECONDS = 15, 0.05  # of the speed: blocks of steps that alternate between the engines


def follow(engine, model, data):
    """Moves the target along an eight and the servos so that the tip gets there: damped least squares."""
    phase = 2 * np.pi * data.time / SECONDS
    data.mocap_pos[0] = 0.48, 0.24 * np.sin(phase), 0.50 + 0.12 * np.sin(2 * phase)
    jacobian = np.zeros((3, model.nv))
    engine.mj_jacSite(model, data, jacobian, None, model.site("tip").id)
    j = jacobian[:, [model.joint(model.actuator(i).name).dofadr[0] for i in range(7)]]
    error = data.mocap_pos[0] - data.site("tip").xpos
    data.ctrl[:7] += 0.7 * j.T @ np.linalg.solve(j @ j.T + 0.01 * np.eye(3), error)


def simulate(engine, model, steer, look=None):
    """Positions of all bodies at every frame, and the data at the end; look sees every frame."""
    data = engine.MjData(model)
    engine.mj_forward(model, data)
    per_frame = round(1 / (FPS * model.opt.timestep))
    track = []
    for _ in range(round(SECONDS * FPS)):
        if look:
            look(data)
        if steer:
            steer(engine, model, data)
        engine.mj_step(model, data, nstep=per_frame)
        track.append(data.xpos.copy())
    return np.array(track), data


def speeds(runs):
    """Steps per second of each engine from where its simulation ended: blocks in turn, so that what disturbs one disturbs both."""

    def timed(engine, model, data, steps):
        start = time.perf_counter()
        engine.mj_step(model, data, nstep=steps)
        return time.perf_counter() - start

    engine, model, data = runs[0]
    steps = max(10, round(BLOCK_SECONDS / timed(engine, model, data, 200) * 200))
    blocks = [[steps / timed(*run, steps) for run in runs] for _ in range(BLOCKS)]
    return [statistics.median(column) for column in zip(*blocks)]


def pictures(model, camera, frames):
    """A function that adds a picture of the data to the frames."""
    renderer = cortenforge.Renderer(model, height=240, width=320)

    def look(data):
        renderer.update_scene(data, camera=camera)
        frames.append(renderer.render())

    return look


def show(name, camera, steer):
    """Simulates a scene and prints its line of the table; gives pictures, ratio of speeds and difference of the engines."""
    path, frames = str(SCENES / f"{name}.xml"), []
    model = corten.MjModel.from_xml_path(path)
    track, data = simulate(corten, model, steer, pictures(model, camera, frames))
    if not mujoco:
        print(f"{name:10} {speeds([(corten, model, data)])[0]:12,.0f}")
        return frames, None, 0.0
    theirs = mujoco.MjModel.from_xml_path(path)
    expected, their_data = simulate(mujoco, theirs, steer)
    ours, oracle = speeds([(corten, model, data), (mujoco, theirs, their_data)])
    difference = np.abs(track - expected).max()
    print(f"{name:10} {ours:12,.0f} {oracle:10,.0f} {ours / oracle:7.2f} {difference:18.1e} m", flush=True)
    return frames, ours / oracle, difference


def main():
    print(f"{'scene':10} {'steps/s':>12} {'MuJoCo':>10} {'ratio':>7} {'largest difference':>20}")
    shown = [show("humanoid", "follow", None), show("arm", "front", follow)]
    movie = [np.hstack(pair) for pair in zip(*(frames for frames, _, _ in shown))]
    cortenforge.write_movie("demo.gif", movie, FPS)
    cortenforge.write_png("demo.png", movie[len(movie) // 2 - 2])
    print(
        f"\npictures: {pathlib.Path('demo.png').absolute()} and demo.gif (a humanoid falls, an arm follows its target)"
    )
    if not mujoco:
        print("pip install mujoco==3.5.0, and this compares the two engines.")
        return 0
    worst = max(difference for _, _, difference in shown)
    ratio = statistics.geometric_mean(ratio for _, ratio, _ in shown)
    if worst > 1e-6:
        print(f"The engines differ by {worst:.1e} m: that is a bug. Please report it.")
        return 1
    exact = f"to {worst:.0e} m" if worst else "to the last bit"
    print(
        f"Remember: the same model, the same numbers ({exact}), {ratio:.2f} times MuJoCo's speed, and one import to change:\n"
        "  import cortenforge.mujoco as mujoco"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
