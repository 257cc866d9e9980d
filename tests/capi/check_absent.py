#!/usr/bin/env python3
"""docs/c_api.md names exactly the functions that absent_names.h lists.

Usage: check_absent.py ABSENT_NAMES DOCUMENT
"""

import fnmatch
import re
import sys
from pathlib import Path


def main():
    names, document = (Path(path).read_text() for path in sys.argv[1:])
    absent = set(re.findall(r"CORTEN_ABSENT\((\w+)\)", names))
    part = document.split("## What is not there")[1].split("\n## ")[0].split("Functions put")[0]
    told = [word for word in re.findall(r"`([^`]+)`", part) if re.match(r"_?mj", word)]
    untold = sorted(name for name in absent if not any(fnmatch.fnmatch(name, word) for word in told))
    wrong = sorted(word for word in told if not fnmatch.filter(absent, word))
    if untold or wrong:
        sys.exit(f"not in the document: {untold}\nthere after all: {wrong}")
    print(f"{len(absent)} names")


if __name__ == "__main__":
    main()
