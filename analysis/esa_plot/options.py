# SPDX-License-Identifier: GPL-2.0-only
"""The options of ./ns3 plot."""

import argparse
import math
import os
import shlex

from esa_runs.options import Conditions, condition, names, words
from esa_sweep.command import Parser
from esa_sweep.errors import short

PROG = "ns3 plot"

AS_RESULTS_SAY = True
"""--does-ina-pay without a list: the rivals are the systems that need no switches that sum."""


COLUMN_INCHES = {1: 3.4, 2: 7.0}
"""Width of a picture in a paper of two columns."""

FORMATS = (".pdf", ".png", ".svg")
"""What the name of a picture may end in."""

_FONTS = (4, 30)


def _points(text):
    try:
        size = float(text)
    except ValueError:
        size = 0
    if not _FONTS[0] <= size <= _FONTS[1]:
        raise argparse.ArgumentTypeError(
            f"'{short(text)}' is not allowed: must be {_FONTS[0]} to {_FONTS[1]} points"
        )
    return size


def _percent(text):
    try:
        share = float(text)
    except ValueError:
        share = -1
    if not 0 <= share < 100:
        raise argparse.ArgumentTypeError(f"'{short(text)}' is not allowed: must be 0 to 100 percent")
    return share


def _axes(text):
    if text not in ("x", "y", "xy", "none"):
        raise argparse.ArgumentTypeError(f"'{short(text)}' is not allowed: must be x, y, xy or none")
    return set() if text == "none" else set(text)


def _called(text):
    system, equals, name = text.partition("=")
    if not system or not equals or not name:
        raise argparse.ArgumentTypeError(f"'{short(text)}' is not allowed: must be SYSTEM=NAME")
    return system, words(name)


def _published(text):
    """Returns (setting -> text, value) of SETTING=VALUE SETTING=VALUE ... NUMBER."""
    try:
        *settings, value = shlex.split(text)
        if not math.isfinite(float(value)):
            raise ValueError
        return dict(each.split("=", 1) for each in settings), float(value)
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"'{short(text)}' is not allowed: must be SETTING=VALUE ... NUMBER"
        ) from None


def _refuse(parser, options, names, why):
    """Refuses the first of some options that is given; names: as attributes of the options"""
    for name in names:
        if getattr(options, name) not in (None, False, []):
            option = {"rivals": "does-ina-pay"}.get(name, name.replace("_", "-"))
            parser.error(f"--{option}: is {why}")


def _check_link_map(parser, options):
    """Refuses what has no meaning for a file of one run."""
    allowed = ("results", "out", "force", "title", "link_map")
    others = [name for name in vars(options) if name not in allowed]
    _refuse(parser, options, others, "not for --link-map, which draws one file of --links")
    if len(options.results) > 1:
        parser.error("--link-map: draws one file; name one")


def _check_pareto(parser, options):
    """Gives the setting the x axis; refuses what is compared with something else."""
    others = ("x", "ratio_to", "rivals")
    _refuse(parser, options, others, "not for --pareto, which has axes of its own")
    options.x = options.pareto
    options.y = options.y or ["jct_ms"]
    if any(not name.endswith(("_ms", "_us", "_s")) for name in options.y):
        parser.error(
            f"--y {','.join(options.y)}: is not allowed with --pareto: must be times, such as jct_ms"
        )


