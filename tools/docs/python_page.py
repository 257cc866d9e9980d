"""The Python reference: every public name of the package with its signature and docstring."""

import importlib
import inspect
import re

# module and what it is for, in the order of the page
MODULES = (
    ("cortenforge", "The package"),
    ("cortenforge.mujoco", "In place of `mujoco`"),
    ("cortenforge.mujoco.rollout", "Many trajectories"),
    ("cortenforge.mujoco.minimize", "Least squares"),
    ("cortenforge.vector", "Gymnasium vector environments"),
    ("cortenforge.conformance.compare", "Comparison with MuJoCo"),
)


def public_names(module):
    listed = getattr(module, "__all__", None)
    return [name for name in (listed or sorted(vars(module))) if not name.startswith("_")]


def kinds(module):
    """Classes, enumerations and functions of a module, each as (name, object)."""
    groups = {"classes": [], "enumerations": [], "functions": []}
    for name in public_names(module):
        value = getattr(module, name, None)
        if inspect.isclass(value):
            groups["enumerations" if re.match(r"mjt[A-Z]", name) else "classes"].append((name, value))
        elif callable(value) and not inspect.ismodule(value):
            groups["functions"].append((name, value))
    return groups


def signature(name, value):
    """name(arguments), from Python or from the first line of a native docstring."""
    try:
        return f"{name}{inspect.signature(value)}"
    except (ValueError, TypeError):
        first = (value.__doc__ or name).strip().splitlines()[0]
        return first if first.startswith(name) else f"{name}(…)"


def description(name, value):
    """The docstring without the signature that native functions carry in front."""
    lines = inspect.cleandoc(value.__doc__ or "").splitlines()
    while lines and (lines[0].startswith(f"{name}(") or not lines[0].strip()):
        lines.pop(0)
    return escaped(" ".join(lines[: lines.index("") if "" in lines else None]))


def escaped(text):
    return text.replace("<", "&lt;").replace("|", "\\|").replace("*", "\\*").replace("[", "\\[")


def members(cls):
    """Methods and properties a class documents itself."""
    for name, value in sorted(vars(cls).items()):
        if not name.startswith("_") and (callable(value) or isinstance(value, (property, classmethod, staticmethod))):
            text = description(name, getattr(cls, name) if not isinstance(value, property) else value)
            if text:
                yield f"- `{name}`: {text}"


def section(module_name, title):
    try:
        module = importlib.import_module(module_name)
    except ImportError:
        return []
    out = [f"## {title}: `{module_name}`", escaped(inspect.cleandoc(module.__doc__ or "").split("\n\n")[0])]
    groups = kinds(module)
    for name, value in groups["classes"]:
        out += [f"### {name}", description(name, value), "\n".join(members(value))]
    if groups["functions"]:
        out += [
            "### Functions" + f" of `{module_name}`",
            "\n".join(function_line(name, value) for name, value in groups["functions"]),
        ]
    if groups["enumerations"]:
        out += ["### Enumerations", ", ".join(f"`{name}`" for name, _ in groups["enumerations"])]
    return [part for part in out if part]


def function_line(name, value):
    text = description(name, value)
    return f"- `{signature(name, value)}`" + (f"  \n  {text}" if text else "")


def page():
    parts = [
        "# Python reference",
        "Generated from the docstrings of the installed package; `help(cortenforge.mujoco)` shows the same in a shell.",
    ]
    for module_name, title in MODULES:
        parts += section(module_name, title)
    return "\n\n".join(parts) + "\n"
