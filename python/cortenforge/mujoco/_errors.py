"""Errors of the engine."""

from cortenforge._core import FatalError


class UnexpectedError(Exception):
    """An internal error of MuJoCo's bindings; never raised here, but programs catch it."""
