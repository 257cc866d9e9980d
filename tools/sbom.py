#!/usr/bin/env python3
"""The software that a wheel contains, as a CycloneDX bill of materials: docs/sbom.json.

usage: tools/sbom.py [--check]    --check only says whether the file is what it should be

Code in third_party/ is listed with the hash of its files, packages of the page with the hashes of web/package-lock.json. Libraries of Debian
that a build takes in have the version of the distribution that builds the wheel.
"""

import base64
import hashlib
import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = ROOT / "docs/sbom.json"
THIRD_PARTY = {
    "qhull": ("Qhull", "third_party/qhull"),
    "lodepng": ("Zlib", "third_party/lodepng"),
    "civetweb": ("MIT", "third_party/civetweb"),
}
DEBIAN = {"zlib": "Zlib", "fmt": "MIT", "CLI11": "BSD-3-Clause", "nlohmann-json": "MIT"}
PAGE = {"three": "MIT", "lil-gui": "MIT", "uplot": "MIT"}


def tree_hash(folder):
    digest = hashlib.sha256()
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def component(name, version, licence, **more):
    return {
        "type": "library",
        "name": name,
        **({"version": version} if version else {}),
        "licenses": [{"license": {"id": licence}}],
        **more,
    }


def third_party():
    """Versions stand in the table of third_party/README.md."""
    table = (ROOT / "third_party/README.md").read_text()
    for name, (licence, folder) in THIRD_PARTY.items():
        row = next(line for line in table.splitlines() if line.startswith(f"| `{name}"))
        version = row.split("|")[3].split()[0]
        yield component(name, version, licence, hashes=[{"alg": "SHA-256", "content": tree_hash(ROOT / folder)}])


def page():
    packages = json.loads((ROOT / "web/package-lock.json").read_text())["packages"]
    for name, licence in PAGE.items():
        entry = packages[f"node_modules/{name}"]
        content = base64.b64decode(entry["integrity"].removeprefix("sha512-")).hex()
        yield component(
            name,
            entry["version"],
            licence,
            purl=f"pkg:npm/{name}@{entry['version']}",
            hashes=[{"alg": "SHA-512", "content": content}],
        )


def python():
    pinned = dict(re.findall(r"^(nanobind|numpy)==(\S+)", (ROOT / "tools/requirements.txt").read_text(), re.M))
    yield component("nanobind", pinned["nanobind"], "BSD-3-Clause", purl=f"pkg:pypi/nanobind@{pinned['nanobind']}")
    yield component(
        "numpy",
        "",
        "BSD-3-Clause",
        purl="pkg:pypi/numpy",
        scope="required",
        description="not contained: the wheel requires it",
    )


def bill():
    version = re.search(r"project\(CortenForge VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
    debian = (component(name, "", licence, purl=f"pkg:deb/debian/{name.lower()}") for name, licence in DEBIAN.items())
    whole = {
        "type": "library",
        "name": "cortenforge",
        "version": version,
        "licenses": [{"license": {"id": "Apache-2.0"}}],
    }
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": whole},
        "components": [*third_party(), *page(), *python(), *debian],
    }
    return json.dumps(document, indent=1) + "\n"


def main():
    text = bill()
    if "--check" in sys.argv[1:]:
        if TARGET.exists() and TARGET.read_text() == text:
            return 0
        print("docs/sbom.json is not what a wheel contains: run tools/sbom.py")
        return 1
    TARGET.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
