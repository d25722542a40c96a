# SPDX-License-Identifier: GPL-2.0-only
"""Prints a case and its outcome, and makes a case with a finding smaller."""

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
    if outcome is None:
        return "\n".join([*lines, "left out: this machine cannot make its files"])
    lines += [f"exit code: {outcome.code}" + (", hangs" if outcome.hangs else "")]
    lines += [f"processor: {outcome.cpu_s:.2f} s, memory: {outcome.peak_bytes / 1e6:.0f} MB"]
    lines += [f"stdout: {short(outcome.out)}", f"stderr: {short(outcome.err)}"]
    return "\n".join(lines)


def smaller(case):
    """Yields cases that lack something of a case."""
    for i in range(len(case.arguments)):
        yield dataclasses.replace(case, arguments=case.arguments[:i] + case.arguments[i + 1 :])
    for name in case.files:
        left = {other: content for other, content in case.files.items() if other != name}
        yield dataclasses.replace(case, files=left)
    for name, content in case.files.items():
        if isinstance(content, (str, bytes)) and len(content) > 1:
            half = len(content) // 2
            for part in (content[:half], content[half:], content[:-1], content[1:]):
                yield dataclasses.replace(case, files=dict(case.files, **{name: part}))


def shrunk(case, tool, try_case, most=300):
    """Returns the story of a smaller case with the same first finding."""
    wanted = try_case(case, tool)[0][0]
    again = True
    while again and most > 0:
        again = False
        for made in smaller(case):
            most -= 1
            if most > 0 and try_case(made, tool)[0][:1] == [wanted]:
                case, again = made, True
                break
    found, outcome, _ = try_case(case, tool)
    return f"smaller, {'; '.join(found)}:\n{story(case, tool, outcome)}"
