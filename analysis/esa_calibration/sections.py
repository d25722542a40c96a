# SPDX-License-Identifier: GPL-2.0-only
"""The sections of the study's page."""

from esa_figures.paper import KINDS
from esa_figures.report_context import make_picture
from esa_figures.section import Badge, Finding, Section, Table
from esa_figures.verdicts import VERDICTS

from . import pictures
from .design import SHIPPED
from .space import SPACE, shown
from .study import Final

_SET = (
    "The best of the points that were judged, by the rule above. It is scenarios/paper/calibrated.json. It "
    "says what the paper's claims need, not what its authors ran: they may hold for another reason."
)
_REACH = (
    "Each mark is one simulated set of settings, with DNN A and one seed: the gain that it gives each "
    "claim. Green is where a claim holds: within 20 % of the published gain, or above 0 where only the "
    "side is claimed. A row without marks in the green is a claim that no set reaches. One run may be on "
    "either side of 0 by chance, so few marks just above it show nothing."
)
_FINALS = (
    "The points that were judged, the best first, with DNN A and {seeds} seeds that the search has not "
    "had: how many of the {claims} claims are reproduced, by the rules of the report of the paper's "
    "figures. One scenario: whether all systems have the same settings."
)
_SET_BACK = (
    "Each setting of the fitted set is set back to that of jct-8x8.json, alone, with DNN A and one seed. A "
    "claim that is then lost hangs on this setting; settings that lose nothing may have been found by "
    "chance."
)
_SEARCH = (
    "The best points with one seed. After the design each round looks around the best points so far."
)


def set_section(study):
    """Returns the section of the fitted set."""
    before, best = study.points[SHIPPED], study.points[study.best]
    rows = [
        [one.short, one.text(), shown(before[one.path]), shown(best[one.path]), one.why]
        for one in SPACE
    ]
    heads = ["Setting", "Searched", "jct-8x8.json", "Fitted", "What the paper says"]
    return Section("set", "The fitted set", _SET, [], Table(heads, rows))


def reach_section(study, out):
    """Returns the section of what the points reach, and what the judge says of the fitted one."""
    title = "What any set reaches"
    picture = make_picture(out, "reach", title, pictures.reach(study))
    rows = []
    for place, goal in enumerate(study.goals):
        holding = [name for name, gains in study.gains.items() if goal.holds(gains[place])]
        closest = study.closest(place)
        kind = "good" if holding else "poor"
        badge = Badge(f"{len(holding)} of {len(study.gains)} points", kind)
        row = [goal.text, goal.published, badge]
        row.append(Finding(f"{study.gains[closest][place]:+.2f}", closest))
        for name in (study.best, SHIPPED):
            verdict = study.finals[name].verdicts[place]
            badge = Badge(verdict.verdict, KINDS[verdict.verdict])
            row.append(Finding(verdict.measured, verdict.where, badge))
        rows.append(row)
    heads = ["The paper says", "Published", "Holds at", "Closest gain", "Fitted", "jct-8x8.json"]
    return Section("reach", title, _REACH, [picture], Table(heads, rows))


def finals_section(study):
    """Returns the section of the points that were judged."""
    rows = []
    for final in sorted(study.finals.values(), key=Final.rank, reverse=True):
        name = f"{final.name} (fitted)" if final.name == study.best else final.name
        row = [name, "yes" if final.is_one_scenario else "no"]
        row += [str(final.count(verdict)) for verdict in VERDICTS]
        rows.append([*row, f"{final.score:.3f}", str(final.changed)])
    heads = ["Point", "One scenario", *VERDICTS, "Score", "Settings changed"]
    text = _FINALS.format(seeds=study.final_seeds, claims=len(study.goals))
    return Section("finals", "The best points, judged", text, [], Table(heads, rows))


def set_back_section(study):
    """Returns the section of what each setting of the fitted set carries."""

    def holding(gains):
        return {goal.text for goal, gain in zip(study.goals, gains) if goal.holds(gain)}

    whole = holding(study.set_back["none"])
    rows = []
    for name, gains in study.set_back.items():
        held = holding(gains)
        row = [name, str(len(held))]
        row += ["; ".join(sorted(texts)) or "none" for texts in (whole - held, held - whole)]
        rows.append(row)
    rows.sort(key=lambda row: int(row[1]))
    heads = ["Set back", "Claims that hold", "Lost", "Won"]
    title = "What each setting of the fitted set carries"
    return Section("set-back", title, _SET_BACK, [], Table(heads, rows))


def search_section(study):
    """Returns the section of rounds and of what was simulated at full size."""

    def row(stage, count, name, gains):
        held, score = study.rank(gains)
        return [stage, count, name, f"{held} of {len(study.goals)}", f"{score:.1f}"]

    rows = []
    for place, names in enumerate([study.designed, *study.rounds]):
        found = {name: study.gains[name] for name in names if name in study.gains}
        best = study.ranked(found)[0]
        stage = f"round {place}" if place else "design"
        rows.append(row(stage, str(len(found)), best, found[best]))
    heads = ["Stage", "Points", "Best point", "Claims that hold", "Score"]
    return Section("search", "The search", _SEARCH, [], Table(heads, rows))


def sections(study, out):
    """Returns all sections; leaves the picture in out."""
    return [
        set_section(study),
        finals_section(study),
        reach_section(study, out),
        set_back_section(study),
        search_section(study),
    ]
