// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_PIPELINE_H
#define ESA_SWITCH_PIPELINE_H

#include "esa-active-jobs.h"
#include "esa-aggregator-chooser.h"
#include "esa-aggregator-table.h"
#include "esa-group-table.h"
#include "esa-outcome.h"

#include "ns3/esa-by-job.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-system.h"
#include "ns3/esa-units.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief How a switch aggregates: one pipeline for all systems (paper, "Switch Logic").
 *
 * A switch has memory for far fewer sums than the jobs have under way, and a packet passes each
 * piece of this memory once. It cannot wait, search, or come back a second time.
 *
 * - Fixed shares for the jobs (SwitchML) avoid every conflict. But a share is idle while its job
 *   computes, and no other job may use it.
 * - One pool that is hashed, first come first served (ATP), has no idle shares. But a job that
 * waits for its slowest worker keeps its aggregators, and urgent fragments of other jobs go to a
 *   parameter server, which adds more slowly than the switch.
 * - Evicting a sum seems to need two passes: one to read it out, one to put in the newcomer.
 *
 * The idea: a packet and an aggregator have the same fields, so one pass can *swap* them. The
 * newcomer stays, and the packet leaves as the sum of the resident, on its way to the resident's
 * parameter server. A collision rule decides who stays (esa-collision.h). A resident that stays may
 * lose priority (downgrading), so that no sum can hold its place for good. Nothing is lost: the
 * parameter server adds up what the switch could not keep, and requests the rest with reminders.
 *
 * Process() is this pass. It reads the aggregator that the packet names, decides, and turns the
 * packet that came in into the packet that goes out. What differs between systems is in their
 * record (esa-system-record.h). The header of a packet names its group, whose members (bitmap,
 * fanIn) complete a sum. A table of the control plane has the group above it, if any
 * (GroupTable).
 *
 * Further reading: in-network aggregation; cache replacement with aging; register actions of
 * match-action pipelines.
 */
class SwitchPipeline
{
  public:
    /// @param system the system; outlives the pipeline
    /// @param aggregators number of aggregators (static slots: two entries per slot)
    /// @param random random numbers for its collision rule; outlives the pipeline
    /// @param indexes number of indexes that packets may have; 0: as many as aggregators
    SwitchPipeline(const System& system,
                   uint32_t aggregators,
                   RandomSource& random,
                   uint32_t indexes = 0);

    /**
     * @brief Sets the age at which an aggregator becomes stale, for systems with
     * SwitchPart::reclaimsStale. If a stale aggregator is freed, its fragments have to be sent
     * again. So the age should be well above a retransmission timeout.
     * @param age time since the task last added to the aggregator; kNever: none becomes stale
     *        (default)
     */
    void SetStaleAge(Picoseconds age)
    {
        m_staleAge = age;
    }

    /// @brief Fills in the groups of a job that this switch sums, as the control plane does.
    /// @param groups its groups; null: as if they had not been filled in
    void SetGroups(uint16_t job, std::shared_ptr<const GroupTable> groups);

    /// @brief Takes one packet through the switch.
    /// @param packet the packet that came in; on return the one that goes out
    /// @return what was done, and where the packet goes
    Decision Process(InaPacket& packet, Picoseconds now);

    /// @brief Counts a packet that does not enter the pipeline, so that every packet of the switch
    /// is counted here.
    /// @param outcome what the switch does with it
    void CountOutside(Outcome outcome)
    {
        ++m_counts[static_cast<std::size_t>(outcome)];
    }

    /**
     * @brief Counts tasks that were summed elsewhere, as if all their fragments had come here, and
     * with ReleaseRule::OnResult their results: each task was alone at its aggregator.
     * @param fanIn fragments of each, at least 2
     * @param aggregating sum of the times from first to last fragment
     * @param waiting sum of the times from there to the release
     */
    void CountLone(uint64_t tasks, uint32_t fanIn, Picoseconds aggregating, Picoseconds waiting);

    /// @brief A job has left: frees all aggregators that it still holds, as the control plane does.
    /// @return number of aggregators freed
    uint32_t RemoveJob(uint16_t job, Picoseconds now);

    /// @brief The switch has failed: all aggregators are free, whatever they held.
    void LoseSums(Picoseconds now);

    /// @return packets that had it
    uint64_t Count(Outcome outcome) const
    {
        return m_counts[static_cast<std::size_t>(outcome)];
    }

    /// @return packets of the switch: each has one outcome
    uint64_t Received() const
    {
        return std::accumulate(m_counts.begin(), m_counts.end(), uint64_t{0});
    }

    /// @return what the switch does in this system
    const SwitchPart& Rules() const
    {
        return m_rules;
    }

    /// @return the aggregators
    const AggregatorTable& Table() const
    {
        return m_table;
    }

  private:
    /// @return the groups of a job
    const GroupTable& GroupsOf(uint16_t job) const;

    /// @param sum a packet, or an aggregator in use, of a group that this switch sums
    /// @return the group above; null: there is none in a switch
    template <typename Sum>
    const GroupTable::Row* Above(const Sum& sum) const
    {
        const GroupTable& groups = GroupsOf(sum.job);
        const GroupTable::Row* const row = groups.Find(sum.group, sum.seq);
        ESA_ASSERT(row, "a switch sums its own groups only");
        return groups.Above(*row, sum.seq);
    }

