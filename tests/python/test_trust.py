"""Mistakes and attacks in Python raise exceptions; they do not end the interpreter, hang it or go unnoticed."""

import os
import pathlib
import re
import subprocess
import sys
import threading

import numpy as np
import pytest

import cortenforge
import cortenforge.mujoco as mujoco

ARM = """<mujoco><option timestep="1e-4"/><worldbody><geom type="plane" size="1 1 1"/>
<body pos="0 0 .5"><joint name="j"/><geom size=".1" fromto="0 0 0 .3 0 0" type="capsule"/><site name="s"/></body></worldbody>
<actuator><motor joint="j"/></actuator><sensor><jointpos joint="j"/></sensor></mujoco>"""
BALL = "<mujoco><worldbody><body><freejoint/><geom size='.1'/></body></worldbody></mujoco>"


def load(xml=ARM):
    model = mujoco.MjModel.from_xml_string(xml)
    return model, mujoco.MjData(model)


@pytest.mark.parametrize(
    "function",
    [
        lambda m, d: mujoco.mj_step(m, d),
        lambda m, d: mujoco.mj_forward(m, d),
        lambda m, d: mujoco.mj_inverse(m, d),
        lambda m, d: mujoco.mj_resetData(m, d),
        lambda m, d: mujoco.mj_getState(m, d, np.zeros(mujoco.mj_stateSize(m, 1)), 1),
        lambda m, d: mujoco.mj_setState(m, d, np.zeros(mujoco.mj_stateSize(m, 1)), 1),
        lambda m, d: mujoco.mj_jacBody(m, d, np.zeros((3, m.nv)), None, 0),
        lambda m, d: mujoco.mj_ray(m, d, np.zeros(3), np.ones(3), None, 1, -1, np.zeros(1, np.int32)),
        lambda m, d: mujoco.mj_setConst(m, d),
    ],
)
def test_a_data_of_another_model_is_refused(function):
    model, _ = load(ARM)
    _, other = load(BALL)
    with pytest.raises(mujoco.FatalError, match="other sizes"):
        function(model, other)


@pytest.mark.parametrize(
    "function",
    [
        lambda: mujoco.mju_cholFactorBand(np.zeros(0), 1, 0, 0, 1, 0),  # a diagonal before the matrix
        lambda: mujoco.mju_cholFactorBand(np.ones(1), 2**31 - 1, 2**31 - 1, 5, 1, 0),  # a size that wraps
        lambda: mujoco.mju_cholSolveBand(np.zeros(2), np.zeros(0), np.zeros(2), 2, 0, 0),
        lambda: mujoco.mju_dense2Band(np.zeros(4), np.zeros((2, 2)), 2, -2, 3),
        lambda: mujoco.mju_bandDiag(2**31 - 1, 3, 2**31 - 1, 0),
        lambda: mujoco.mju_Halton(3, 0),
        lambda: mujoco.mju_Halton(3, 1),
    ],
)
def test_numbers_that_make_no_matrix_or_base_are_refused(function):  # judge: definition
    with pytest.raises(TypeError, match="needs"):
        function()


def test_nonsense_arguments_do_not_end_the_interpreter(tmp_path):  # judge: the C library's account of its heap
    sweep = pathlib.Path(__file__).parent / "argument_sweep.py"
    log = tmp_path / "last_call"
    done = subprocess.run(
        [sys.executable, sweep, "1", "20000"],
        capture_output=True,
        text=True,
        timeout=300,
        env={**os.environ, "SWEEP_LOG": str(log)},
    )
    assert done.returncode == 0, log.read_text()
    functions, answered = map(int, re.search(r"(\d+) functions, (\d+) calls", done.stderr).groups())
    assert functions > 150 and answered > 5000


def run(program, **environment):
    """Runs a program in an interpreter of its own; its return code and what it wrote."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=120, env={**os.environ, **environment}
    )
    return done.returncode, done.stdout + done.stderr


INTERRUPTED = """
import signal, threading, time, os
import numpy as np
import cortenforge.mujoco as mujoco
from cortenforge.mujoco import rollout
m = mujoco.MjModel.from_xml_string('''%s''')
d = mujoco.MjData(m)
PULLED = ("<mujoco><compiler><lengthrange inttotal='9000'/></compiler><worldbody><body><joint name='j'/><geom size='1'/></body></worldbody>"
          "<actuator>" + 40 * "<muscle joint='j'/>" + "</actuator></mujoco>")
TEXTURES = "<mujoco><asset>" + "".join(f"<texture name='t{i}' type='2d' builtin='flat' width='500' height='500'/>" for i in range(20)) + "</asset></mujoco>"
def pictures():
    with mujoco.Renderer(m, 480, 640) as renderer:
        renderer.update_scene(d)
        while True:
            renderer.render()
