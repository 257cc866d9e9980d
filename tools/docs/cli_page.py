"""The reference of the command line: what every --help says."""

import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORTEN = ROOT / "build" / "release" / "apps" / "corten"


def help_text(*command):
    return subprocess.run([CORTEN, *command, "--help"], capture_output=True, text=True, check=True).stdout.rstrip()


def commands():
    listing = help_text().split("Subcommands:")[1].split("Example")[0]
    return re.findall(r"^  (\w+) ", listing, re.M)


def page():
    parts = [
        "# Command line",
        "Generated from `--help`. Exit code 0 means done, 1 that the input is at fault; `check` and `conform` say more.",
        f"```text\n{help_text()}\n```",
    ]
    for command in commands():
        parts += [f"## corten {command}", f"```text\n{help_text(command)}\n```"]
    return "\n\n".join(parts) + "\n"
