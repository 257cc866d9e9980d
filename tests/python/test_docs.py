"""Every code block of README.md, CONTRIBUTING.md and docs/ is run: Python pages as one session each, C++ compiled against the build,
shell lines, models; blocks that show an example are that example. Generated pictures are up to date."""

import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys

import pytest
from programs import ENVIRONMENT, ROOT, built, output, working_folder

import cortenforge.mujoco as mujoco

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
BLOCK = re.compile(r"(?:<!-- example: (?P<example>\S+) -->\n)?^```(?P<language>\w*)\n(?P<text>.*?)^```", re.S | re.M)
FRAGMENTS = """#include <corten/corten.h>
#include <cstdio>
{functions}
int main() {{ {calls} }}
"""


def blocks(page, *languages):
    """Blocks in one of the languages that are not copies of examples."""
    return [
        block["text"]
        for block in BLOCK.finditer(page.read_text())
        if block["language"] in languages and not block["example"]
    ]


def pages_with(*languages):
    return [pytest.param(page, id=page.name) for page in PAGES if blocks(page, *languages)]


@pytest.fixture
def folder(tmp_path):
    return working_folder(tmp_path)


@pytest.mark.parametrize("page", [pytest.param(page, id=page.name) for page in PAGES])
def test_blocks_name_a_language_and_examples_are_their_files(page):
    for block in BLOCK.finditer(page.read_text()):
        assert block["language"] in ("python", "cpp", "sh", "xml", "cmake", "text"), block["text"]
        assert block["language"] != "cmake" or block["example"], "show the example's file"
        if block["example"]:
            assert block["text"] == (ROOT / block["example"]).read_text(), block["example"]


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_blocks_run(page, folder):
    (folder / "page.py").write_text("\n".join(blocks(page, "python")))
    output([sys.executable, "page.py"], folder)


def sources(texts):
    """Programs as they are; fragments together as functions of one program."""
    fragments = [text for text in texts if "int main" not in text]
    if fragments:
        functions = "\n".join(f"void f{i}() {{\n{text}}}" for i, text in enumerate(fragments))
        yield FRAGMENTS.format(functions=functions, calls=" ".join(f"f{i}();" for i in range(len(fragments))))
    yield from (text for text in texts if "int main" in text)


@pytest.mark.parametrize("page", pages_with("cpp"))
def test_cpp_blocks_compile_and_run(page, folder):
    library = built("package/libcorten.so")
    for i, text in enumerate(sources(blocks(page, "cpp"))):
        (folder / f"{i}.cpp").write_text(text)
        compiler = ["ccache", "c++"] if shutil.which("ccache") else ["c++"]
        output([*compiler, "-std=c++20", "-I", ROOT, "-isystem", "/usr/include/eigen3", "-c", f"{i}.cpp"], folder)
        output(["c++", f"{i}.o", library, f"-Wl,-rpath,{library.parent}", "-o", f"{i}"], folder)
        output([folder / f"{i}"], folder)


def run_line(line, folder):
    """One line of a shell block; what builds everything is only looked up, it has been done to get here."""
    words = shlex.split(line, comments=True)
    if words[0] == "make":
        subprocess.run(["make", "-n", *words[1:]], cwd=ROOT, check=True, capture_output=True)
    elif words[:2] == ["cmake", "--preset"] or words[:3] == ["cmake", "--build", "--preset"]:
        presets = json.loads((ROOT / "CMakePresets.json").read_text())
        assert words[-1] in [preset["name"] for preset in presets["configurePresets"]]
    else:
        where = ROOT if words[0] == "cmake" else folder
        path = f"{built('apps/corten').parent}{os.pathsep}{pathlib.Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=where,
            env={**ENVIRONMENT, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", pages_with("sh"))
def test_shell_blocks_run(page, folder):
    for text in blocks(page, "sh"):
        for line in text.splitlines():
            if line.strip() and not line.startswith("#"):
                run_line(line, folder)


@pytest.mark.parametrize("page", pages_with("xml"))
def test_models_load(page):
    for text in blocks(page, "xml"):
        mujoco.MjModel.from_xml_string(text)


def test_the_public_headers_are_those_of_the_guide():
    listed = set(re.findall(r"`(corten/\S+?\.h)`", (ROOT / "docs" / "cpp.md").read_text()))
    included = set(re.findall(r'#include "(.*?)"', (ROOT / "corten" / "corten.h").read_text()))
    assert listed - {"corten/corten.h", "corten/eigen.h"} == included


def test_the_picture_of_the_rooms_is_up_to_date():
    assert (
        output([sys.executable, ROOT / "tools" / "docs" / "rooms_svg.py"], ROOT)
        == (ROOT / "docs" / "rooms.svg").read_text()
    )


def test_the_web_site_builds_without_warnings():
    output([sys.executable, ROOT / "tools" / "docs" / "pages.py"], ROOT)
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "WARNING" not in done.stderr, done.stderr
