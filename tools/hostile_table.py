#!/usr/bin/env python3
"""Loads hostile models with both engines, each in a process of its own, and writes the table of docs/reliability.md."""

import pickle
import re
import resource
import struct
import subprocess
import sys
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs/reliability.md"
SECONDS = 3  # then it counts as a hang


def world(elements):
    return f"<mujoco><worldbody>{elements}</worldbody></mujoco>"


def beside(section, before=""):
    return (
        f"<mujoco>{before}<worldbody><body><joint name='j'/><geom size='.1'/><site name='s'/></body>"
        f"<camera name='c' resolution='65536 65536'/><camera name='d' resolution='30000 30000'/></worldbody>{section}</mujoco>"
    )


def nested_replicas(levels):
    inner = "<geom size='1'/>"
    for _ in range(levels):
        inner = f"<replicate count='100'>{inner}</replicate>"
    return world(inner)


def urdf_chain(links):
    text = "<robot name='r'><link name='l0'/>"
    for i in range(1, links):
        text += (
            f"<link name='l{i}'><inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
            f"</link><joint name='j{i}' type='revolute'><axis xyz='0 0 1'/><parent link='l{i - 1}'/><child link='l{i}'/></joint>"
        )
    return text + "</robot>"


def flat(bodies):
    return world("".join(f"<body pos='{i} 0 0'><joint/><geom size='.1'/></body>" for i in range(bodies)))


def asset(element):
    return f"<mujoco><asset>{element}</asset></mujoco>"


def png(side, rows_held=None):
    """A picture of one colour: a few kilobytes that unfold. It may hold more rows than it says."""

    def chunk(kind, content):
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(1 + 3 * side)) for _ in range(rows_held or side)) + packer.flush()
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 2, 0, 0, 0))
        + chunk(b"IDAT", rows)
        + chunk(b"IEND", b"")
    )


# files that inputs name
FILES = {
    "nan.obj": lambda: b"v nan nan nan\n" * 100_000 + b"f 1 2 3\n",
    "corners.obj": lambda: b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf " + b"1 2 3 4 " * 1_000_000,
    "many.stl": lambda: bytes(80) + struct.pack("<I", 2**32 - 1) + bytes(1000),
    "many.msh": lambda: struct.pack("<4i", 2**30, 2**30, 2**30, 2**30) + bytes(1000),
    "wide.png": lambda: png(16_000),
    "swollen.png": lambda: png(1_000, 1_000_000),
    "many.skn": lambda: struct.pack("<4i", 2**30, 2**30, 2**30, 2**30) + bytes(1000),
    "many.hf": lambda: struct.pack("<2i", 2**20, 2**20),
    "self.xml": lambda: b"<mujoco><include file='self.xml'/></mujoco>",
}

