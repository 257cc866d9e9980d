"""CortenForge: a physics engine that is numerically MuJoCo 3.5.0.

`import cortenforge.mujoco as mujoco` is the drop-in for MuJoCo's own package.
"""

__version__ = "0.1.0"
