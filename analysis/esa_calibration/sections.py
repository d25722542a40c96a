# SPDX-License-Identifier: GPL-2.0-only
"""The sections of the study's page."""

from esa_figures.paper import KINDS
from esa_figures.report_context import make_picture
from esa_figures.section import Badge, Finding, Section, Table
from esa_figures.style import WORKLOADS
from esa_figures.verdicts import REPRODUCED, VERDICTS

from . import pictures
from .design import SHIPPED
from .goals import FIT, TESTS, holding, total
from .space import SPACE, shown
from .study import ALL

_HEADS = {FIT: "DNN A: fit", "B": "DNN B: test", "AB": "A to B 1:1: test", ALL: "together"}

_SET = (
    "The set of which most claims hold, of all points that were simulated with three seeds. It is "
    "scenarios/paper/calibrated.json. It says what the paper's claims need, not what its authors "
    "ran: they may hold for another reason."
)
_CLAIMS = (
    "Every claim on the paper's simulations with the fitted set, with 1, 4 and 8 jobs of 8 "
    "workers and 8 jobs of 2, three seeds and the judge of the paper's figures. The fit has "
    "seen DNN A only. An empty cell: the paper claims nothing there."
)
_REACH = (
    "Each mark is one simulated set of settings, with DNN A, one seed and everything a tenth: the gain that it gives "
    "each claim. Green is where a claim holds: within 20 % of the published gain, or above 0 where "
    "only the side is claimed. A row without marks in the green is a claim that no set reaches. "
    "One run may be on either side of 0 by chance, so few marks just above it show nothing."
)
_SET_BACK = (
    "Each setting of the fitted set is set back to that of jct-8x8.json, alone, with DNN A, the same "
    "seeds, and everything a tenth. A claim that is then lost hangs on this setting; settings that lose nothing may "
    "have been found by chance."
)
_SEARCH = (
    "The best points with one seed and everything a tenth, the same at full size, and what further "
    "seeds and the judge say. After the design each round looks around the best points so far."
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


def claims_section(study):
    """Returns the section of verdicts."""
    columns = {
        workload: {goal.text: verdict for goal, verdict in study.verdicts[study.best, workload]}
        for workload in (FIT, *TESTS, ALL)
    }
    published = {goal.text: goal.published for goal, _ in study.verdicts[study.best, ALL]}
    rows = [
        [text, published[text], *(_finding(found.get(text)) for found in columns.values())]
        for text in published
    ]
    heads = ["The paper says", "Published", *_HEADS.values()]
    badges = [
        Badge(verdict.verdict, KINDS[verdict.verdict])
        for _, verdict in study.verdicts[study.best, ALL]
    ]
    title = "What holds, and what still fails"
    return Section("claims", title, _CLAIMS, [], Table(heads, rows), badges=badges)


def _finding(verdict):
    if verdict is None:
        return ""
    share = "" if verdict.gain_share is None else f"{verdict.gain_share:.0%} of the gain; "
    badge = Badge(verdict.verdict, KINDS[verdict.verdict])
    return Finding(verdict.measured, share + verdict.where, badge)


def reach_section(study, out):
    """Returns the section of what the points reach."""
    title = "What any set reaches"
    picture = make_picture(out, "reach", title, pictures.reach(study))
    rows = []
    for place, goal in enumerate(study.goals):
        holding = [name for name, gains in study.gains.items() if goal.holds(gains[place])]
        closest = study.closest(place)
        kind = "good" if holding else "poor"
        badge = Badge(f"{len(holding)} of {len(study.gains)} points", kind)
        gain = study.gains[closest][place]
        rows.append([goal.text, goal.published, badge, Finding(f"{gain:+.2f}", closest)])
    heads = ["The paper says", "Published", "Holds at", "Closest gain"]
    return Section("reach", title, _REACH, [picture], Table(heads, rows))


def set_back_section(study):
    """Returns the section of what each setting of the fitted set carries."""
    full = [verdict.verdict == REPRODUCED for verdict in study.set_back["none"]]
    rows = []
    for name, found in study.set_back.items():
        held = [verdict.verdict == REPRODUCED for verdict in found]
        texts = [goal.text for goal in study.goals]
        lost = [text for text, before, now in zip(texts, full, held) if before and not now]
        won = [text for text, before, now in zip(texts, full, held) if now and not before]
        rows.append([name, f"{sum(held)}", "; ".join(lost) or "none", "; ".join(won) or "none"])
    rows.sort(key=lambda row: int(row[1]))
    heads = ["Set back", "Claims reproduced", "Lost", "Won"]
    title = "What each setting of the fitted set carries"
    return Section("set-back", title, _SET_BACK, [], Table(heads, rows))


def search_section(study):
    """Returns the section of rounds and finalists."""
    rows = []
    for place, names in enumerate([study.designed, *study.rounds]):
        names = [name for name in names if name in study.gains]
        best = max(names, key=lambda name: (study.holding(name), study.score(name)))
        stage = f"round {place}" if place else "design"
        rows.append([stage, str(len(names)), *_of_point(study, best, study.gains), ""])
    for name in study.full:
        rows.append(["full size", "", *_of_point(study, name, study.full), ""])
    for name, found in study.finalists.items():
        stage = "judged: fitted" if name == study.best else "judged"
        verdicts = [one.verdict for one in found]
        counts = ", ".join(f"{verdicts.count(one)} {one}" for one in VERDICTS)
        rows.append([stage, "", name, "", "", counts])
    heads = ["Stage", "Points", "Point", "Claims that hold", "Score", "All seeds"]
    return Section("search", "The search", _SEARCH, [], Table(heads, rows))


def _of_point(study, name, gains):
    goals = study.goals
    held = f"{holding(goals, gains[name])} of {len(goals)}"
    return name, held, f"{total(goals, gains[name]):.1f}"


def counts_table(study):
    """Returns the Table of verdicts of the fitted set and of the shipped one."""
    rows = []
    for name, label in ((study.best, "fitted"), (SHIPPED, "jct-8x8.json")):
        for workload in (FIT, *TESTS, ALL):
            counts = study.counts(name, workload)
            what = WORKLOADS.get(workload, "all together")
            role = "fit" if workload == FIT else "test" if workload in TESTS else ""
            where = f"{label}, {what}" + (f" ({role})" if role and label == "fitted" else "")
            badges = [Badge(str(counts[one]), KINDS[one]) for one in VERDICTS]
            rows.append([where, str(sum(counts.values())), *badges])
    return Table(["Set, workload", "Claims", *VERDICTS], rows)


def sections(study, out):
    """Returns all sections; leaves the pictures in out."""
    return [
        set_section(study),
        claims_section(study),
        reach_section(study, out),
        set_back_section(study),
        search_section(study),
    ]
