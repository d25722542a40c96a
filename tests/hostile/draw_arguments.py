# SPDX-License-Identifier: GPL-2.0-only
"""Cases of the command line, of standard descriptors and of the environment."""

import bases
from case import FAILED, OK, REFUSED, Case
from dice import numbers, texts

FILE = "scenario.json"
RUN = ["--config", FILE]
WITH_TEXT = ("--system", "--workload", "--config", "--learn")
WITH_NUMBER = ("--jobs", "--workers", "--iterations", "--seed", "--run", "--sample-us", "--batch")
WITH_NUMBER = (*WITH_NUMBER, "--learning-rate")
WITH_PATH = ("--out", "--pcap", "--timeline", "--occupancy", "--links", "--accuracy")
WITH_PATH = (*WITH_PATH, "--switches")
ALONE = ("--force", "--quiet", "--keep-models", "--help", "--version", "--list-systems")
ALONE = (*ALONE, "--list-models", "--validate", "--print-config", "--print-schema")
NS3 = ("--PrintHelp", "--PrintVersion", "--PrintGlobals", "--PrintGroups", "--PrintGroup")
NS3 = (*NS3, "--PrintTypeIds", "--PrintAttributes", "--SchedulerType", "--RngSeed", "--RngRun")
NS3 = (*NS3, "--SimulatorImplementationType", "--ChecksumEnabled")
CLASSES = ("EsaSwitch", "EsaNetDevice", "TcpSocket", "DropTailQueue", "Node", "esa::EsaSwitch")
CLASSES = (*CLASSES, "esa::EsaSystem", "HeapScheduler", "DefaultSimulatorImpl", "Object", "")
ATTRIBUTES = ("Processing", "SegmentSize", "MaxSize", "Rate", "DataRate", "Delay", "")
ATTRIBUTES = (*ATTRIBUTES, "Mtu", "RcvBufSize", "Name")


def plain(text):
    """Returns a text that can be an argument: without NUL."""
    return text.replace("\0", "")


def draw_arguments(dice, _fields):
    """Options that are unknown, doubled, without or with a wrong value."""
    arguments = list(RUN)
    for _ in range(dice.pick((1, 1, 2, 3, 6))):
        arguments += argument(dice)
    if dice.chance(0.02):
        arguments += ["--quiet"] * dice.pick((100, 10000))
    if dice.chance(0.7):
        arguments.append("--validate")
    else:  # what is asked for may be a large run: it has to be refused or small
        arguments += ["--iterations", "1"] if dice.chance(0.5) else ["--print-config"]
        arguments = [word for word in arguments if "iterations" not in word or "=" not in word]
        arguments += ["--validate"]
    return Case("", arguments, files={FILE: bases.text(bases.SCENARIO)}, outputs=("*",))


def argument(dice):
    """Returns an option in one word or two."""
    way = dice.weighted(
        {"text": 3, "number": 3, "path": 1, "alone": 2, "ns3": 3, "attribute": 3, "odd": 3}
    )
    if way == "alone":
        return [dice.pick(ALONE) + dice.pick(("", "", "=", "=1", "=true"))]
    if way == "odd":
        word = dice.pick(
            (texts(dice), "--" + texts(dice), "-" + texts(dice), "--conf", "--Validate")
        )
        return [
            plain(
                dice.pick((word, word, "-h", "-", "--", "---", "--=", "--set", "--set=", "--set=="))
            )
        ]
    if way == "attribute":
        name = f"--ns3::{dice.pick(CLASSES)}::{dice.pick((*ATTRIBUTES, plain(texts(dice))))}"
        return [name + dice.pick(("", "=", "=" + plain(value(dice))))]
    if way == "ns3":
        return [
            dice.pick(NS3) + dice.pick(("", "=", "=ns3::MapScheduler", "=" + plain(value(dice))))
        ]
    options = {"text": WITH_TEXT, "number": WITH_NUMBER, "path": WITH_PATH}[way]
    option = dice.pick(options)
    given = relative(plain(value(dice)))
    return [f"{option}={given}"] if dice.chance(0.5) else [option, given]


def value(dice):
    """Returns a text or a number as a text."""
    return texts(dice) if dice.chance(0.6) else str(numbers(dice))


def relative(path):
    """Returns a path that does not leave the folder of the case."""
    return path.lstrip("/~")


def draw_attribute(dice, _fields):
    """Attributes and globals of ns-3, in a run."""
    arguments = [*RUN, "--quiet"]
    for _ in range(dice.pick((1, 1, 2))):
        arguments += argument_of_ns3(dice)
    return Case("", arguments, files={FILE: bases.text(bases.SCENARIO)})


