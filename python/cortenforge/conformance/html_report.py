"""The picture of where we stand: one page, nothing else needed to look at it."""

import html

from cortenforge.conformance.judge import CRASHED, DIFFERENT, KNOWN, NOT_RUN, OK, columns, to_the_bit
from cortenforge.conformance.table import worst_text

_STYLE = """
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 1200px; color: #222; background: #fff; padding: 0 1rem }
h1 { font-size: 1.4rem } .sum { display: flex; gap: 1rem; flex-wrap: wrap; margin: 1rem 0 }
.card { border: 1px solid #ddd; border-radius: 8px; padding: .6rem 1rem; min-width: 9rem } .card b { font-size: 1.5rem; display: block }
.bar { height: 6px; border-radius: 3px; background: #eee; overflow: hidden; margin-top: .3rem } .bar i { display: block; height: 100%; background: #3a9d5d }
table { border-collapse: collapse; width: 100% } th { text-align: left; position: sticky; top: 0; background: #fff; border-bottom: 2px solid #ccc }
td, th { padding: .25rem .5rem; vertical-align: top } tr:nth-child(even) { background: #fafafa }
.cell { text-align: center; border-radius: 4px; color: #fff; font-size: 12px; min-width: 4.5rem; padding: .1rem .3rem; display: inline-block }
.ok { background: #3a9d5d } .known { background: #d99a1c } .different { background: #c8402f } .crashed { background: #7d3cb5 } .not_run { background: #ddd; color: #777 }
code { font-size: 12px } details table { font-size: 12px } summary { cursor: pointer } .note { color: #666 }
"""
_TITLE = {OK: "equal", KNOWN: "known", DIFFERENT: "differs", CRASHED: "crash", NOT_RUN: "–"}


def _cell(result, stage):
    status = result["status"].get(stage, NOT_RUN)
    worst = result["stages"].get(stage, {}).get("worst")
    hover = f"worst: {worst['field']} {worst['error']:.2g}" if worst else ""
    if "fields" in result["stages"].get(stage, {}):
        hover += f"; {result['stages'][stage]['equal']} of {result['stages'][stage]['fields']} fields to the bit"
    if stage == "rollout" and stage in result["stages"]:
        rollout = result["stages"][stage]
        hover += f"; {rollout['steps']} steps, the oracle itself moves by {rollout['sensitivity']:.2g}"
    return (
        f'<td><span class="cell {status.replace(" ", "_")}" title="{html.escape(hover)}">{_TITLE[status]}</span></td>'
    )


def _details(result):
    rows = [(d, "") for d in result["open"]] + [(d, f"{d['cause']} (until: {d['issue']})") for d in result["known"]]
    text = html.escape(worst_text(result))
    if not rows:
        return f"<code>{text}</code>"
    lines = "".join(
        f"<tr><td>{d['stage']}</td><td><code>{html.escape(d['field'])}</code></td><td>{d['error']:.3g}</td>"
        f"<td>{d['bar']:.0e}</td><td class=note>{html.escape(str(d['note']))[:300]}</td><td>{html.escape(cause)}</td></tr>"
        for d, cause in rows[:60]
    )
    return (
        f"<details><summary><code>{text[:160]}</code></summary><table><tr><th>stage<th>field<th>error<th>bar<th>where<th>cause</tr>"
        f"{lines}</table></details>"
    )


def _card(results, stage):
    run = [r for r in results if r["status"].get(stage, NOT_RUN) != NOT_RUN]
    good = sum(r["status"].get(stage, NOT_RUN) in (OK, KNOWN) for r in run)
    share = 100 * good / len(run) if run else 0
    equal, compared = to_the_bit(results, stage)
    bits = f"<span class=note>{equal} / {compared} to the bit</span>" if compared else ""
    return f'<div class="card">{stage}<b>{good} / {len(run)}</b>{bits}<div class="bar"><i style="width:{share:.0f}%"></i></div></div>'


def _number(x):
    return "–" if x is None else f"{x:.1e}" if x else "0"


def _table(caption, head, rows):
    lines = "".join("<tr>" + "".join(f"<td>{html.escape(str(cell))}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<details open><summary><b>{caption}</b></summary><table><tr>{''.join(f'<th>{h}' for h in head)}</tr>{lines}</table></details>"


def _sensitivity_table(results):
    """Ours beside the oracle's own: how far its numbers move when it starts 1e-13 beside."""
    rows = []
    for r in results:
        rollout, solvers = r["stages"].get("rollout"), r["stages"].get("solvers", {}).get("table", [])
        if rollout and "error" in rollout and solvers:
            rows.append(
                (
                    r["name"],
                    _number(rollout["error"]),
                    _number(rollout["sensitivity"]),
                    rollout["partings"],
                    _number(max(row["qacc"] for row in solvers)),
                    _number(max(row["own qacc"] for row in solvers)),
                    _number(max(row["force"] for row in solvers)),
                    _number(max(row["cost"] for row in solvers)),
                )
            )
    head = (
        "model",
        "trajectory: ours",
        "the oracle's own",
        "partings",
        "qacc, all solvers: ours",
        "the oracle's own",
        "forces: ours",
        "cost above the oracle's",
    )
    return _table("Differences beside the oracle's own sensitivity to 1e-13", head, rows)


def _solver_table(results):
    tables = [r["stages"]["solvers"]["table"] for r in results if r["stages"].get("solvers", {}).get("table")]
    rows = []
    for column in zip(*tables):
        rows.append(
            (
                column[0]["solver"],
                len(column),
                sum(c["states"] for c in column),
                sum(c["qacc"] == 0 for c in column),
                _number(max(c["qacc"] for c in column)),
                _number(max(c["own qacc"] for c in column)),
                _number(max(c["cost"] for c in column)),
            )
        )
    head = (
        "solver, cone, Jacobian",
        "models",
        "states",
        "models bit-equal in qacc",
        "worst qacc",
        "the oracle's own",
        "cost above the oracle's",
    )
    return _table("Every solver, cone and layout", head, rows)


def _pair_table(pairs):
    rows = [
        (p["pair"], p["poses"], p["touching"], p["off"], f"{100 * p['equal'] / p['poses']:.4f} %", _number(p["worst"]))
        for p in pairs.get("pairs", [])
    ]
    return (
        _table("Pairs of shapes", ("pair", "poses", "touching", "off by more than 1e-10", "bit-equal", "worst"), rows)
        if rows
        else ""
    )


def write_html(path, results, title, pairs):
    rows = "".join(
        f"<tr><td>{html.escape(r['name'])}</td>{''.join(_cell(r, s) for s in columns(results))}<td>{_details(r)}</td></tr>"
        for r in results
    )
    head = "".join(f"<th>{s}</th>" for s in columns(results))
    page = (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{html.escape(title)}</title><style>{_STYLE}</style>"
        f"<h1>{html.escape(title)}</h1><p>Judge: MuJoCo 3.5.0. Error of a field: |ours − theirs| / max(1, |theirs|), the largest over the array "
        f"and over all states. Hover over a cell for its worst field.</p>"
        f"<div class=sum>{''.join(_card(results, s) for s in columns(results))}</div>"
        f"{_solver_table(results)}{_pair_table(pairs)}<table><tr><th>model</th>{head}<th>worst</th></tr>{rows}</table>"
        f"{_sensitivity_table(results)}</html>"
    )
    with open(path, "w", encoding="utf-8") as out:
        out.write(page)
