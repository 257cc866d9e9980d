"""Errors of the engine."""

from cortenforge._core import FatalError

FatalError.__doc__ = "A misuse of the engine; the text begins with the name of the function."


class UnexpectedError(Exception):
    """An internal error of MuJoCo's bindings; never raised here, but programs catch it."""
