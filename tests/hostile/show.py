# SPDX-License-Identifier: GPL-2.0-only
"""Prints a case and its outcome."""

import dataclasses
import shlex

MOST = 400  # characters of a file or an output


def short(data):
    """Returns the beginning of bytes or a text, printable."""
    text = data.decode(errors="backslashreplace") if isinstance(data, bytes) else data
    more = f"... ({len(text)} characters)" if len(text) > MOST else ""
    return "".join(c if c.isprintable() or c == "\n" else repr(c)[1:-1] for c in text[:MOST]) + more


def story(case, tool, outcome):
    """Returns what a case was and how it ended."""
    command = shlex.join(str(word) for word in tool.command(case))
    lines = [f"kind: {case.kind}", f"command: {short(command)}"]
    for name, content in case.files.items():
        shown = short(content) if isinstance(content, (str, bytes)) else content
        lines.append(f"file {name[:80]!r}: {shown}")
    plain = type(case)("", [])
    for field in dataclasses.fields(case):
        value = getattr(case, field.name)
        if field.name not in ("kind", "arguments", "files", "parsed") and value != getattr(
            plain, field.name
        ):
            lines.append(f"{field.name}: {short(repr(value))}")
    lines += [f"exit code: {outcome.code}" + (", hangs" if outcome.hangs else "")]
    lines += [f"processor: {outcome.cpu_s:.2f} s, memory: {outcome.peak_bytes / 1e6:.0f} MB"]
    lines += [f"stdout: {short(outcome.out)}", f"stderr: {short(outcome.err)}"]
    return "\n".join(lines)
