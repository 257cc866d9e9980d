"""Models made by rule or by seed, for what nobody has written by hand."""

from cortenforge.conformance.generated.every_sensor import every_sensor
from cortenforge.conformance.generated.flexes import random_flex_model
from cortenforge.conformance.generated.random_model import random_model

__all__ = ["every_sensor", "random_flex_model", "random_model"]
