# SPDX-License-Identifier: GPL-2.0-only
"""The command ./ns3 plot."""

import os
import sys

import esa_looks
from esa_runs.read import read
from esa_runs.results import VERSIONS, figures, lists, summed_in_hosts
from esa_runs.text import counted, listed, meant
from esa_sweep.command import serve, start
from esa_sweep.errors import BadInput

from .options import AS_RESULTS_SAY, FORMATS, PROG, parse
from .plan import make_plan
from .styles import value_text
from .table import Table

PAGE = "index.html"
EXIT_NO_ANSWER = 3
"""--does-ina-pay: no switch summed anything at any point."""

_DEFAULT_FIGURES = ("jct_ms", "utilization")
_TRACE = "queueing_mean_ms"  # a figure that only job traces have
_DEFAULT_FIGURES_OF_TRACE = ("job_jct_mean_ms", _TRACE)
_PAPER_POINTS = 8
_DEFAULT_LISTS = ("iteration_ms", "job_jct_ms", "jobs.jct_us", "jct_ms_per_job")


def _figures(options, results):
    """Returns the columns to draw."""
    there = figures(results)
    if options.y is None:
        wanted = _DEFAULT_FIGURES_OF_TRACE if _TRACE in there else _DEFAULT_FIGURES
        found = [name for name in wanted if name in there] or there[:1]
    elif options.y == ["all"]:
        rows = [row for one in results for row in one.rows]
        found = [name for name in there if len({row.get(name) for row in rows}) > 1]
    else:
        found = options.y
    unknown = [name for name in found if name not in there]
    if unknown or not found:
        lacks = f"no figure {listed(unknown)}" if unknown else "no figure that varies"
        raise BadInput(
            f"{_paths(results)}: {lacks}; {meant(unknown, there)}; --list prints all for --y"
        )
    return found


def _list_column(options, results):
    """Returns the column whose distribution is drawn."""
    there = lists(results)
    found = options.cdf
    if found == "":
        found = next((name for name in [*_DEFAULT_LISTS, *there] if name in there), "")
    if found not in there:
        raise BadInput(
            f"{_paths(results)}: no column {found} that holds lists of times; needed for --cdf is "
            f"one of: {', '.join(there) or '(these results have none)'}"
        )
    return found


def _paths(results):
    return listed([one.path for one in results])


def _check_names(options, results):
    """Refuses settings that no row has."""
    named = [options.x, *(options.lines or []), *(options.panels or []), *(options.choose or [])]
    for name in filter(None, named + [name for name, _ in options.where]):
        if all(one.setting(row, name) is None for one in results for row in one.rows):
            settings = ["system", "jobs", "workers", "workload", "iterations", "seed"]
            there = dict.fromkeys([axis for one in results for axis in one.axes] + settings)
            fields = {field for one in results for row in one.rows for field in one.config(row) or ()}
            raise BadInput(
                f"{_paths(results)}: no setting '{name}'; {meant([name], [*there, *sorted(fields)])}; if the "
                "folder has result.json or runs/, every field of a scenario is a setting, too"
            )
        if name == "seed" and name in named:
            raise BadInput("seed: points are means over the seeds; --where seed=1 chooses one")


def _prepare_out(options, folder, paths):
    """Creates the folder; refuses to overwrite."""
    there = [os.path.basename(path) for path in paths if os.path.lexists(path)]
    if there and not options.force:
        one = options.out in paths  # a figure, not a folder
        what = "is there already" if one else f"already holds {listed(there)}"
        raise BadInput(
            f"--out {options.out}: {what}; name another {'file' if one else 'folder'}, or "
            "overwrite with --force"
        )
    try:
        os.makedirs(folder or ".", exist_ok=True)
    except OSError as error:
        raise BadInput(f"--out {options.out}: cannot be created: {error.strerror}") from None


def _print_list(table, results):
    for name in [*table.varying, *(name for name in VERSIONS if len(table.values(name)) > 1)]:
        print(f"{name}: {listed(table.values(name))}")
    print(f"seed: {listed(dict.fromkeys(row['seed'] for row in table.rows))}")
    print(f"figures (--y): {', '.join(figures(results))}")
    print(f"lists (--cdf): {', '.join(lists(results)) or 'none'}")


