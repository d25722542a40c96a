// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * @ingroup esa
 * How to bring along a priority and a choice of aggregators, without changing the module.
 *
 * ESA's priority is a formula of time, layers and computation. Two other ideas are older and
 * simpler. "remaining" sends what is nearly done first: the fewer bytes of an iteration are left,
 * the more urgent is a fragment (as shortest remaining processing time first). "jobleft" counts the
 * iterations of the job that are left, too, so that a job that ends soon gets the memory.
 *
 * In ESA a task has one aggregator. "sets" searches for it in a set of several, as a processor
 * searches for a line in a set of its cache: a task goes elsewhere only if the whole set is taken.
 * "hashes" looks at two places that are far from each other.
 *
 * "even" leaves priorities aside: a newcomer preempts a sum of a job that holds more aggregators
 * than the newcomer's own. "oldest" has the two places of "hashes", and a newcomer always gets one:
 * the place of the older sum.
 *
 *     ./ns3 run esa-own-priority -- --system esa,remaining,jobleft,sets,hashes,even,oldest
 *     ./ns3 sweep FILE --program esa-own-priority
 *
 * To begin your own system, copy this file to scratch/.
 */

#include "ns3/esa-hash.h"
#include "ns3/esa-scenario-program.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-system.h"

using namespace ns3::esa;

namespace
{

/// The unit of P is 1/s, as in ESA: the inverse of the time that the rest of the iteration takes at
/// the link's rate. Packets carry 255 from priority.p_max_per_s on: bytes would all be 255.
double
ByBytesLeft(const FragmentState& fragment)
{
    return 1 / fragment.sendS;
}

/// The same with the iterations that follow. As this differs from one iteration to the next, the
/// record has the mark that the rule is measured.
double
ByBytesOfJobLeft(const FragmentState& fragment)
{
    const double iterationS = fragment.sendS * fragment.bytes / fragment.bytesLeft;
    return 1 / (fragment.sendS + iterationS * (fragment.iterationsLeft - 1));
}

constexpr SystemParameter kWays{"sets.ways",
                                "Ways",
                                "Aggregators of a set, in which a task may have any. 1: as in esa.",
                                true, // an integer
                                1,
                                Candidates::kMax,
                                4};

constexpr const SystemParameter* kSetsParameters[]{&kWays};

/// The set of the aggregator that a packet names. What is left over at the end is a smaller set.
void
PlacesOfSet(const AggregatorRequest& task, Candidates& out)
{
    const auto ways = static_cast<uint32_t>(task.system.Value(kWays));
    const uint32_t first = task.named - task.named % ways;
    for (uint32_t place = first; place < first + ways && place < task.aggregators; ++place)
    {
        out.Add(place);
    }
}

/// The aggregator that a packet names, and another one, by a second hash.
void
PlacesOfHashes(const AggregatorRequest& task, Candidates& out)
{
    const uint64_t hash = Hash64(~TaskKey(task.job, task.seq));
    out.Add(task.named);
    out.Add(static_cast<uint32_t>((hash >> 32) * task.aggregators >> 32));
}

/// Takes memory from the job that holds more of it.
CollisionDecision
PreemptWhoHoldsMore(const Collision& collision)
{
    return collision.HeldBy(collision.resident.job) > collision.HeldBy(collision.newcomer.job)
               ? CollisionDecision::Preempt
               : CollisionDecision::PassThrough;
}

/// The resident that has held its aggregator for longest.
uint32_t
Oldest(const Occupants& occupants)
{
    const CollidingTask* const residents = occupants.residents;
    uint32_t oldest = 0;
    for (uint32_t place = 1; place < occupants.count; ++place)
    {
        oldest = residents[place].age > residents[oldest].age ? place : oldest;
    }
    return oldest;
}

/// @return ESA by another name
SystemRecord
EsaAs(const char* name, const char* summary)
{
    SystemRecord record = *FindSystem("esa");
    record.name = name;
    record.summary = summary;
    return record;
}

} // namespace

int
main(int argc, char* argv[])
{
    SystemRecord remaining = EsaAs("remaining", "as esa, but the fewest bytes left go first");
    remaining.onHost.priority = {&ByBytesLeft};

    SystemRecord jobLeft = EsaAs("jobleft", "as remaining, with the iterations that follow");
    jobLeft.onHost.priority = {&ByBytesOfJobLeft, true};

    SystemRecord sets = EsaAs("sets", "as esa, but a task may be anywhere in a set");
    sets.onSwitch.choice.candidates = &PlacesOfSet; // if all are taken, the least urgent is met
    sets.parameters = kSetsParameters;

    SystemRecord hashes = EsaAs("hashes", "as esa, but a task may be at one of two places");
    hashes.onSwitch.choice.candidates = &PlacesOfHashes;

    SystemRecord even = EsaAs("even", "as esa, but who holds more aggregators makes room");
    even.onSwitch.collide = &PreemptWhoHoldsMore;
    even.onSwitch.countsHeld = true; // without this, HeldBy() ends the run

    SystemRecord oldest = EsaAs("oldest", "as hashes, but the older of the two sums makes room");
    oldest.onSwitch.choice = {&PlacesOfHashes, &Oldest};
    oldest.onSwitch.collide = &AlwaysPreempt;

    return ScenarioMain(argc, argv, {remaining, jobLeft, sets, hashes, even, oldest});
}
