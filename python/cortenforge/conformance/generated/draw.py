"""Random attributes for MJCF elements."""

import random


def text(values):
    return " ".join(f"{v:.4g}" for v in values)


class Draw:
    """Seeded choices; an attribute is a string with its name, or nothing."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def chance(self, p):
        return self.random.random() < p

    def pick(self, choices):
        return self.random.choice(choices)

    def count(self, low, high):
        return self.random.randint(low, high)

    def real(self, low, high):
        return self.random.uniform(low, high)

    def vector(self, half, n=3):
        return text(self.real(-half, half) for _ in range(n))

    def positive(self, low, high, n):
        return text(self.real(low, high) for _ in range(n))

    def maybe(self, p, name, value):
        """`value` is a number, text, or a function that makes one."""
        if not self.chance(p):
            return ""
        value = value() if callable(value) else value
        return f' {name}="{value:.4g}"' if isinstance(value, float) else f' {name}="{value}"'

    def interval(self, low, high):
        """An interval about zero, rarely one that excludes it."""
        a, b = sorted((self.real(low, high), self.real(low, high)))
        return text((a, b)) if self.chance(0.15) else text((min(a, -0.05), max(b, 0.05)))

    def solref(self):
        """Both formats: time constant and damping ratio, or minus stiffness and minus damping."""
        if self.chance(0.3):
            return text((-self.real(50, 2000), -self.real(1, 60)))
        return text((self.real(0.001, 0.1), self.real(0.3, 1.5)))

    def solimp(self):
        low, high = sorted((self.real(0.1, 0.99), self.real(0.1, 0.99)))
        return text(
            (low, high, self.real(1e-4, 0.1), self.real(0, 1), self.pick((1, 1.5, 2, 3, 6)))[: self.pick((2, 3, 5))]
        )

    def friction(self, n):
        return text((self.pick((0, 0.1, 0.5, 1, 2)), *(self.pick((0, 1e-5, 0.005, 0.1)) for _ in range(n - 1))))
