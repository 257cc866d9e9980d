"""A humanoid falls and a robot arm follows a target: pictures, and speed beside MuJoCo's when that is installed."""

import pathlib
import sys
import time

import numpy as np

import cortenforge
import cortenforge.mujoco as corten

SCENES = pathlib.Path(__file__).parent.parent / "scenes"
SECONDS, FPS = 2.0, 20


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
    """Positions of all bodies at every frame, and steps per second; look sees every frame."""
    data = engine.MjData(model)
    engine.mj_forward(model, data)
    per_frame = round(1 / (FPS * model.opt.timestep))
    track, seconds = [], 0
    for _ in range(round(SECONDS * FPS)):
        if look:
            look(data)
        if steer:
            steer(engine, model, data)
        start = time.perf_counter()
        engine.mj_step(model, data, nstep=per_frame)
        seconds += time.perf_counter() - start
        track.append(data.xpos.copy())
    return np.array(track), len(track) * per_frame / seconds


def show(name, camera, steer, mujoco):
    """Simulates a scene, prints its line of the table; its pictures, and whether both engines agree."""
    path, frames, difference = str(SCENES / f"{name}.xml"), [], 0
    model = corten.MjModel.from_xml_path(path)
    with cortenforge.Renderer(model, height=240, width=320) as renderer:
        def look(data):
            renderer.update_scene(data, camera=camera)
            frames.append(renderer.render())
        track, speed = simulate(corten, model, steer, look)
    line = f"{name:10} {speed:10,.0f}"
    if mujoco:
        expected, oracle_speed = simulate(mujoco, mujoco.MjModel.from_xml_path(path), steer)
        difference = np.abs(track - expected).max()
        line += f" {oracle_speed:10,.0f} {difference:20.1e} m"
    print(line)
    return frames, difference < 1e-6


def main():
    try:
        import mujoco
    except ImportError:
        mujoco = None
    print(f"{'scene':10} {'steps/s':>10} {'MuJoCo':>10} {'largest difference':>22}")
    fall, fall_agrees = show("humanoid", "follow", None, mujoco)
    arm, arm_agrees = show("arm", "front", follow, mujoco)
    movie = [np.hstack(pair) for pair in zip(fall, arm)]
    cortenforge.write_movie("demo.gif", movie, FPS)
    cortenforge.write_png("demo.png", movie[len(movie) // 2 - 2])
    print("pictures: demo.png and demo.gif (humanoid falling, arm following its target)")
    return 0 if fall_agrees and arm_agrees else 1


if __name__ == "__main__":
    sys.exit(main())
