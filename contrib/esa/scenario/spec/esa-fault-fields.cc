// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"
#include "esa-scenario-parse.h"

namespace ns3::esa
{
namespace
{

using S = Scenario;

constexpr double kMostUs = 1e9; ///< of simulated time

bool
HasFailures(const ParsedScenario& parsed)
{
    return !parsed.scenario->faults.failures.empty() ||
           !parsed.scenario->faults.workerPauses.empty();
}

/// @return whether every link, or an entry for some links, may have bursts
bool
HasBursts(const ParsedScenario& parsed)
{
    const S::Faults& faults = parsed.scenario->faults;
    return faults.everyLink.burstProbability > 0 || !faults.linkEntries.empty();
}

bool
HasReordering(const ParsedScenario& parsed)
{
    const S::Faults& faults = parsed.scenario->faults;
    return faults.everyLink.reorderProbability > 0 || !faults.linkEntries.empty();
}

bool
HasReorderDepth(const ParsedScenario& parsed)
{
    const S::Faults& faults = parsed.scenario->faults;
    return faults.everyLink.reorderDepth > 0 || !faults.linkEntries.empty();
}

/// The numbers of a link's faults. In faults.every_link they have defaults; in an entry of
/// faults.links each replaces the value there.
FieldRows
LinkFaultRows()
{
    using F = LinkFaultSpec;
    return {
        Field("loss_probability",
              &F::lossProbability,
              "Probability that a frame is lost, independently of others (Bernoulli; ns-3's "
              "RateErrorModel).")
            .Range(0, 1)
            .Rounds()
            .NeedsRepair()
            .LessIsBetter()
            .IsOtherRun(),
        Field("burst_probability",
              &F::burstProbability,
              "Probability that a burst of losses begins at a frame (ns-3's BurstErrorModel).")
            .Range(0, 1)
            .Rounds()
            .NeedsRepair()
            .IsOtherRun(),
        Field("burst_max_packets",
              &F::burstMaxPackets,
              "Longest burst, in frames; bursts last for 1 to this many, all equally likely.")
            .Range(1, 1e6)
            .Rounds()
            .UsedIf("/faults/every_link/burst_probability", HasBursts),
        Field("duplicate_probability",
              &F::duplicateProbability,
              "Probability that a frame is duplicated.")
            .Range(0, 1)
            .Rounds()
            .NeedsRepair()
            .IsOtherRun(),
        Field("reorder_probability",
              &F::reorderProbability,
              "Probability that a frame, or its duplicate, is delayed so that others overtake it.")
            .Range(0, 1)
            .Rounds()
            .NeedsRepair()
            .IsOtherRun()
            .UsedIf("/faults/every_link/reorder_depth", HasReorderDepth),
        Field("reorder_depth",
              &F::reorderDepth,
              "A delayed frame arrives later by the transmission time of 1 to this many frames of "
              "its own length; on a busy link, that many frames overtake it.")
            .Range(0, 1e6)
            .Rounds()
            .ZeroIsOther()
            .UsedIf("/faults/every_link/reorder_probability", HasReordering),
        Field("extra_delay_us",
              &F::extraDelayUs,
              "Additional delay of every frame beyond link.delay_us, in us.")
            .Range(0, 1e6)
            .Rounds(),
    };
}

/// What only entries of faults.links have.
FieldRows
LinkEventRows()
{
    using F = LinkFaultSpec;
    return {
        Field("lost_packets",
              &F::lostPackets,
              "Frames that are lost, by their position in the order of arrival at the end of the "
              "link; the first is 1 (ns-3's ReceiveListErrorModel).")
            .Each("A position.", 1, 4294967295)
            .AtMost(100000)
            .Unique()
            .NeedsRepair()
            .Names(Named::Positions),
        List("down",
             &F::down,
             "Times at which the link is down: frames that would arrive are lost.",
             "One outage.",
             {Field("from_us", &F::Outage::fromUs, "Begin, in us of simulated time.")
                  .Range(0, kMostUs)
                  .Required()
                  .Names(Named::Moment),
              Field("until_us", &F::Outage::untilUs, "End, in us of simulated time.")
                  .Range(0, kMostUs)
                  .Required()
                  .After("from_us")})
            .AtMost(10000)
            .NeedsRepair(),
    };
}

/// Host numbers of an entry.
template <typename Entry>
FieldRow
Hosts(std::vector<uint32_t> Entry::*member, const char* text)
{
    return Field("hosts", member, text)
        .Each("A host number: 0 to topology.hosts - 1, then the PS hosts.", 0, 199999)
        .Length(1, 200000)
        .Unique()
        .Names(Named::Hosts);
}

/// The ends of a link of an entry.
template <typename Entry>
FieldRow
Between(std::vector<std::string> Entry::*member, const char* text)
{
    return Field("between", member, text)
        .EachText("Name of a node.", 60)
        .Length(2, 2)
        .Unique()
        .Names(Named::LinkEnds);
}

/// The number of a job of an entry.
template <typename Entry>
FieldRow
JobNumber(uint32_t Entry::*member)
{
    return Field("job", member, "Job number; the first is 0.")
        .Range(0, 65535)
        .Required()
        .Names(Named::Job);
}

/// When something begins.
template <typename Entry>
FieldRow
AtUs(double Entry::*member, const char* text)
{
    return Field("at_us", member, text).Range(0, kMostUs).Required().Names(Named::Moment);
}

/// The values of every link that an entry replaces.
FieldRows
ReplacedLinkFaults()
{
    FieldRows rows = LinkFaultRows();
    for (FieldRow& row : rows)
    {
        row.text += " Instead of every_link's.";
    }
    return rows;
}

FieldRow
LinkEntries()
{
    using E = LinkFaultEntry;
    const FieldRows own{
        Hosts(&E::hosts, "Host numbers of the servers whose links have these faults.").Required(),
        Field("direction",
              &E::direction,
              "Frames to the switch, to the host, or both (the default)."),
    };
    return List("links",
                &S::Faults::linkEntries,
                "Faults of some links. The values that an entry names replace the values of "
                "every_link and of earlier entries.",
                "Faults of one or more links.",
                Joined(own, Inside(&E::spec, Joined(ReplacedLinkFaults(), LinkEventRows()))))
        .AtMost(10000)
        .Rounds();
}

FieldRow
WorkerPauses()
{
    using P = WorkerPauseSpec;
    return List("worker_pauses",
                &S::Faults::workerPauses,
                "Times at which a worker is paused: it does not compute, send, or process what "
                "arrives. One without duration_us is lost; faults.on_lost_worker: what its job "
                "does.",
                "One pause.",
                {JobNumber(&P::job),
                 Field("worker", &P::worker, "Number of the worker in the job; the first is 0.")
                     .Range(0, 32765)
                     .Required()
                     .Names(Named::Worker),
                 AtUs(&P::atUs, "Begin, in us of simulated time."),
                 Field("duration_us", &P::durationUs, "Duration, in us. If absent: for good.")
                     .Range(0, kMostUs)
                     .Names(Named::Duration)})
        .AtMost(10000)
        .Rounds();
}

FieldRow
PsFailures()
{
    using F = PsFailureSpec;
    return List("ps_failures",
                &S::Faults::psFailures,
                "Parameter servers that fail. Packets that come meanwhile are lost; a PS that is "
                "back has an empty dictionary. Not allowed with atp, since its workers keep no "
                "results to refill it.",
                "One failure.",
                {JobNumber(&F::job),
                 AtUs(&F::atUs, "When it fails, in us of simulated time."),
                 Field("until_us",
                       &F::untilUs,
                       "When it is back, in us; at_us: at once. If absent: it does not come back.")
                     .Range(0, kMostUs)
                     .NotBefore("at_us")})
        .AtMost(10000)
        .Rounds()
        .NeedsRepair();
}

FieldRow
Slow()
{
    using E = SlowSpec;
    return List("slow",
                &S::Faults::slow,
                "Hosts that compute slowly, and links with a lower rate, for the whole run. Later "
                "entries replace earlier ones.",
                "An entry has either hosts or between.",
                {Hosts(&E::hosts,
                       "Host numbers of servers. The computation of workers there takes slowdown "
                       "times as long."),
                 Between(&E::between,
                         "The nodes at the ends of a link, by name: host0, rack0, spine0 and so "
                         "on; hosts and switches of a graph have names of their own. Its rate is "
                         "divided by slowdown, in both directions."),
                 Field("slowdown", &E::slowdown, "Factor of the time: 2 is half as fast.")
                     .Range(1, 1000)
                     .Required()})
        .OneOf("hosts", "between")
        .AtMost(10000)
        .Rounds();
}

FieldRow
Failures()
{
    using F = FailureSpec;
    return List("failures",
                &S::Faults::failures,
                "Links and switches that fail. What arrives over a failed link is lost. A switch "
                "that fails also loses what it has summed. Paths between switches avoid what has "
                "failed, after faults.detection_us.",
                "An entry has either between or switch.",
                {Between(&F::between,
                         "The nodes at the ends of a link, by name, as in faults.slow. It fails in "
                         "both directions."),
                 Field("switch", &F::switchName, "Name of a switch: rack0, spine0 and so on.")
                     .Length(1, 60)
                     .Names(Named::Switch),
                 AtUs(&F::atUs, "When it fails, in us of simulated time."),
                 Field("until_us",
                       &F::untilUs,
                       "When it is back, in us. If absent: it does not come back.")
                     .Range(0, kMostUs)
                     .After("at_us")})
        .OneOf("between", "switch")
        .AtMost(10000)
        .Rounds()
        .NeedsRepair();
}

} // namespace

const FieldRow&
FaultRows()
{
    using F = S::Faults;
    static const FieldRow rows = Group(
        "faults",
        &S::faults,
        "Faults to simulate. Losses, duplicates and reordering affect all frames, also frames of "
        "background traffic.",
        {Group("every_link",
               &F::everyLink,
               "Faults of every link, in both directions.",
               LinkFaultRows()),
         LinkEntries(),
         WorkerPauses(),
         PsFailures(),
         Slow(),
         Failures(),
         Field("detection_us",
               &F::detectionUs,
               "Time from a failure of faults.failures, or its end, until packets take other "
               "paths, and from the loss of a worker until its job goes on without it "
               "(on_lost_worker), in us. A shorter failure is not noticed. Has no effect without "
               "failures and lost workers. Our interpretation: 1 ms.")
             .Range(0, kMostUs)
             .Tasks()
             .UsedIf("/faults/failures", HasFailures),
         Field("on_lost_worker",
               &F::onLostWorker,
               "What a job does when it loses a worker for good (worker_pauses without "
               "duration_us), or the link of a worker's host or the switch of its rack (failures "
               "without until_us). 'stop': it waits, and the run ends with an error. 'continue': "
               "detection_us later, the workers that are left begin the iteration anew that not "
               "all of them have ended, as a smaller job. Only for all_reduce.")
             .Tasks()
             .UsedIf("/faults/failures", HasFailures)});
    return rows;
}

const FieldRows&
RowsOfLinkFaults()
{
    static const FieldRows rows = Joined(LinkFaultRows(), LinkEventRows());
    return rows;
}

} // namespace ns3::esa
