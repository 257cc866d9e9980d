"""`import mujoco` gives CortenForge to programs that are not edited: scripts, modules, code, and the running process."""

import os
import subprocess
import sys

import pytest

SHOW = "import mujoco, mujoco.rollout; print(mujoco.__name__, mujoco.rollout.__name__, mujoco.__version__)"
SHOWN = "cortenforge.mujoco cortenforge.mujoco.rollout 3.5.0\n"


def run(*arguments, code=0):
    done = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env={**os.environ, "PYTHONSAFEPATH": ""}
    )
    assert done.returncode == code, done.stderr
    return done.stdout


def test_a_script_gets_its_arguments_and_its_folder(tmp_path):
    (tmp_path / "beside.py").write_text("WORD = 'beside'")
    script = tmp_path / "script.py"
    script.write_text(
        f"import sys, beside\n{SHOW}\nprint(__name__, beside.WORD, sys.argv[1:], sys.argv[0] == __file__)"
    )
    assert run("-m", "cortenforge.shim", str(script), "a", "-b") == SHOWN + "__main__ beside ['a', '-b'] True\n"


def test_a_module_and_code_run_too(tmp_path, monkeypatch):
    (tmp_path / "tool.py").write_text(f"import sys\n{SHOW}\nprint(sys.argv[1:])")
    monkeypatch.chdir(tmp_path)
    assert run("-m", "cortenforge.shim", "-m", "tool", "x") == SHOWN + "['x']\n"
    assert run("-m", "cortenforge.shim", "-c", SHOW) == SHOWN


def test_without_a_program_it_says_how_to_use_it():
    assert "SCRIPT" in run("-m", "cortenforge.shim", code=2)
    assert "SCRIPT" in run("-m", "cortenforge.shim", "--help")


def test_exit_codes_are_the_programs():
    run("-m", "cortenforge.shim", "-c", "raise SystemExit(3)", code=3)


PRIVATE = "_structs _functions _enums _constants _errors _callbacks _render viewer renderer minimize rollout gl_context glfw egl osmesa".split()


@pytest.mark.parametrize(
    "first",
    ["import cortenforge; cortenforge.install()", "import cortenforge.mujoco, cortenforge; cortenforge.install()"],
)
def test_installing_makes_one_package_of_two_names(first):
    code = f"""{first}
import importlib, mujoco, cortenforge.mujoco
assert mujoco is cortenforge.mujoco
for name in {PRIVATE}:
    assert importlib.import_module("mujoco." + name) is importlib.import_module("cortenforge.mujoco." + name), name
from mujoco._structs import MjModel, MjData, _MjModelBodyViews
assert MjModel is mujoco.MjModel
print(importlib.util.find_spec("mujoco.nothing"))
"""
    assert run("-c", code) == "None\n"


@pytest.mark.parametrize("ask", ["import mujoco.introspect, mujoco.msh2obj", "from mujoco import introspect, msh2obj"])
def test_tools_of_an_installed_mujoco_run_on_cortenforge(ask):
    pytest.importorskip("mujoco")
    code = f"""import cortenforge; cortenforge.install()
{ask}
import mujoco, mujoco.introspect.functions as functions
print(mujoco.__name__, mujoco.introspect.__name__, len(functions.FUNCTIONS) > 500, functions is mujoco.introspect.functions)"""
    assert run("-c", code) == "cortenforge.mujoco mujoco.introspect True True\n"


def test_the_engine_of_an_installed_mujoco_is_never_taken():
    code = """import cortenforge; cortenforge.install()
import importlib.util
print([name for name in ("_simulate", "_rollout", "nothing") if importlib.util.find_spec("mujoco." + name)])"""
    assert run("-c", code) == "[]\n"


def test_a_tool_may_import_itself_while_it_is_imported(tmp_path):
    package = tmp_path / "mujoco"
    (package / "own").mkdir(parents=True)
    (package / "__init__.py").write_text("raise ImportError('the engine')")
    (package / "own" / "__init__.py").write_text("import mujoco.own.part as part\nfrom mujoco import own")
    (package / "own" / "part.py").write_text("import mujoco\nWHO = mujoco.__name__")
    code = f"""import sys; sys.path.insert(0, {str(tmp_path)!r})
import cortenforge; cortenforge.install()
from mujoco import own
print(own.part.WHO, own is sys.modules["mujoco.own"])"""
    assert run("-c", code) == "cortenforge.mujoco True\n"


def test_a_process_that_has_mujoco_is_told():
    code = "import mujoco, cortenforge\ntry: cortenforge.install()\nexcept RuntimeError as error: print(error)"
    assert "already imported" in run("-c", code)


def test_uninstalling_gives_mujoco_back():
    code = """import cortenforge, cortenforge.alias
cortenforge.install(); import mujoco; first = mujoco.__name__
cortenforge.alias.uninstall(); import mujoco
print(first, mujoco.__name__)"""
    assert run("-c", code) == "cortenforge.mujoco mujoco\n"


def test_pickles_and_children_work(tmp_path):
    script = tmp_path / "children.py"
    script.write_text("""import multiprocessing, pickle
import mujoco
model = mujoco.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='.1' pos='1 0 0'/></body></worldbody></mujoco>")

def angle(steps):
    data = mujoco.MjData(model)
    mujoco.mj_step(model, data, steps)
    return data.qpos[0]

if __name__ == "__main__":
    data = pickle.loads(pickle.dumps(mujoco.MjData(model)))
    mujoco.mj_step(data.model, data, 5)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        print(pool.map(angle, [5, 5]) == [data.qpos[0]] * 2)
""")
    assert run("-m", "cortenforge.shim", str(script)) == "True\n"
