"""Runs an unmodified program on CortenForge: its `import mujoco` gives cortenforge.mujoco.

python -m cortenforge.shim SCRIPT ARGS…
python -m cortenforge.shim -m MODULE ARGS…
python -m cortenforge.shim -c CODE ARGS…
"""

import os
import runpy
import sys

from cortenforge import alias


def _run_code(code):
    sys.argv[0] = "-c"
    exec(compile(code, "<string>", "exec"), {"__name__": "__main__"})


def _run_module(name):
    runpy.run_module(name, run_name="__main__", alter_sys=True)


def _run_script(path):
    if not getattr(sys.flags, "safe_path", False):
        sys.path[0] = os.path.dirname(os.path.abspath(path))
    runpy.run_path(path, run_name="__main__")


def main(arguments):
    """Runs what the command line says with the import swapped."""
    option = arguments[0] if arguments else ""
    if not arguments or option in ("-h", "--help") or option in ("-m", "-c") and len(arguments) < 2:
        print(__doc__)
        return 0 if option in ("-h", "--help") else 2
    alias.install()
    run, skip = {"-m": (_run_module, 1), "-c": (_run_code, 1)}.get(option, (_run_script, 0))
    sys.argv = arguments[skip:]
    run(arguments[skip])
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
