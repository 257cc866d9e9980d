"""CortenForge: a physics engine that is numerically MuJoCo 3.5.0.

`import cortenforge.mujoco as mujoco` is the drop-in for MuJoCo's own package. `cortenforge.install()`, or
`python -m cortenforge.shim SCRIPT`, makes `import mujoco` itself resolve to it, for programs that are not to be edited.
"""

from cortenforge.alias import install


def validate(model):
    """Raises ValueError when arrays of an edited MjModel contradict each other or point outside it.

    With CORTENFORGE_CHECK=1 in the environment every function that takes a model and a data does so first.
    """
    problem = model._problem()
    if problem:
        raise ValueError(problem)


def lenient(on=True):
    """Whether models that say what only later releases of MuJoCo know load, with warnings, if it changes no number; those it does change stay refused."""
    from cortenforge import _core

    _core.set_lenient_reading(on)


def load_limits(**limits):
    """What models may use while they are loaded: bodies, elements, bytes, seconds. Those not given are reset."""
    from cortenforge import _core

    _core.set_load_limits(**limits)


def __getattr__(name):
    """Loads what is rarely needed when it is asked for."""
    if name in ("Renderer", "write_movie", "write_png"):
        from cortenforge import renderer

        return getattr(renderer, name)
    if name == "record":
        from cortenforge.recorder import record

        return record
    if name == "human":
        import importlib

        return importlib.import_module("cortenforge.human")
    if name == "__version__":
        from cortenforge._core import __version__

        return __version__
    raise AttributeError(f"module 'cortenforge' has no attribute '{name}'")
