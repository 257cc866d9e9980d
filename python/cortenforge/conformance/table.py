"""The table on the terminal."""

import sys

from cortenforge.conformance.judge import CRASHED, DIFFERENT, KNOWN, NOT_RUN, OK, columns, to_the_bit

_MARK = {OK: "ok", KNOWN: "known", DIFFERENT: "DIFF", CRASHED: "CRASH", NOT_RUN: "-"}
_COLOUR = {OK: "32", KNOWN: "33", DIFFERENT: "31", CRASHED: "35", NOT_RUN: "90"}


def _paint(text, status, colour):
    return f"\033[{_COLOUR[status]}m{text}\033[0m" if colour else text


def _short(text, width):
    text = " ".join(str(text).split())
    return text if len(text) <= width else text[: width - 1] + "…"


def worst_text(result):
    """The worst open difference of the first stage that has one, else the largest error that still passes."""
    if result["open"]:
        first = min(result["open"], key=lambda d: (columns([result]).index(d["stage"]), -d["error"]))
        return f"{first['stage']}: {first['field']} {first['error']:.2g} {first['note']}"
    worst = [(s["worst"]["error"], stage, s["worst"]["field"]) for stage, s in result["stages"].items() if s["worst"]]
    if not worst and result["known"]:
        return result["known"][0]["cause"]
    if not worst:
        return "both refuse" if result["verdict"] else f"the oracle gives up: {result.get('gave up', '')}"
    error, stage, field = max(worst)
    return f"{stage}: {field} {error:.2g}"


def _status(result, stage):
    return result["status"].get(stage, NOT_RUN)


def print_table(results, verbose=False):
    colour, stages = sys.stdout.isatty(), columns(results)
    width = max([5, *(len(r["name"]) for r in results)])
    print(f"{'model':<{width}}  " + "  ".join(f"{s:<7}" for s in stages) + "  worst")
    for r in results:
        cells = "  ".join(_paint(f"{_MARK[_status(r, s)]:<7}", _status(r, s), colour) for s in stages)
        print(f"{r['name']:<{width}}  {cells}  {_short(worst_text(r), 110)}")
        if verbose:
            for d in r["open"]:
                print(
                    f"    {d['stage']:<8} {d['field']:<28} {d['error']:<10.3g} bar {d['bar']:<8.0e} {_short(d['note'], 120)}"
                )
    counts = {s: sum(_status(r, s) in (OK, KNOWN) for r in results) for s in stages}
    total = {s: sum(_status(r, s) != NOT_RUN for r in results) for s in stages}
    print(f"{len(results)} models: " + ", ".join(f"{s} {counts[s]}/{total[s]}" for s in stages))
    bits = {s: to_the_bit(results, s) for s in stages}
    print("to the bit: " + ", ".join(f"{s} {equal}/{run}" for s, (equal, run) in bits.items() if run))


def progress(done, total, name):
    """One line that overwrites itself; nothing when the output is a file."""
    if sys.stderr.isatty():
        filled = 30 * done // total
        end = "\n" if done == total else ""
        sys.stderr.write(f"\r[{'█' * filled}{'·' * (30 - filled)}] {done}/{total} {_short(name, 40):<40}{end}")
        sys.stderr.flush()