threading.Timer(1.0, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.time()
try:
    %s
    print("not interrupted")
except KeyboardInterrupt:
    print("interrupted", time.time() - start < 60)
mujoco.mj_step(m, d)
"""


@pytest.mark.parametrize(
    "work",
    [
        "mujoco.mj_step(m, d, 2_000_000_000)",
        "rollout.rollout(m, d, np.zeros((1, mujoco.mj_stateSize(m, mujoco.mjtState.mjSTATE_FULLPHYSICS))), nstep=20_000_000)",
        "mujoco.MjModel.from_xml_string(PULLED)",
        "[mujoco.MjModel.from_xml_string(TEXTURES) for _ in range(100_000)]",
        "pictures()",
        "o = mujoco.MjLROpt(); o.mode = 3; o.useexisting = 0; o.inttotal = 1e9; mujoco.mj_setLengthRange(m, d, 0, o)",
    ],
)
def test_control_c_ends_long_work(work):
    code, text = run(INTERRUPTED % (ARM, work))
    assert code == 0 and "interrupted True" in text, text


FORKED = (
    """
import os
import numpy as np
import cortenforge.mujoco as mujoco
from cortenforge.mujoco import rollout
m = mujoco.MjModel.from_xml_string('''%s''')
d = [mujoco.MjData(m) for _ in range(3)]
x = np.zeros((7, mujoco.mj_stateSize(m, mujoco.mjtState.mjSTATE_FULLPHYSICS)))
x[:, 1] = np.arange(7)
pool = rollout.Rollout(nthread=3)
before, _ = pool.rollout(m, d, x, nstep=5)
child = os.fork()
if child == 0:
    after, _ = pool.rollout(m, d, x, nstep=5)
    os._exit(0 if np.array_equal(before, after) else 1)
print("child", os.waitpid(child, 0)[1])
"""
    % ARM
)


def test_a_forked_process_can_use_the_pool_of_its_parent():
    code, text = run(FORKED)
    assert code == 0 and "child 0" in text, text


def test_a_data_in_two_threads_is_refused_or_in_turn():
    model, data = load()
    problems = []

    def work():
        try:
            mujoco.mj_step(model, data, 20000)
        except mujoco.FatalError as error:
            problems.append(str(error))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all("another thread" in problem for problem in problems)
    mujoco.mj_step(model, data)


def test_a_bomb_is_refused_where_it_is_lit():
    with pytest.raises(ValueError, match="line 2: <replicate>"):
        mujoco.MjModel.from_xml_string("<mujoco><worldbody>\n<replicate count='1000000000'/></worldbody></mujoco>")


def test_limits_can_be_set():
    xml = "<mujoco><sensor><user dim='100000'/></sensor></mujoco>"
    try:
        cortenforge.load_limits(bytes=100000)
        with pytest.raises(ValueError, match="limit"):
            mujoco.MjModel.from_xml_string(xml)
    finally:
        cortenforge.load_limits()
    assert mujoco.MjModel.from_xml_string(xml).nsensordata == 100000


def test_an_edit_that_contradicts_the_model_is_found():
    model, _ = load()
    cortenforge.validate(model)
    model.geom_condim[0] = 77
    with pytest.raises(ValueError, match="geom_condim"):
        cortenforge.validate(model)


SCENES = pathlib.Path(__file__).parents[1] / "fuzz/scenes.h"
EDITED = re.search(r'kScene = R"\((.*?)\)";', SCENES.read_text(), re.DOTALL)[1]  # something of most kinds

EDITS = (
    """
import os, resource, signal
import numpy as np
import cortenforge.mujoco as mujoco
m = mujoco.MjModel.from_xml_string('''%s''')
d = mujoco.MjData(m)
ended = []
for name in mujoco.MjModel._all_fields:
    field = getattr(m, name)
    if not isinstance(field, np.ndarray) or field.size == 0:
        continue
    for value in (-7, 97, 2147483647) if field.dtype.kind in 'iub' else (np.nan, 1e300):
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            signal.alarm(60)
            try:
                field.flat[-1] = value
            except (OverflowError, ValueError):  # no byte
                os._exit(0)
            try:
                for function in (mujoco.mj_step, mujoco.mj_inverse, mujoco.mj_resetData, mujoco.mj_forward):
                    function(m, d)
                mujoco.MjData(m)
            except mujoco.FatalError:
                pass
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            ended.append((name, value))
print("ended", ended)
"""
    % EDITED
)


def test_no_edit_of_a_model_ends_the_process():  # judge: definition
    code, text = run(EDITS)
    assert code == 0 and "ended []" in text, text


def test_a_sound_edit_is_taken():
    model, data = load()
    model.geom_condim[:] = 1
    model.geom_contype[:] = 4
    mujoco.mj_step(model, data)
    model.geom_condim[0] = 77
    for _ in range(2):
        with pytest.raises(mujoco.FatalError, match=r"geom_condim\[0\] = 77"):
            mujoco.mj_step(model, data)
    model.geom_condim[0] = 3
    mujoco.mj_step(model, data)


SWEEP = (
    """
import sys
import numpy as np
import cortenforge.mujoco as mujoco
m = mujoco.MjModel.from_xml_string('''%s''')
d = mujoco.MjData(m)
missed = []
for name in mujoco.MjModel._all_fields:
    field = getattr(m, name)
    if not isinstance(field, np.ndarray) or field.dtype.kind not in 'iu' or field.size == 0:
        continue
    for value in (-7, 97, 2147483647):
        kept = field.flat[-1]
        try:
            field.flat[-1] = value
        except (OverflowError, ValueError):  # no byte
            continue
        try:
            mujoco.mj_step(m, d)
        except mujoco.FatalError as error:
            if name.split('_')[0] not in str(error):  # a count and its address are told as one
                missed.append((name, value, str(error)))
        field.flat[-1] = kept
mujoco.mj_step(m, d)
print("missed", missed)
"""
    % EDITED
)


def test_no_edit_of_a_model_ends_a_process_that_checks():
    code, text = run(SWEEP, CORTENFORGE_CHECK="1")
    assert code == 0 and "missed []" in text, text