def parse(arguments):
    """Returns the options, or raises BadInput."""
    parser = Parser(
        prog=PROG,
        description="Draws results of esa-scenario --out and of ./ns3 sweep. Writes an SVG "
        "for each figure, and index.html with all of them: values on hover, filters and a table; or "
        "with --out NAME.pdf one figure for a paper. "
        "What becomes x, lines and panels is chosen by what varies in the results.",
        epilog="Settings are columns of the results or fields of scenarios, such as jobs or "
        "link.delay_us. Points are means over the seeds with 95 % confidence intervals (Student's "
        "t). Exit codes: 0 done; 1 files cannot be written; 2 bad usage or results; "
        "3 with --does-ina-pay, if no switch summed anything.",
    )
    parser.add_argument(
        "results", nargs="+", metavar="RESULTS", help="folder, or its result.json or .csv"
    )
    parser.add_argument(
        "--out",
        metavar="FOLDER",
        default="out/plot",
        help="folder; or NAME.pdf, NAME.png or NAME.svg: one figure for a paper, no page [%(default)s]",
    )
    parser.add_argument(
        "--columns",
        type=int,
        choices=COLUMN_INCHES,
        help="with --out NAME.pdf: width in columns of a paper, 3.4 or 7 inches [2]",
    )
    parser.add_argument(
        "--font-size", type=_points, metavar="POINTS", help="with --out NAME.pdf: size of letters [8]"
    )
    parser.add_argument(
        "--log",
        type=_axes,
        metavar="AXES",
        help="logarithmic axes: x, y, xy or none [x if its values double]",
    )
    parser.add_argument(
        "--name",
        type=_called,
        action="append",
        default=[],
        metavar="SYSTEM=NAME",
        help="what a system is called; may be given several times",
    )
    parser.add_argument(
        "--published",
        type=_published,
        action="append",
        default=[],
        metavar="'SETTING=VALUE ... NUMBER'",
        help="a hollow mark beside the point with these settings, for what others have published; may be "
        "given several times",
    )
    parser.add_argument("--force", action="store_true", help="overwrite the files of another plot")
    parser.add_argument("--x", type=words, metavar="SETTING", help="what the x axis shows")
    parser.add_argument(
        "--y",
        type=names,
        metavar="LIST",
        help="figures to draw; all: every one that varies [jct_ms,utilization]",
    )
    parser.add_argument("--lines", type=names, metavar="LIST", help="what lines or bars show")
    parser.add_argument("--panels", type=names, metavar="LIST", help="what panels show")
    parser.add_argument(
        "--ratio-to",
        type=words,
        metavar="SYSTEM",
        help="divide by this system's value, seed by seed; and print from which x on the ratio is about 1",
    )
    parser.add_argument(
        "--within", type=_percent, metavar="PERCENT", help="with --ratio-to: what counts as about 1 [5]"
    )
    parser.add_argument(
        "--does-ina-pay",
        nargs="?",
        type=names,
        const=AS_RESULTS_SAY,
        metavar="RIVALS",
        dest="rivals",
        help="at each point, the fastest system, and what summing in switches gains over the "
        "fastest of the systems that sum in hosts [all that need no switches that sum, as the "
        "results say]; a table for a planner has a column for each loss and failure",
    )
    parser.add_argument(
        "--choose",
        type=names,
        metavar="LIST",
        help="with --does-ina-pay: settings of which each system has the best at each point [those "
        "of aggregation: which switches sum, and the trees]",
    )
    parser.add_argument(
        "--pareto",
        nargs="?",
        type=words,
        const="switch.memory_bytes",
        metavar="SETTING",
        help="draw a time against a setting that costs, and the frontier: the points that no other "
        "point beats in both [switch.memory_bytes]",
    )
    parser.add_argument(
        "--link-map",
        action="store_true",
        help="RESULTS is a file of esa-scenario --links: draw the load of each link over time",
    )
    parser.add_argument(
        "--cdf",
        nargs="?",
        type=words,
        const="",
        metavar="COLUMN",
        help="draw the distribution of a column that holds lists, such as jct_ms_per_job",
    )
    parser.add_argument(
        "--where",
        type=condition,
        action=Conditions,
        default=[],
        metavar="SETTING=VALUE,...",
        help="draw these values only; may be given several times",
    )
    parser.add_argument("--title", type=words, help="title of the page [names of the results]")
    parser.add_argument("--mixed", action="store_true", help="allow rows of several versions")
    parser.add_argument("--list", action="store_true", help="print what there is, draw nothing")
    options = parser.parse_args(arguments)
    ending = os.path.splitext(os.path.basename(options.out))[1]
    if ending in (".jpg", ".jpeg", ".eps", ".tif", ".tiff", ".ps", ".html", ".gif", ".webp"):
        parser.error(f"--out {short(options.out)}: must end in .pdf, .png or .svg, or be a folder")
    if not options.out.endswith(FORMATS):
        why = "for a picture; name it by --out NAME.pdf, .png or .svg"
        _refuse(parser, options, ("columns", "font_size"), why)
    if options.cdf is not None:
        others = ("x", "y", "ratio_to", "rivals", "pareto", "published")
        _refuse(parser, options, others, "not for --cdf, whose axes are values and shares")
    if options.link_map:
        _check_link_map(parser, options)
    elif options.out and options.out.endswith(FORMATS):
        _refuse(parser, options, ("title",), "for a page, and --out is one figure")
    if options.pareto:
        _check_pareto(parser, options)
    if not options.ratio_to:
        _refuse(parser, options, ("within",), "for --ratio-to, which is not given")
    if not options.rivals:
        _refuse(parser, options, ("choose",), "for --does-ina-pay, which is not given")
    else:
        why = "not for --does-ina-pay, which has ratios of its own"
        _refuse(parser, options, ("ratio_to",), why)
        if options.y and (len(options.y) > 1 or not options.y[0].endswith("_ms")):
            parser.error(
                f"--y {','.join(options.y)}: is not allowed with --does-ina-pay: must be one time "
                "in ms, such as jct_ms"
            )
    return options
