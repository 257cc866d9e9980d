"""Compares CortenForge with the oracle, MuJoCo 3.5.0; the only part of the package that needs it installed."""

from cortenforge.conformance.oracle import from_oracle

__all__ = ["from_oracle"]