def _lacking(table, column):
    """Returns a sentence if some rows lack a column."""
    count = sum(row.get(column) is None for row in table.rows)
    return f"{column}: {count} of {counted(len(table.rows), 'run')} have no value" if count else ""


def read_table(options):
    """Returns (list of Results, Table) of what the options name."""
    esa_looks.call(dict(options.name))
    results = [read(path) for path in dict.fromkeys(options.results)]
    _check_names(options, results)
    wanted = _placed(options)
    return results, Table(results, wanted, options.where, options.mixed or options.list)


def _placed(options):
    """Returns the settings to which the options give a place."""
    return [name for name in [options.x, *(options.lines or []), *(options.panels or [])] if name]


def figure_of(options):
    """Returns the one Figure that options with --out NAME.svg ask for, and the setting below its axis."""
    results, table = read_table(options)
    plan = make_plan(table, options.x, options.lines, options.panels)
    return _figures_of(options, table, plan, _figures(options, results)[:1])[0], plan.x


def plot(options):
    """Draws what the options say; returns the exit code."""
    if options.link_map:
        _plot_link_map(options)
        return 0
    results, table = read_table(options)
    wanted = _placed(options)
    systems = list(dict.fromkeys(row["system"] for one in results for row in one.rows))
    for called in dict(options.name):
        if called not in systems:
            note = f"--name {called}: no runs of this system; {meant([called], systems)}"
            print(f"{PROG}: note: {note}", file=sys.stderr)
    for one in results:
        for note in one.notes:
            print(f"{PROG}: note: {note}", file=sys.stderr)
    if options.list:
        _print_list(table, results)
        return 0
    with_lists = options.cdf is not None
    columns = [_list_column(options, results)] if with_lists else _figures(options, results)
    if options.rivals:
        columns = columns[:1]
    if options.out.endswith(FORMATS):
        if options.y and len(columns) > 1:
            raise BadInput(f"--out {options.out}: holds one figure; name one by --y")
        columns = columns[:1]
    if len(table.rows) == 1 and not with_lists:
        row = table.rows[0]
        raise BadInput(
            f"{_paths(results)}: one run only (system {row['system']}, seed {row['seed']}); needed "
            "are two runs or more that differ in system, seed or a setting"
        )
    answer = _answer(options, table, columns[0], wanted)
    for note in table.notes() + [_lacking(table, column) for column in columns]:
        if note:
            print(f"{PROG}: note: {note}", file=sys.stderr)
    if not answer:
        plan = make_plan(table, options.x, options.lines, options.panels, with_lists)
        _write(options, results, table, plan, columns)
        return 0
    from .planner import conditions_of

    conditions = conditions_of(table, [n for n in answer.table.varying if n != "system"])
    places = (options.x, options.lines, options.panels)
    if conditions and not any(places):
        places = ("system", conditions, None)
    plan = make_plan(answer.table, *places, undrawn=answer.ratio().left_out)
    _write(options, results, answer.table, plan, columns, answer, conditions)
    if not answer.is_void():
        return 0
    print(f"{PROG}: note: no switch has summed anything, so there is no answer", file=sys.stderr)
    return EXIT_NO_ANSWER


def _plot_link_map(options):
    from . import link_map

    (path,) = options.results
    loads = link_map.LinkLoads(path)
    written = [os.path.join(options.out, name) for name in (link_map.FILE, PAGE)]
    _prepare_out(options, options.out, written)
    title = options.title or f"Load of links: {os.path.basename(path)}"
    link_map.write(loads, options.out, PAGE, title)
    print("\n".join(written))


def _answer(options, table, column, placed):
    """Returns the Answer that is asked for, or None. placed: settings that have a place"""
    if not options.rivals:
        return None
    # matplotlib takes a second to load: not before it is needed
    from .answer import Answer, chosen_by_default

    free = [name for name in table.varying if name not in (*placed, "system")]
    rivals = _rivals(table) if options.rivals is AS_RESULTS_SAY else options.rivals
    choices = chosen_by_default(free) if options.choose is None else options.choose
    for name in choices:
        if name not in free:
            raise BadInput(
                f"--choose {name}: is no setting that varies and has no other place; there are: "
                f"{listed(free) or 'none'}"
            )
    return Answer(table, column, rivals, choices)


