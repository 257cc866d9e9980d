"""How close the engine is to MuJoCo: the table of the last `make conformance`, model by model where its report exists."""

import json
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
REPORT = ROOT / "build" / "conformance" / "report.json"
sys.path.insert(0, str(ROOT / "tools"))

import readme_table  # noqa: E402

INTRODUCTION = """# Conformance

Every model of the developer collection is loaded in both engines; the verdict, every field of the compiled model, forward passes at random
states and a trajectory are compared against the tolerances of the [architecture](architecture.md). Repeat it with `make conformance`, or for
your model with `corten conform MODEL.xml`. Differences with a known cause are listed in `tests/conformance/known_differences.toml`; behaviour
of MuJoCo that surprised us is in [odd behaviour](oracle_quirks.md)."""


def summary():
    """The table in README.md, which `make conformance` writes."""
    text = (ROOT / "README.md").read_text()
    return text.split(readme_table.BEGIN)[1].split(readme_table.END)[0].strip()


def model_rows():
    stages = [stage for stage, _ in readme_table.STAGES]
    report = json.loads(REPORT.read_text())
    yield "| model | " + " | ".join(stages) + " |"
    yield "|---|" + "---|" * len(stages)
    for result in report["results"]:
        yield f"| {result['name']} | " + " | ".join(result["status"][stage] for stage in stages) + " |"


def page():
    parts = [INTRODUCTION, summary()]
    if REPORT.exists():
        parts += ["## Model by model", "\n".join(model_rows())]
    return "\n\n".join(parts) + "\n"
