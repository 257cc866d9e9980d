"""No message of ours is a sentence of MuJoCo's. Judge: the texts in the oracle's libraries, bindings and Python files."""

import ast
import importlib.util
import pathlib
import re

ROOT = pathlib.Path(__file__).parents[2]
ORACLE = pathlib.Path(importlib.util.find_spec("mujoco").origin).parent

# Files of exact texts, each of which says why it needs them.
CLIENT_TEXTS = {
    "corten/base/client_texts.h",
    "python/bindings/client_texts.h",
    "python/cortenforge/mujoco/_client_texts.py",
}

# What is no sentence: forms of printed output that programs read, formulas, and words that only one order has.
SAME = {
    "(%d %d): %9.6f",  # mju_printMatSparse
    "%.3f %.3f %.3f (local %.3f %.3f %.3f)",  # labels of the viewer
    "type objid prm",  # mj_printModel and mj_printData: titles of tables
    "ten_j: tendon moments",
    "flexedge_j: flex edge connectivity",
    "m: inertia structure",
    "im: block-diagonal inertia (nnzs are island ids)",
    "j: constraint jacobian",
    "iefc_j: block-diagonalized constraint jacobian (nnzs are island ids)",
    "b: body-dof matrix",
    "m: reduced inertia matrix",
    "d: dof-dof matrix",
    'bgcolor="#eeeeee" class="el">',  # mj_printSchema as HTML
    "center of mass",  # words on the viewer's menu, which mjVISSTRING holds
    "object has no attribute",  # Python's own
    "mjtask_new mjtask_queued mjtask_completed",  # names
    "there is no",
    "is a null pointer",  # parts of sentences of ours
}


def plain(text):
    return " ".join(text.replace("\\n", " ").replace('\\"', '"').lower().split()).strip(" .,:;'\"")


def oracle_texts():
    texts = []
    for path in ORACLE.rglob("*"):
        if ".so" in path.name:
            texts += [match.decode() for match in re.findall(rb"[\x20-\x7e\n]{8,}", path.read_bytes())]
        elif path.suffix in (".py", ".pyi", ".h"):
            texts.append(re.sub(r"\"\s*\n\s*\"|'\s*\n\s*f?'", "", path.read_text(errors="replace")))
    return plain("\n".join(texts))


def cpp_texts(source):
    source = re.sub(r"^\s*#include.*$|//.*$", "", source, flags=re.MULTILINE)
    joined = re.sub(r"\"\s*\n\s*\"", "", source)
    return re.findall(r"\"((?:[^\"\\\n]|\\.)*)\"", joined)


def python_texts(source):
    return [
        node.value
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


def our_texts():
    for folder in ("corten", "python", "apps", "viewer", "plugins", "cuda", "capi"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if name in CLIENT_TEXTS or "conformance" in name:
                continue
            if path.suffix in (".h", ".cpp"):
                yield from ((name, text) for text in cpp_texts(path.read_text()))
            elif path.suffix == ".py":
                yield from ((name, text) for text in python_texts(path.read_text()))


def is_sentence(text):
    """Three words or more: shorter ones are names and units."""
    return sum(any(letter.isalpha() for letter in word) for word in text.split()) >= 3


def test_no_message_is_a_sentence_of_the_oracle():
    theirs = oracle_texts()
    same = [
        f"{name}: {text}"
        for name, text in our_texts()
        if is_sentence(plain(text)) and plain(text) in theirs and plain(text) not in SAME
    ]
    assert not same, "\n".join(same)
