"""The engine runs without the interpreter lock: another thread goes on while one steps."""

import threading
import time

import cortenforge.mujoco as corten

XML = """<mujoco><worldbody><geom type="plane" size="5 5 1"/>
  <replicate count="12" offset="0 0 .3"><body pos="0 0 .2"><freejoint/><geom type="box" size=".1 .1 .1"/></body></replicate>
</worldbody></mujoco>"""


def test_python_goes_on_while_the_engine_steps():
    model = corten.MjModel.from_xml_string(XML)
    data = corten.MjData(model)
    ticks, done = 0, threading.Event()

    def step():
        corten.mj_step(model, data, 400)
        done.set()

    thread = threading.Thread(target=step)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0)
    thread.join()
    assert ticks > 10


def test_threads_with_their_own_data_get_the_same_results():
    model = corten.MjModel.from_xml_string(XML)
    worlds = [corten.MjData(model) for _ in range(4)]
    threads = [threading.Thread(target=corten.mj_step, args=(model, world, 50)) for world in worlds]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all((world.qpos == worlds[0].qpos).all() for world in worlds)
