"""CortenForge: a physics engine that is numerically MuJoCo 3.5.0.

`import cortenforge.mujoco as mujoco` is the drop-in for MuJoCo's own package. `cortenforge.install()`, or
`python -m cortenforge.shim SCRIPT`, makes `import mujoco` itself resolve to it, for programs that are not to be edited.
"""

from cortenforge.alias import install


def __getattr__(name):
    """Loads what is rarely needed when it is asked for."""
    if name in ("Renderer", "write_movie", "write_png"):
        from cortenforge import renderer
        return getattr(renderer, name)
    if name == "record":
        from cortenforge.recorder import record
        return record
    if name == "__version__":
        from cortenforge._core import __version__
        return __version__
    raise AttributeError(f"module 'cortenforge' has no attribute '{name}'")
