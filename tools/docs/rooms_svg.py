#!/usr/bin/env python3
"""The picture of the rooms, from the corten_room rows of CMakeLists.txt: who may use whom, lowest room below.

tools/docs/rooms_svg.py > docs/rooms.svg
"""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))

from check_includes import room_rows  # noqa: E402

WIDTH, HEIGHT, GAP, MARGIN, RISE = 104, 34, 22, 20, 44
GROUPS = {
    "#e8eef7": ("base", "math", "linalg"),
    "#fdf1dc": ("geom", "model", "asset", "spec", "mjcf", "compile"),
    "#e4f3e6": (),
}


def levels(rows):
    """Room → height: one above the highest room it uses."""
    height = {}
    for room, used in rows.items():
        height[room] = 1 + max((height[other] for other in used), default=-1)
    return height


def reduced(rows):
    """Edges that do not follow from others: using B, which uses C, allows for C."""

    def reach(room):
        return set(rows[room]).union(*(reach(other) for other in rows[room])) if rows[room] else set()

    for room, used in rows.items():
        implied = set().union(*(reach(other) for other in used)) if used else set()
        for other in used:
            if other not in implied:
                yield room, other


def places(rows):
    """Room → top left corner; a level is a centred line."""
    height = levels(rows)
    top = max(height.values())
    widest = max(list(height.values()).count(level) for level in range(top + 1))
    spot = {}
    for level in range(top + 1):
        line = [room for room in rows if height[room] == level]
        shift = (widest - len(line)) * (WIDTH + GAP) / 2
        for i, room in enumerate(line):
            spot[room] = (MARGIN + shift + i * (WIDTH + GAP), MARGIN + (top - level) * (HEIGHT + RISE))
    return spot, 2 * MARGIN + widest * (WIDTH + GAP) - GAP, 2 * MARGIN + (top + 1) * (HEIGHT + RISE) - RISE


def colour(room):
    return next((fill for fill, rooms in GROUPS.items() if room in rooms), "#e4f3e6")


def arrow(start, end):
    (x1, y1), (x2, y2) = start, end
    bottom, top = y1 + HEIGHT, y2
    middle = (bottom + top) / 2
    a, b = x1 + WIDTH / 2, x2 + WIDTH / 2
    return f'<path d="M{a:.0f} {bottom:.0f} C{a:.0f} {middle:.0f} {b:.0f} {middle:.0f} {b:.0f} {top - 3:.0f}" marker-end="url(#tip)"/>'


def box(room, x, y):
    return (
        f'<rect x="{x:.0f}" y="{y:.0f}" width="{WIDTH}" height="{HEIGHT}" rx="5" fill="{colour(room)}" stroke="#556"/>'
        f'<text x="{x + WIDTH / 2:.0f}" y="{y + HEIGHT / 2 + 5:.0f}">{room}</text>'
    )


def svg():
    rows = room_rows((ROOT / "CMakeLists.txt").read_text())
    spot, width, height = places(rows)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        'font-family="sans-serif" font-size="14" text-anchor="middle">',
        '<defs><marker id="tip" markerWidth="7" markerHeight="7" refX="5" refY="3" orient="auto"><path d="M0 0 L6 3 L0 6z" fill="#889"/></marker></defs>',
        '<rect width="100%" height="100%" fill="white"/>',
        '<g fill="none" stroke="#889" stroke-width="1.2">',
        *(arrow(spot[room], spot[other]) for room, other in reduced(rows)),
        "</g>",
        *(box(room, *spot[room]) for room in rows),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    sys.stdout.write(svg())
