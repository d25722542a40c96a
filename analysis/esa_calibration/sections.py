# SPDX-License-Identifier: GPL-2.0-only
"""The sections of the study's page."""

from esa_figures.paper import KINDS
from esa_figures.report_context import make_picture
from esa_figures.section import Badge, Finding, Section, Table
from esa_figures.style import WORKLOADS
from esa_figures.verdicts import VERDICTS

from . import effects, pictures
from .design import SHIPPED
from .goals import FIT, TESTS
from .space import SPACE, shown
from .study import ALL

_HEADS = {FIT: "DNN A: fit", "B": "DNN B: test", "AB": "A to B 1:1: test", ALL: "together"}

_SET = (
    "The set of which most claims hold, of all points that were simulated with three seeds. It is "
    "scenarios/paper/calibrated.json. It says what the paper's claims need, not what its authors "
    "ran: they may hold for another reason."
)
_CLAIMS = (
    "Every claim on the paper's simulations with the fitted set, with 1, 2 and 8 jobs of 8 "
    "workers and 8 jobs of 2, three seeds and the judge of the paper's figures. The fit has "
    "seen DNN A only. An empty cell: the paper claims nothing there."
)
_REACH = (
    "Each mark is one simulated set of settings, with DNN A and one seed: the gain that it gives "
    "each claim. Green is where a claim holds: within 20 % of the published gain, or above 0 where "
    "only the side is claimed. A row without marks in the green is a claim that no set reaches. "
    "One run may be on either side of 0 by chance, so few marks just above it show nothing."
)
_MOVES = (
    "By how many percent a ratio changes when one setting goes from one value to the other, while "
    "all others stay as in the design; where a lead is to grow, by how many hundredths it grows "
    "more. Bold: told from chance (two standard errors of the regression). 'Slow start ends at 0' "
    "means: at the first mark."
)
_ERRORS = (
    "How well the regression predicts each claim from the settings. Explained: the share of the "
    "variance that is predicted of points that were left out, a seventh of them at a time. What is "
    "not explained is chance, or takes more points to be seen. A setting that is not listed may "
    "still have an effect."
)
_SEARCH = (
    "The points that the regressions promised most, and what the simulation then said, with one "
    "seed. A promise that is not kept is the error of the regression. After the first round the "
    "regressions were made anew with its points."
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


def moves_section(study, out):
    """Returns the section of what each setting does."""
    title = "How much each setting moves each claim"
    picture = make_picture(out, "effects", title, pictures.moves(study))
    rows = []
    for place, (goal, one) in enumerate(zip(study.goals, study.regressions)):
        found = [
            f"{effect.name()} {effect.percent:+.0f}"
            for effect in effects.strongest(study.effects, place)
        ]
        explained = f"{one.explained:.0%}" if one.explained > 0 else "nothing"
        rows.append([goal.text, explained, f"{100 * one.error:.0f}", "; ".join(found) or "none"])
    heads = ["The paper says", "Explained", "Error (% of the ratio)", "Strongest settings (%)"]
    return Section("effects", title, _MOVES, [picture], Table(heads, rows), notes=[_ERRORS])


def search_section(study):
    """Returns the section of candidates and finalists."""
    rows = []
    for name in sorted(study.gains, key=study.score, reverse=True):
        if name not in study.promised and name not in study.finalists:
            continue
        promised = study.promised.get(name)
        found = study.finalists.get(name)
        counts = "" if found is None else _counts([one.verdict for one in found])
        rows.append(
            [
                name + (" (fitted)" if name == study.best else ""),
                "" if promised is None else f"{promised:.1f}",
                f"{study.score(name):.1f}",
                f"{study.holding(name)} of {len(study.goals)}",
                counts,
            ]
        )
    heads = ["Point", "Promised score", "Simulated score", "Claims that hold", "Three seeds"]
    return Section("search", "What was promised and what came", _SEARCH, [], Table(heads, rows))


def _counts(verdicts):
    return ", ".join(f"{verdicts.count(one)} {one}" for one in VERDICTS)


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
        moves_section(study, out),
        search_section(study),
    ]