    /// @return true if a packet's group is one that this switch sums, and its fan-in the group's
    bool HasPossibleGroup(const InaPacket& packet) const;

    /// @brief Makes a packet of a group one of the group above. A sum becomes a member there.
    /// @return where it goes
    Egress Promote(InaPacket& packet, const GroupTable::Row& above) const;

    /// @return true if an aggregator keeps a sum that was sent up before: by now it is in the sum
    /// above
    bool HasGoneUp(const Aggregator& aggregator) const;

    /// @brief Handles a reminder or resend whose task is not held here.
    Decision Miss(InaPacket& packet) const;

    /// @return the aggregator that a packet is processed with
    Aggregator& AggregatorOf(const InaPacket& packet, Picoseconds now)
    {
        return m_rules.choice.candidates
                   ? ChooseAggregator(m_system, m_random, m_table, packet, now)
                   : m_table.At(packet.aggregator);
    }

    /// @brief Notes in a fragment or result how many jobs are active here, if that is more than the
    /// switches before have noted.
    void NoteActive(InaPacket& packet, Picoseconds now);

    /// @brief Hands a packet to the stage for its kind.
    Decision Dispatch(InaPacket& packet, Picoseconds now);

    /// @brief Handles a fragment of a worker, or the sum of a group, for the group above it.
    Decision OnGradient(InaPacket& packet, Picoseconds now);

    /**
     * @brief OnGradient(), where a sum has a counter and no bitmap (SwitchPart::threshold). A copy
     * is counted again. What comes after the sum has left is late, and is dropped: in a sum of the
     * next task it would be wrong.
     */
    Decision Count(InaPacket& packet, Picoseconds now);

    /// @brief Handles a fragment whose task is not in the aggregator. Kept apart, so that most
    /// fragments pass few instructions.
    [[gnu::noinline]] Decision Enter(Aggregator& aggregator, InaPacket& packet, Picoseconds now);

    /// @brief Gives an aggregator to the task of a fragment, which is consumed.
    void Allocate(Aggregator& aggregator, InaPacket& packet, Picoseconds now);

    /// @brief Handles a fragment whose aggregator holds its own task.
    Decision Add(Aggregator& aggregator, InaPacket& packet, Picoseconds now);

    /// @brief Handles a fragment whose aggregator holds another task.
    Decision Collide(Aggregator& aggregator, InaPacket& packet, Picoseconds now);

    /// @brief Releases the aggregator of a complete sum by the rule of the system, and sends the
    /// sum.
    Decision Complete(Aggregator& aggregator, InaPacket& packet, Picoseconds now);

    /// @brief Handles a fragment whose static slot holds an earlier or later task of its job.
    Decision ReuseSlot(Aggregator& aggregator, InaPacket& packet, Picoseconds now);

    /// @brief Handles a fragment whose worker is in the sum already.
    Decision Repeat(const Aggregator& aggregator, InaPacket& packet) const;

    /// @brief Handles a reminder or resend, which takes the partial sum of its task to the PS.
    Decision Fetch(InaPacket& packet, Picoseconds now);

    /// @brief Handles a result that comes from the PS.
    Decision ReturnResult(const InaPacket& packet, Picoseconds now);

    /// @return true if the aggregator is stale: nothing was added to it for the stale age
    bool IsLeftOver(const Aggregator& aggregator, Picoseconds now) const
    {
        return m_rules.reclaimsStale && m_staleAge != kNever &&
               aggregator.State() != AggregatorState::Free &&
               now - aggregator.touchedAt >= m_staleAge;
    }

    /// @brief Notes in a sum whether another task has requested its aggregator, if the sums of the
    /// system do. In a sum for a group above, the bit would mean that it passes by.
    void ReportContention(const Aggregator& aggregator, InaPacket& packet) const
    {
        if (m_rules.reportsContention)
        {
            packet.collision = aggregator.isContended && packet.kind != PacketKind::Gradient;
        }
    }

    /// @brief Frees an aggregator.
    void Free(Aggregator& aggregator, Picoseconds now);

    /// @brief Sends a complete sum on: to the group above if there is one, otherwise to the workers
    /// or the PS, by the rule of the system.
    Decision SendSum(InaPacket& packet) const;

    const System& m_system;                            ///< the system
    SwitchPart m_rules;                                ///< the switch's part of its record
    RandomSource& m_random;                            ///< random numbers for its collision rule
    AggregatorTable m_table;                           ///< the aggregators
    ByJob<std::shared_ptr<const GroupTable>> m_groups; ///< by job
    uint32_t m_threshold{0};              ///< members at which a counted sum leaves; 0: all
    std::unique_ptr<ActiveJobs> m_active; ///< jobs that divide the memory; null: they need no count
    Picoseconds m_staleAge{kNever};       ///< age at which an aggregator becomes stale
    std::array<uint64_t, kOutcomes> m_counts{}; ///< packets by outcome
};

} // namespace ns3::esa

#endif // ESA_SWITCH_PIPELINE_H
