#!/usr/bin/env python3
"""Loads hostile models with both engines, each in a process of its own, and writes the table of docs/reliability.md."""

import re
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reliability.md"
SECONDS = 25  # then it counts as a hang


def world(elements):
    return f"<mujoco><worldbody>{elements}</worldbody></mujoco>"


def beside(section, before=""):
    return (f"<mujoco>{before}<worldbody><body><joint name='j'/><geom size='.1'/><site name='s'/></body>"
            f"<camera name='c' resolution='65536 65536'/><camera name='d' resolution='30000 30000'/></worldbody>{section}</mujoco>")


def nested_replicas(levels):
    inner = "<geom size='1'/>"
    for _ in range(levels):
        inner = f"<replicate count='100'>{inner}</replicate>"
    return world(inner)


def urdf_chain(links):
    text = "<robot name='r'><link name='l0'/>"
    for i in range(1, links):
        text += (f"<link name='l{i}'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
                 f"</link><joint name='j{i}' type='revolute'><axis xyz='0 0 1'/><parent link='l{i-1}'/><child link='l{i}'/></joint>")
    return text + "</robot>"


INPUTS = {
    "four user sensors of dim 2³⁰": beside("<sensor>" + "<user dim='1073741824'/>" * 4 + "</sensor>"),
    "64 histories of 2²⁴ samples": beside("<sensor>" + "<framepos objtype='site' objname='s' nsample='16777216' delay='.01'/>" * 64 + "</sensor>"),
    "four actuators of actdim 2³⁰": beside("<actuator>" + "<general joint='j' dyntype='user' actdim='1073741824'/>" * 4 + "</actuator>"),
    "rangefinder on 65,536² pixels": beside("<sensor><rangefinder camera='c'/></sensor>"),
    "rangefinder on 30,000² pixels": beside("<sensor><rangefinder camera='d'/></sensor>"),
    "memory 1000G": beside("", "<size memory='1000G'/>"),
    "njmax 2³¹": beside("", "<size njmax='2147483647' nconmax='2147483647'/>"),
    "nuser_geom 2·10⁹": beside("", "<size nuser_geom='2000000000'/>"),
    "nkey 10⁷": beside("", "<size nkey='10000000'/>"),
    "height field 46,341²": "<mujoco><asset><hfield name='h' nrow='46341' ncol='46341' size='1 1 1 1'/></asset></mujoco>",
    "replicate 10⁹": world("<replicate count='1000000000'><geom size='1'/></replicate>"),
    "empty replicate 10⁹": world("<replicate count='1000000000'/>"),
    "replicas nested 100⁵": nested_replicas(5),
    "10⁶ bodies": world("<body/>" * 1_000_000),
    "composite of 10⁸": world("<composite type='cable' count='100000000 1 1' size='1 0 0' curve='s'><joint kind='main'/>"
                             "<geom type='capsule' size='.1'/></composite>"),
    "URDF chain of 10,000 links": urdf_chain(10_000),
    "mesh of 100,000 lines 'v nan nan nan'": "<mujoco><asset><mesh name='m' file='nan.obj'/></asset></mujoco>",
}

PROGRAM = """
import sys
engine, text = sys.argv[1], open(sys.argv[2]).read()
if engine == "ours":
    import cortenforge.mujoco as mujoco
else:
    import mujoco
import resource
before = resource.getrusage(resource.RUSAGE_SELF)
try:
    mujoco.MjModel.from_xml_string(text, {"nan.obj": b"v nan nan nan\\n" * 100000 + b"f 1 2 3\\n"} if "nan.obj" in text else None)
    verdict = "loaded"
except (ValueError, MemoryError, mujoco.FatalError):
    verdict = "refused"
after = resource.getrusage(resource.RUSAGE_SELF)
print(verdict, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, after.ru_maxrss // 1024)
"""


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def judge(engine, path):
    done = subprocess.run([sys.executable, "-c", PROGRAM, engine, path], capture_output=True, text=True, preexec_fn=limit)
    found = re.search(r"(loaded|refused) ([\d.]+) (\d+)", done.stdout)
    if found:
        return f"{found[1]} | {float(found[2]):.2f} | {found[3]}"
    if done.returncode in (-24, -9):
        return f"over {SECONDS} s | – | –"
    return f"**ended** ({done.returncode}) | – | –"


def main():
    work = ROOT / "build/hostile"
    work.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, text in INPUTS.items():
        path = work / "input.xml"
        path.write_text(text)
        rows.append(f"| {name} | {judge('ours', path)} | {judge('theirs', path)} |")
        print(rows[-1], flush=True)
    page = PAGE.read_text()
    begin, end = page.index("<!-- hostile -->"), page.index("<!-- end -->")
    PAGE.write_text(page[:begin] + "<!-- hostile -->\n" +
                    "| input | ours | CPU s | peak MB | MuJoCo 3.5.0 | CPU s | peak MB |\n|---|---|---|---|---|---|---|\n" +
                    "\n".join(rows) + "\n" + page[end:])


if __name__ == "__main__":
    main()
