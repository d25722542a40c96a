# SPDX-License-Identifier: GPL-2.0-only
"""The report of the paper's figures."""

import html

from esa_page import write_page

from .page import body, contents, table

_INTRODUCTION = """
<p>When many machines train one neural network, they add up their gradients again and again. With
<em>in-network aggregation</em> the switch between them does the adding, so that less has to cross
the network. But the memory of a switch is small, and several trainings want it at once. ESA is a
proposal for who gets it (<a href="https://arxiv.org/abs/2201.06398">arXiv 2201.06398</a>). This
page shows the simulations of that paper, made anew with this repository's simulator.</p>
<dl>
<dt>ESA</dt><dd>takes memory from a sum that is less urgent than the newcomer's; the rest of that
sum is made at a <em>parameter server</em>, a machine that helps out.</dd>
<dt>ATP</dt><dd>first come, first served: who finds the memory taken goes to the parameter
server.</dd>
<dt>SwitchML</dt><dd>gives each training (<em>job</em>) a fixed part of the memory.</dd>
<dt>Straw1, Straw2</dt><dd>like ESA without priorities: the newcomer always gets the memory, or in
half of the cases.</dd>
</dl>
"""

VERDICTS = """
<h3 id="verdicts">How claims are judged</h3>
<p>A measured ratio is the mean of several runs with different random numbers, taken run by run,
with its 95&nbsp;% confidence interval in brackets (Student's t). What counts is the <em>gain</em>,
the distance of a ratio from 1: 1.15 is three times the gain of 1.05.</p>
<ul>
<li>A number is <em>reproduced</em> if the published ratio lies in the measured interval, or if the
measured gain differs from the published one by 20&nbsp;% of it at most. The interval must exclude 1,
and must not be wider than the published gain. It is <em>partly</em> reproduced if the interval
excludes 1 and the gain differs by 50&nbsp;% at most. All else is <em>not reproduced</em>, above all
a mean on the other side of 1. &ldquo;135% of the gain&rdquo; in a table is the measured gain as a
share of the published one.</li>
<li>&ldquo;At most&rdquo; is the largest ratio of all points where the paper does not say which. Who
picks the largest of many points picks noise, too. So the interval of the picked point is wider
(Bonferroni's correction for the number of points).</li>
<li>&ldquo;In all cases&rdquo; is reproduced if the interval of every point is above 1. It is partly
reproduced if every mean is, and at least half of the intervals.</li>
<li>&ldquo;Grows&rdquo;: a straight line is laid through the ratios of all points by least squares,
with the seeds as repeats, for each workload. The table has what the line gains from one end of the
axis to the other. The claim is reproduced if the 95&nbsp;% interval of every workload's slope is
above 0, and partly if every slope is, and at least half of the intervals.</li>
</ul>
"""
"""The rules of the judge, for readers."""

_ONCE = "<p>A claim counts once, with all readings side by side.</p>"

_READINGS = """
<h3>How the paper is read</h3>
<p>The paper's &ldquo;base RTT of 10&nbsp;us&rdquo; can be that from worker to switch to worker,
which makes <em>5&nbsp;us</em> per link, or that from host to host and back, <em>2.5&nbsp;us</em> per
link. It does not say how far windows may grow. <em>Capped</em> windows stop at 500 packets, and
SwitchML's at 60&nbsp;KB. <em>Open</em> windows have no cap, and SwitchML's is all of its slots; slow
start and marked queues (ECN) then keep the windows in bounds. Each combination is a reading. Open
windows have fewer points: 1, 2, 4 and 8 jobs, 2 and 8 workers; the fitted reading has 1 and 8 jobs
(1:1: 2, too), 2 and 8 workers. The <em>fitted</em> reading is one more:
the settings, the same for all systems and figures, that a search with DNN A found before this page
judged them with all workloads (<code>scenarios/paper/calibrated.json</code>). It is no evidence of what the authors ran.</p>
"""

_QUICK = (
    "A first look: partitions, computation, random delays and memory are a tenth of the paper's, "
    "with 2 iterations and one seed. The numbers are not comparable with the published ones, so "
    "neither those nor verdicts are shown. ./ns3 figures without --quick makes the real ones."
)


def _summary(summary):
    sentences = "\n".join(f"<li>{html.escape(text)}</li>" for text in summary.sentences)
    return f"""<h2>What of the paper holds</h2>
<ol class="summary">
{sentences}
</ol>
<p>{html.escape(summary.claims)} (<a href="#verdicts">How claims are judged</a>)</p>
{table(summary.counts)}
"""


def write_report(path, sections, footer, summary=None):
    """
    Writes the report.

    path: the HTML file; sections: list of Section; footer: list of texts, how the report was made;
    summary: a Summary, or None of a first look, which judges nothing
    """
    title = "ESA: the paper's figures" + ("" if summary else " (first look)")
    header = f"""{_summary(summary) if summary else f'<p class="quick">{_QUICK}</p>'}
{_INTRODUCTION}
{contents(sections)}
{_READINGS + VERDICTS + _ONCE if summary else ""}"""
    write_page(path, title, body(title, header, sections, footer), "report")
