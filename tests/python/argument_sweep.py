"""Calls the functions of mujoco with arguments of the right kinds and nonsense sizes and numbers.

usage: SWEEP_LOG=FILE python argument_sweep.py SEED CALLS    the last call is left in the file
"""

import os
import random
import re
import sys

import numpy as np

import cortenforge.mujoco as mujoco

MODEL = """<mujoco><asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset><worldbody><light/><camera name='c'/><geom type='plane' size='1 1 1'/>
<body name='b' pos='0 0 .5'><joint name='j'/><geom name='g' size='.1'/><site name='s'/><body pos='.3 0 0'><joint type='ball'/>
<geom type='mesh' mesh='m'/></body></body><body mocap='true'/></worldbody><actuator><motor joint='j'/><muscle joint='j' lengthrange='0 1'/></actuator>
<sensor><jointpos joint='j'/></sensor><tendon><fixed><joint joint='j' coef='1'/></fixed></tendon><keyframe><key time='1'/></keyframe></mujoco>"""
INTEGERS = [0, 1, 2, 3, 4, 7, 25, 1000, -1, -2, 2**31 - 1, -(2**31)]
REALS = [0.0, 0.5, -1e300, 1e-300, float("nan"), float("inf")]
NONSENSE = [None, 2**70, "", "b", "x" * 1000, b"abc", [], {}, object(), np.zeros(3, "c16"), np.array(["a"])]
KINDS = {"int32": np.int32, "uint8": np.uint8, "float32": np.float32, "bool": np.bool_}
# what writes files, or runs as long as it is asked to
LEFT_OUT = re.compile("mj_step|mj_save|mj_print|mju_write|mj_load")


def parameters(function):
    """Types of the parameters, as the first line of the documentation says them; None where it does not."""
    line = (function.__doc__ or "").split("\n")[0]
    inside = line[line.find("(") + 1 : line.rfind(") ->")]
    if ") ->" not in line:
        return None
    parts, depth = [""], 0
    for letter in inside:
        depth += (letter in "[(") - (letter in "])")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [p for p in parts if p.strip()]


class Arguments:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.renew()

    def renew(self):
        self.model = mujoco.MjModel.from_xml_string(MODEL)
        self.data = mujoco.MjData(self.model)
        mujoco.mj_forward(self.model, self.data)

    def array(self, kind):
        m, choice = self.model, self.random.choice
        shape = re.search(r'"\[([^\]]*)\]"', kind)
        sizes = [s.strip() for s in shape[1].split(",")] if shape else ["m"]
        lengths = [int(s) if s.isdigit() else choice([m.nv, m.nv, m.nq, m.nu, m.nbody, 0, 1, 3, 9, 17]) for s in sizes]
        if lengths[1:] == [1]:
            lengths.pop()
        made = np.zeros(lengths, next((KINDS[k] for k in KINDS if k in kind), np.float64))
        if made.dtype.kind == "f":
            made[...] = choice([0, 1, np.nan, 1e30, -1])
        elif made.dtype == np.int32:
            made[...] = choice([0, 1, -1, 2**31 - 1, -(2**31)])
        return made

    def argument(self, kind):
        choice = self.random.choice
        if self.random.random() < 0.03:
            return choice(NONSENSE)
        if "Model" in kind:
            return self.model
        if "Data" in kind:
            return self.data
        if "NDArray" in kind:
            return None if "None" in kind and self.random.random() < 0.2 else self.array(kind)
        if "float" in kind:
            return choice(REALS)
        return choice(["b", "", "j"]) if "str" in kind else choice(INTEGERS)


def main(seed, calls):
    arguments = Arguments(seed)
    functions = [
        (name, function, parameters(function))
        for name, function in sorted(vars(mujoco).items())
        if re.match("mj[a-z]?_", name) and callable(function) and not LEFT_OUT.match(name)
    ]
    functions = [f for f in functions if f[2] is not None]
    answered = 0
    with open(os.environ["SWEEP_LOG"], "w") as log:
        for i in range(calls):
            name, function, kinds = arguments.random.choice(functions)
            given = [arguments.argument(kind) for kind in kinds]
            log.seek(0)
            log.truncate()
            log.write(f"{name} {[g.shape if isinstance(g, np.ndarray) else g for g in given]!r}")
            log.flush()
            try:
                function(*given)
                answered += 1
            except Exception:  # whichever: the interpreter lives
                pass
            if i % 500 == 499:
                arguments.renew()
    sys.stderr.write(f"{len(functions)} functions, {answered} calls answered\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
