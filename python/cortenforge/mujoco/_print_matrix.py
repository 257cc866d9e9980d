"""Numbers and matrices as text, for mj_printModel and mj_printData."""

import numpy as np


def join(values, fmt, end=" "):
    """Reals one after the other, each with a space behind it."""
    return "".join(fmt % value + end for value in np.ravel(values))


def row_text(values, fmt, first=""):
    """Numbers of a row with a space between them."""
    values = np.ravel(values)
    return first + " ".join(fmt % value if values.dtype.kind == "f" else str(value) for value in values)


def rows(title, array, fmt):
    """A matrix, row by row; a vector is a column."""
    yield title
    array = np.asarray(array)
    for row in array.reshape(len(array), -1):
        yield "  " + row_text(row, fmt)
    yield ""


def _followers(entries):
    """How many rows that come next have the same columns."""
    counts = [0] * len(entries)
    for row in reversed(range(len(entries) - 1)):
        if set(entries[row]) == set(entries[row + 1]):
            counts[row] = counts[row + 1] + 1
    return counts


def pattern_lines(title, entries, columns, diagonal="x", follow=False):
    """Where a matrix has numbers: one letter per column. entries: per row the columns that are there, or their letters.

    follow: behind each row, how many like it come next.
    """
    edge = "-" * (columns + 2)
    yield from (title, edge)
    followers = _followers(entries) if follow else [0] * len(entries)
    for row, there in enumerate(entries):
        def letter(column):
            if column not in there:
                return " "
            if isinstance(there, dict):
                return str(there[column])
            return diagonal if column == row else "x"

        yield f" {''.join(map(letter, range(columns)))} |" + (f" {followers[row]}" if followers[row] else "")
    yield from (edge, "")


def write(filename, lines):
    """Writes lines, or warns that the file cannot be opened."""
    try:
        with open(filename, "w") as out:
            out.writelines(line + "\n" for line in lines)
    except OSError:
        print(f"WARNING: Could not open file '{filename}' for writing\n")
