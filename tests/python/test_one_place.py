"""What is known of a sensor, an object or an attribute stands in one place: the table of changes in docs/architecture.md, held to."""

import functools
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parents[2]


@functools.cache
def sources():
    folders = ("corten", "python/bindings", "apps", "plugins", "viewer")
    paths = [path for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".h", ".cpp")]
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in paths}


def files(folder):
    return {name: text for name, text in sources().items() if name.startswith(folder)}


def holding(pattern, folder=""):
    """The files with a match."""
    return {name for name, text in files(folder).items() if re.search(pattern, text)}


def test_the_files_of_the_table_of_changes_are_there():
    text = (ROOT / "docs/architecture.md").read_text()
    table = text[text.index("## Where a change goes") :].split("\n## ")[0]
    named = re.findall(r"`([\w./]+/[\w.]+)`", table)
    assert len(named) > 15
    for name in named:
        assert (ROOT / name).exists(), name


def test_the_sizes_of_the_rooms_are_those_of_the_table():
    text = (ROOT / "docs/architecture.md").read_text()
    told = {
        room: (int(count), int(lines.replace(",", "")))
        for room, count, lines in re.findall(r"^\| `(\w+)` \| \d+ \| [\d,]+ \| (\d+) \| ([\d,]+) \|$", text, re.M)
    }
    assert set(told) == {path.name for path in (ROOT / "corten").iterdir() if path.is_dir()}
    for room, (count, lines) in told.items():
        texts = files(f"corten/{room}/").values()
        assert abs(len(texts) - count) <= max(4, count / 5), (room, len(texts))
        assert abs(sum(t.count("\n") for t in texts) - lines) <= max(400, lines / 5), room


def test_worlds_in_lanes_have_no_physics_of_their_own():
    """What a stage computes stands in the rooms below: batch names no type of joint, transmission, gain or bias but to refuse it."""
    where = holding(r"mj(GAIN|BIAS|DYN|JNT)_", "corten/batch/")
    assert where == set(), where


def test_a_sensor_is_a_row_and_a_function():
    enumerators = re.findall(r"\{(mjSENS_\w+), \"", (ROOT / "corten/model/sensor_kinds.cpp").read_text())
    assert len(enumerators) == 49
    special = {"mjSENS_PLUGIN", "mjSENS_USER"}  # others compute them
    for enumerator in set(enumerators) - special:
        where = holding(rf"\{{{enumerator}, ")
        assert where - {"corten/model/sensor_kinds.cpp"} == {w for w in where if w.startswith("corten/sense/")}, (
            enumerator
        )
        assert len(where) == 2, (enumerator, where)


def test_words_of_objects_are_listed_once():
    assert holding(r"mjOBJ_NUMERIC, \"numeric\"") == {"corten/model/object_kinds.h"}
    assert holding(r"\"numeric\",\s+\"text\"") == set()


def declared():
    """(struct, member, array of the Model or None) of every field that a struct of spec declares."""
    for text in files("corten/spec/").values():
        for struct, body in re.findall(r"\nstruct (\w+)(?: : \w+)? \{(.*?)\n\};", text, re.S):
            for member, rest in re.findall(r"fn\(n\.([\w.]+),(.*?)\);\n", body, re.S):
                array = re.search(r"&\w+::(\w+)", rest)
                yield struct, member, array and array[1]


def test_every_field_of_an_element_is_declared():
    kept = {
        "place",
        "origin",
        "frame",
        "kept",
        "path",
        "spatial",
        "alt",
        "order",
        "present",
        "lengthrange",
        "contact",
        "elasticity",
    }
    known = {(struct, member) for struct, member, _ in declared()}
    for name in ("joint", "geom", "camera", "asset", "mechanism"):
        for struct, body in re.findall(r"\nstruct (\w+) : \w+ \{(.*?)\n\};", sources()[f"corten/spec/{name}.h"], re.S):
            for member in re.findall(
                r"^  (?:Set<.*>|std::string|std::vector<[^(]*>|int) (\w+)(?: =[^;]*|\{.*\})?;", body, re.M
            ):
                assert (struct, member) in known or member in kept or member in ("pos", "quat"), (struct, member)


def test_what_the_model_takes_as_it_is_is_copied_by_no_pass():
    arrays = {array for _, _, array in declared() if array}
    assert len(arrays) > 90
    for array in arrays:
        assert not holding(rf"m\.{array}\[\w+\] = \*", "corten/compile"), array