def _rivals(table):
    """Returns the systems that sum in hosts, as the results say."""
    needs = table.needs_switches()
    unknown = [system for system, known in needs.items() if known is None]
    if unknown:
        raise BadInput(
            f"--does-ina-pay: the results do not say whether {listed(unknown)} "
            f"{'needs' if len(unknown) == 1 else 'need'} switches that sum (a table alone does "
            "not); name the systems that sum in hosts, as in --does-ina-pay ring,byteps"
        )
    return [system for system, known in needs.items() if not known]


def _planner(answer, conditions):
    """Returns the Planner of an Answer, or None if nothing happens in its rows."""
    from .planner import Planner

    settings = [n for n in answer.table.varying if n != "system" and n not in conditions]
    return Planner(answer, settings, conditions) if conditions else None


def _in_hosts(table):
    """Returns a sentence, in a list, on the systems whose times are in part those of hosts."""
    shares = [
        f"{value_text('system', system)} {in_hosts} of {of_all}"
        for system, (in_hosts, of_all) in summed_in_hosts(table.rows).items()
    ]
    lack = "Groups without memory or a tree of switches, for which hosts summed"
    return [f"{lack}: {'; '.join(shares)}"] if shares else []


def _figures_of(options, table, plan, columns, ratio=None):
    """Returns the figures of columns, or of a ratio, with all that the options add."""
    from .axes import check_log
    from .ratio import equal_texts
    from .series import CLOSE_PERCENT, add_frontier, add_published, drawn

    found = drawn(table, plan, columns, options, ratio)
    for figure in found:
        if options.pareto:
            add_frontier(figure, options.pareto)
        add_published(figure, options.published)
        within = CLOSE_PERCENT if options.within is None else options.within
        figure.equal = equal_texts(figure, plan.x, within)
        figure.log = options.log
        check_log(figure)
    return found


def _write(options, results, table, plan, columns, answer=None, conditions=()):
    from .answer_table import html_answer, text_table
    from .draw import draw
    from .page import write_page
    from .planner import html_planner, sentence
    from .series import close_systems, frontier_text

    found = _figures_of(options, table, plan, columns, answer and answer.ratio())
    if options.out.endswith(FORMATS):
        written = [options.out]
        _prepare_out(options, os.path.dirname(options.out), written)
        draw(found[0], plan.x, options.out, options.columns or 2, options.font_size or _PAPER_POINTS)
    else:
        names = [f"{figure.name}.svg" for figure in found]
        written = [os.path.join(options.out, name) for name in (*names, PAGE)]
        _prepare_out(options, options.out, written)
        for figure, path in zip(found, written):
            draw(figure, plan.x, path)
        above = ""
        if answer:
            planner = _planner(answer, conditions)
            above = html_answer(answer, plan, sentence(answer), planner and html_planner(planner))
        sources = [(one.path, len(one.rows)) for one in results]
        said = [note for one in results for note in one.program_notes()] + _in_hosts(table)
        title = options.title or listed(dict.fromkeys(one.name() for one in results))
        write_page(written[-1], title, table, plan, found, sources, above, said)
    places = [("x", [plan.x] if plan.x else []), ("lines", plan.lines), ("panels", plan.panels)]
    shown = [f"{place}: {', '.join(these)}" for place, these in places if these]
    print("; ".join([counted(len(table.rows), "run"), *shown]))
    if options.pareto:
        for figure in found:
            print("\n".join(frontier_text(figure, plan.x)))
    for figure in found:
        print("\n".join([*figure.equal, ""]), end="")
    for hint in filter(None, map(close_systems, found)):
        print(f"{PROG}: note: {hint}", file=sys.stderr)
    if answer:
        print("\n".join(["", *text_table(answer, plan), "", *answer.sentences(), *sentence(answer), ""]))
    print("\n".join(written))


def main(arguments):
    """Does what the arguments say; returns the exit code."""
    return serve(PROG, lambda: plot(parse(arguments)))


if __name__ == "__main__":
    start(main)
