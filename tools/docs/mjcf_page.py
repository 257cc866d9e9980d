"""Which elements and attributes of MJCF are read: our rows beside the schema of the installed MuJoCo."""

import json
import re
import subprocess

from cli_page import CORTEN


def our_schema():
    """{path: attributes}, from the rows that read them."""
    listing = subprocess.run([CORTEN, "schema", "--json"], capture_output=True, text=True, check=True).stdout
    return {entry["path"]: entry["attributes"] for entry in json.loads(listing)}


def oracle_schema():
    """{path: attribute names} from MuJoCo's own print-out: three blanks of indent per level, attributes behind the name."""
    import mujoco

    schema, stack = {}, []
    for line in mujoco.mj_printSchema(False, False).splitlines():
        element = re.match(r"( *)(?:\(world\))?(\w+) \(.\)\s*(.*)", line)
        if element and len(element[1]) % 3 == 0 and len(element[1]) < 24:
            depth = len(element[1]) // 3
            stack = stack[:depth] + [element[2]]
            schema["/".join(stack)] = element[3].split()
        elif stack:
            schema["/".join(stack)] += [word for word in line.split() if re.fullmatch(r"\w+", word)]
    return schema


def row(path, attributes, expected):
    missing = sorted(set(expected) - {attribute["name"] for attribute in attributes})
    listed = ", ".join(f"`{attribute['name']}`" for attribute in attributes) or "–"
    return f"| `{path.removeprefix('mujoco/')}` | {listed} | {', '.join(f'`{name}`' for name in missing) or 'none'} |"


def later_lines():
    """What MJCF got after 3.5.0, and what lenient reading does with it."""
    from cortenforge import _core

    def action(kind, neutral):
        return (
            "refused"
            if not neutral
            else "passed over"
            if neutral == "*"
            else f"passed over when {' or '.join(f'`{word}`' for word in neutral.split())}"
        )

    table = ["| release | what | of | names | with `cortenforge.lenient()` |", "|---|---|---|---|---|"]
    table += [
        f"| {release} | {kind} | {elements} | {names} | {action(kind, neutral)} |"
        for kind, elements, names, release, neutral in _core.later_mjcf()
    ]
    return ["## Later releases", "\n".join(table), "## Elements and attributes"]


def page():
    ours, theirs = our_schema(), oracle_schema()
    read = sum(len(attributes) for attributes in ours.values())
    absent = sorted(set(theirs) - set(ours))
    lines = [
        "# MJCF coverage",
        "Generated from the attribute rows that read MJCF, beside the schema MuJoCo 3.5.0 prints of itself "
        f"(`corten schema ELEMENT` shows types and words): {len(ours)} elements with {read} attributes are read; MuJoCo has {len(theirs)} elements "
        f"with {sum(map(len, theirs.values()))} attributes.",
        f"Elements of MuJoCo that are not read: {', '.join(f'`{path}`' for path in absent) or 'none'}.",
        "What is read but refused at compilation is said in an error message; what works is on the page [conformance](conformance.md).",
    ]
    lines += later_lines()
    table = ["| element | attributes read | not read |", "|---|---|---|"]
    table += [row(path, attributes, theirs.get(path, [])) for path, attributes in ours.items()]
    return "\n\n".join(lines) + "\n\n" + "\n".join(table) + "\n"