def argument_of_ns3(dice):
    if dice.chance(0.3):
        return [dice.pick(NS3) + dice.pick(("", "=ns3::ListScheduler", "=" + plain(value(dice))))]
    name = dice.pick(
        (
            *("TcpSocket::SegmentSize", "TcpSocket::RcvBufSize", "TcpSocketBase::MaxSegLifetime"),
            *(
                "TcpL4Protocol::SocketType",
                "ArpCache::PendingQueueSize",
                "Ipv4L3Protocol::DefaultTtl",
            ),
            *("Queue::MaxSize", "DropTailQueue<Packet>::MaxSize", "QueueBase::MaxSize"),
            *(
                "RateErrorModel::ErrorRate",
                "BulkSendApplication::SendSize",
                "CsmaChannel::DataRate",
            ),
            *("RandomVariableStream::Antithetic", "UniformRandomVariable::Max"),
        )
    )
    return [f"--ns3::{name}={plain(value(dice))}"]


def draw_descriptors(dice, _fields):
    """Standard descriptors that are closed, full, or read by no one."""
    closed = dice.pick(((), (0,), (1,), (2,), (0, 1), (1, 2), (0, 2), (0, 1, 2)))
    stdout = dice.pick(("pipe", "full", "gone")) if not closed else "pipe"
    stderr = dice.pick(("pipe", "full", "gone")) if not closed and stdout == "pipe" else "pipe"
    arguments = dice.pick(
        (
            [*RUN, "--out", "out"],
            [*RUN, "--out", "out", "--timeline", "t.json", "--occupancy", "o.csv"],
            [*RUN, "--out", "out", "--pcap", "cap"],
            [*RUN, "--occupancy", "o.csv"],
            RUN,
            ["--help"],
            ["--print-schema"],
            [*RUN, "--print-config"],
            ["--list-systems"],
            ["--config", "none.json"],
            ["--PrintTypeIds"],
            ["--PrintHelp"],
        )
    )
    quiet = ["--quiet"] if dice.chance(0.3) and arguments[0] == "--config" else []
    # what is asked for cannot be printed: the machine has failed
    codes = (OK, REFUSED) if stdout == "pipe" else (OK, FAILED)
    return Case(
        "",
        [*arguments, *quiet],
        files={FILE: bases.text(bases.SCENARIO)},
        closed=closed,
        stdout=stdout,
        stderr=stderr,
        codes=codes if arguments[1:2] != ["none.json"] else (REFUSED,),
        outputs=("out", "out/result.csv", "out/result.json", "t.json", "o.csv", "cap-*.pcap"),
        wanted=tuple(name for name in ("t.json", "o.csv") if name in arguments),
    )


def draw_environment(dice, _fields):
    """Variables with odd values."""
    odd = {
        "NS_LOG": dice.pick(
            (
                *("*", "EsaSwitch=all", "EsaSwitch=nonsense", "Nothing=debug", "***", "=", ":::"),
                *("EsaSwitch|all", "x" * 100000, "\x1b[2J", "*=level_all|prefix_all"),
            )
        ),
        "NS_GLOBAL_VALUE": dice.pick(
            ("RngRun=3", "ChecksumEnabled=1", "=", "SchedulerType=x", "Nothing=1", "PrintHelp")
        ),
        "NS_ATTRIBUTE_DEFAULT": dice.pick(
            ("ns3::TcpSocket::SegmentSize=x", "x=1", "ns3::X::Y=1", "=", ";", "ns3::Node::Id=1")
        ),
        "LANG": dice.pick(("", "xx_YY", "de_DE.UTF-8", "C" * 1000, "../../etc", "tr_TR")),
        "LC_ALL": dice.pick(("de_DE.UTF-8", "x", "tr_TR.UTF-8", "C")),
        "HOME": dice.pick(("/dev/null", "", "/proc", None)),
        "TMPDIR": dice.pick(("/nowhere", "", "/dev/null")),
        "PATH": dice.pick(("", "/nowhere", ".")),
        "GLIBC_TUNABLES": "x",
        "NO_COLOR": "1",
        "COLUMNS": dice.pick(("0", "-1", "x", "99999999999999")),
        "TERM": dice.pick(("", "dumb", "x")),
        "TZ": "x/../../etc",
        "IFS": "x",
    }
    chosen = {name: odd[name] for name in dice.several(list(odd), 3)}
    logs = ("log",) if "NS_LOG" in chosen else ()
    arguments = dice.pick(
        ([*RUN, "--out", "out"], [*RUN, "--validate"], ["--list-models"], [*RUN, "--quiet"])
    )
    return Case(
        "",
        list(arguments),
        files={FILE: bases.text(bases.SCENARIO)},
        environment=chosen,
        checks=logs,
        outputs=("out", "out/result.csv", "out/result.json"),
    )