INPUTS = {
    "four user sensors of dim 2³⁰": beside("<sensor>" + "<user dim='1073741824'/>" * 4 + "</sensor>"),
    "64 histories of 2²⁴ samples": beside(
        "<sensor>" + "<framepos objtype='site' objname='s' nsample='16777216' delay='.01'/>" * 64 + "</sensor>"
    ),
    "four actuators of actdim 2³⁰": beside(
        "<actuator>" + "<general joint='j' dyntype='user' actdim='1073741824'/>" * 4 + "</actuator>"
    ),
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
    "composite of 10⁸": world(
        "<composite type='cable' count='100000000 1 1' size='1 0 0' curve='s'><joint kind='main'/>"
        "<geom type='capsule' size='.1'/></composite>"
    ),
    "URDF chain of 10,000 links": urdf_chain(10_000),
    "mesh of 100,000 lines 'v nan nan nan'": asset("<mesh name='m' file='nan.obj'/>"),
    "height field of 14,000²": asset("<hfield name='h' nrow='14000' ncol='14000' size='1 1 1 1'/>"),
    "texture of 16,000²": asset("<texture name='t' type='2d' builtin='checker' width='16000' height='16000'/>"),
    "cube texture of 6,000²": asset(
        "<texture name='t' type='cube' builtin='gradient' width='6000' height='6000' mark='random'/>"
    ),
    "16 textures of 6,000²": asset(
        "".join(f"<texture name='t{i}' type='2d' builtin='flat' width='6000' height='6000'/>" for i in range(16))
    ),
    "PNG of 16,000² in some kilobytes": asset("<texture name='t' type='2d' file='wide.png'/>"),
    "the same as a height field": asset("<hfield name='h' size='1 1 1 1' file='wide.png'/>"),
    "PNG of 1,000² that holds 3 GB": asset("<texture name='t' type='2d' file='swollen.png'/>"),
    "face of four million corners": asset("<mesh name='m' file='corners.obj'/>"),
    "STL that claims 2³² faces": asset("<mesh name='m' file='many.stl'/>"),
    "MSH that claims 2³⁰ vertices": asset("<mesh name='m' file='many.msh'/>"),
    "skin that claims 2³⁰ vertices": asset("<skin name='s' file='many.skn'/>"),
    "height field file that claims 2⁴⁰ numbers": asset("<hfield name='h' size='1 1 1 1' file='many.hf'/>"),
    "mesh 'supersphere' of 10⁵": asset("<mesh name='m' builtin='supersphere' params='100000 1 1'/>"),
    "mesh 'cone' of 10⁶ sides": asset("<mesh name='m' builtin='cone' params='1000000 .5'/>"),
    "mesh 'wedge' of 10⁸ points": asset("<mesh name='m' builtin='wedge' params='10000 10000 1 1 .1'/>"),
    "solver of 2³¹ rounds": beside(
        "<equality>" + "".join(f"<joint joint1='j' polycoef='{i} 0 0 0 0'/>" for i in range(9)) + "</equality>",
        "<option solver='PGS' iterations='2147483647' tolerance='0'/>",
    ),
    "nuserdata 2·10⁸": beside("", "<size nuserdata='200000000'/>"),
    "numeric of 5·10⁸": "<mujoco><custom><numeric name='n' size='500000000'/></custom></mujoco>",
    "flat model of 10,000 joints": flat(10_000),
    "flat model of 60,000 joints": flat(60_000),
    "100,000 tendons": beside("<tendon>" + "<fixed><joint joint='j' coef='1'/></fixed>" * 100_000 + "</tendon>"),
    "tendon of 100,000 joints": beside(
        "<tendon><fixed>" + "<joint joint='j' coef='1'/>" * 100_000 + "</fixed></tendon>"
    ),
    "100,000 sensors": beside("<sensor>" + "<jointpos joint='j'/>" * 100_000 + "</sensor>"),
    "20,000 muscles to measure": beside("<actuator>" + "<muscle joint='j'/>" * 20_000 + "</actuator>"),
    "classes nested 20,000 deep": "<mujoco><default>"
    + "".join(f"<default class='{i}'>" for i in range(20_000))
    + "</default>" * 20_001
    + "</mujoco>",
    "frames nested 100,000 deep": world("<frame>" * 100_000 + "</frame>" * 100_000),
    "file that includes itself": "<mujoco><include file='self.xml'/></mujoco>",
    "flexcomp of 10⁹": world(
        "<flexcomp type='grid' name='f' count='1000 1000 1000' spacing='.1 .1 .1' radius='.01' dim='3' mass='1'/>"
    ),
    "cable of 20,000": world(
        "<composite type='cable' count='20000 1 1' size='1 0 0' curve='s' initial='none'><joint kind='main'/>"
        "<geom type='capsule' size='.01'/></composite>"
    ),
    "numbers that are none": world(
        "<body pos='nan 0 0'><joint axis='nan 0 0' pos='inf 0 0'/><geom size='nan'/></body>"
    ),
}

PROGRAM = """
import pickle, sys
engine = sys.argv[1]
text, files = pickle.load(open(sys.argv[2], "rb"))
if engine == "ours":
    import cortenforge.mujoco as mujoco
else:
    import mujoco
import re, resource
before = resource.getrusage(resource.RUSAGE_SELF)
try:
    mujoco.MjModel.from_xml_string(text, files or None)
    verdict = "loaded"
except (ValueError, MemoryError, mujoco.FatalError):
    verdict = "refused"
after = resource.getrusage(resource.RUSAGE_SELF)
print(verdict, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, re.search(r"VmHWM:\\s*(\\d+)", open("/proc/self/status").read())[1])
"""


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def judge(engine, path):
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, engine, path], capture_output=True, text=True, preexec_fn=limit
    )
    found = re.search(r"(loaded|refused) ([\d.]+) (\d+)", done.stdout)
    if found:
        return f"{found[1]} | {float(found[2]):.2f} | {int(found[3]) // 1024}"
    if done.returncode in (-24, -9):
        return f"over {SECONDS} s | – | –"
    return f"**ended** ({done.returncode}) | – | –"


def main():
    work = ROOT / "build/hostile"
    work.mkdir(parents=True, exist_ok=True)
    rows = []
    for name, text in INPUTS.items():
        path = work / "input.pickle"
        path.write_bytes(pickle.dumps((text, {file: make() for file, make in FILES.items() if file in text})))
        rows.append(f"| {name} | {judge('ours', path)} | {judge('theirs', path)} |")
        print(rows[-1], flush=True)
    page = PAGE.read_text()
    begin, end = page.index("<!-- hostile -->"), page.index("<!-- end -->")
    PAGE.write_text(
        page[:begin]
        + "<!-- hostile -->\n"
        + "| input | ours | CPU s | peak MB | MuJoCo 3.5.0 | CPU s | peak MB |\n|---|---|---|---|---|---|---|\n"
        + "\n".join(rows)
        + "\n"
        + page[end:]
    )


if __name__ == "__main__":
    main()
