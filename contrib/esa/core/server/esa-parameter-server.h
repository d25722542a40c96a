/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PARAMETER_SERVER_H
#define ESA_PARAMETER_SERVER_H

#include "esa-task-dictionary.h"

#include "ns3/esa-fragment.h"
#include "ns3/esa-job-racks.h"
#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-system-record.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3::esa
{

/// What a parameter server is told when it is made.
struct ParameterServerParameters
{
    uint16_t job{0};                            ///< job number
    uint8_t fanIn{1};                           ///< workers of the job
    JobRacks racks;                             ///< where they stand
    uint64_t firstPosition{0};                  ///< position of the job's first fragment
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< least timeout
    uint32_t overtakes{3};                      ///< larger fragments that call for a reminder
    Picoseconds reminderHoldoff{FromMicroseconds(10)}; ///< worker reminders are passed on once in
    bool recovery{false};                              ///< repair losses
    Picoseconds queryDelay{FromMicroseconds(1000)};    ///< from a reminder that brings nothing to
                                                       ///< the question to the workers
};

/**
 * @ingroup esa
 * @brief The parameter server of one job (paper, "PS Assisting with Aggregation").
 *
 * Fragments and partial sums that did not find their place in the switch are summed here; the
 * result goes to the switch, which multicasts it. With HostPart::psReminds, the PS reminds the
 * switch of partial sums that must be waiting there, for the rest of them is here.
 */
class ParameterServer
{
  public:
    /// What was counted.
    struct Counts
    {
        uint64_t fragments{0}; ///< fragments and sums taken in
        uint64_t overlaps{0};  ///< of these, dropped: a worker was in the sum already
        uint64_t malformed{0}; ///< packets dropped: another job's, or of impossible workers
        uint64_t strays{0};    ///< packets dropped: their task cannot be under way
        uint64_t results{0};   ///< results sent
        uint64_t remindersOvertaken{0}; ///< reminders because larger fragments came
        uint64_t remindersTimeout{0};   ///< reminders because none came
        uint64_t remindersForwarded{0}; ///< reminders because a worker asked
        uint64_t remindersCopied{0};    ///< copies of these for the switches of further racks
        uint64_t queries{0};            ///< workers asked what they have
        uint64_t retransmissions{0};    ///< fragments that workers sent in answer
        uint64_t recovered{0};          ///< tasks whose result came from a worker's cache
        uint64_t forwards{0};           ///< results sent to single workers

        /// @return all reminders sent, copies not counted
        uint64_t Reminders() const
        {
            return remindersOvertaken + remindersTimeout + remindersForwarded;
        }
    };

    /**
     * @param system the system
     * @param parameters the rest
     */
    ParameterServer(const SystemRecord& system, const ParameterServerParameters& parameters);

    /**
     * @brief Takes a packet in.
     * @param packet what came for this job's PS
     * @param now the time
     */
    void Receive(const Fragment& packet, Picoseconds now);

    /**
     * @brief Looks for timeouts; to be called at least every 50 us while NeedsTimer().
     * @param now the time
     */
    void OnTimer(Picoseconds now);

    /**
     * @brief The next packet to be sent to the switch, if any.
     * @param out the packet
     * @return true if there is one; it counts as sent
     */
    bool Poll(Fragment& out);

    /**
     * @brief The PS has failed and starts again: everything it held is gone.
     */
    void Restart();

    /**
     * @param packet a packet from Poll()
     * @return true if it goes to one worker over the reliable channel, rather than to the switch
     */
    static bool IsForOneWorker(const Fragment& packet)
    {
        return packet.worker != kAllWorkers && packet.kind != PacketKind::Reminder;
    }

    /// @return true while OnTimer() has something to look at
    bool NeedsTimer() const
    {
        return m_open > 0 || m_queriesDue > 0;
    }

    /// @return number of open entries
    uint64_t OpenEntries() const
    {
        return m_open;
    }

    /// @return what was counted
    const Counts& GetCounts() const
    {
        return m_counts;
    }

  private:
    /**
     * @param packet a packet
     * @return true if it is of this job, and the workers in it are the job's
     */
    bool IsWellFormed(const Fragment& packet) const;

    /**
     * @brief Whether a task can be under way. What is taken for the latest position bounds the
     * dictionary, so a number from nowhere must not move it.
     * @param position place of the task
     * @return true if it can
     */
    bool CanBeUnderWay(uint64_t position) const;

    /**
     * @brief Moves the latest position, and closes an entry that nobody can be waiting for.
     * @param position place of a task that can be under way
     */
    void Advance(uint64_t position);

    /**
     * @brief A fragment or a sum.
     * @param packet the packet
     * @param now the time
     */
    void Merge(const Fragment& packet, Picoseconds now);

    /**
     * @brief The entry has every worker's fragment: the result leaves.
     * @param entry the entry
     * @param now the time
     */
    void Complete(TaskEntry& entry, Picoseconds now);

    /**
     * @brief A worker misses a result.
     * @param packet its reminder
     * @param now the time
     */
    void OnWorkerReminder(const Fragment& packet, Picoseconds now);

    /**
     * @brief An ATP worker has no result, and nothing was left to fetch in the switch.
     * @param packet its resend
     * @param now the time
     */
    void OnResend(const Fragment& packet, Picoseconds now);

    /**
     * @brief An open entry has not changed for a timeout.
     * @param entry the entry
     * @param now the time
     */
    void TimeOut(TaskEntry& entry, Picoseconds now);

    /**
     * @brief A worker has kept a task's result.
     * @param entry of the task
     * @param answer the worker's answer
     */
    void Recover(TaskEntry& entry, const Fragment& answer);

    /**
     * @brief Sends a result.
     * @param entry of the task, with its sum
     * @param worker number of a worker, or kAllWorkers: by the switch
     */
    void SendResult(const TaskEntry& entry, uint16_t worker);

    /**
     * @brief A worker's answer to a query.
     * @param packet the answer
     * @param now the time
     */
    void OnAnswer(const Fragment& packet, Picoseconds now);

    /**
     * @brief A reminder leaves: the workers will be asked when nothing has come for the hold-off.
     * @param entry of the task
     * @param now the time
     */
    void PlanQuery(TaskEntry& entry, Picoseconds now);

    /**
     * @brief Something has come, or the workers are being asked.
     * @param entry of the task
     */
    void DropQuery(TaskEntry& entry);

    /**
     * @brief Asks every worker that is not in the sum what it has.
     * @param entry of the task
     * @param now the time
     */
    void Query(TaskEntry& entry, Picoseconds now);

    /**
     * @brief The task's result is known: the entry is done.
     * @param entry of the task
     */
    void Close(TaskEntry& entry);

    /**
     * @brief Whether the PS can send a task's result. A task is done without one if every worker
     * has it but none keeps it, if nobody can wait for it, or if the PS is not to keep it.
     * @param entry of the task
     * @return true if the sum of all workers is here
     */
    bool HasResult(const TaskEntry& entry) const;

    /**
     * @brief Sends a result to one worker, if there is one.
     * @param entry of the task
     * @param worker its number
     */
    void Forward(const TaskEntry& entry, uint16_t worker);

    /**
     * @brief Open entries with smaller positions have been overtaken by one more.
     * @param position of the fragment that arrived
     * @param now the time
     */
    void CountOvertaken(uint64_t position, Picoseconds now);

    /**
     * @brief From now on, larger fragments count against this entry.
     * @param position of the entry
     */
    void Arm(uint64_t position);

    /**
     * @brief Larger fragments do not count any more.
     * @param position of the entry
     */
    void Disarm(uint64_t position);

    /**
     * @brief Sends the switch a reminder; with several racks, each switch that may hold a part.
     * @param entry of the task
     * @param now the time
     */
    void Remind(TaskEntry& entry, Picoseconds now);

    /**
     * @brief A packet to the switch with what all packets of a task have in common.
     * @param entry of the task
     * @param kind what it is for
     * @return the packet
     */
    Fragment Address(const TaskEntry& entry, PacketKind kind) const;

    SystemRecord m_system;                  ///< the system
    ParameterServerParameters m_parameters; ///< the rest
    RtoEstimator m_rto;                     ///< times from set-up to completion of an entry
    TaskDictionary m_dictionary;            ///< the entries
    std::vector<uint64_t> m_armed;          ///< entries whose overtaking is counted, in order
    std::deque<Fragment> m_outbox;          ///< packets to be sent
    uint64_t m_open{0};                     ///< open entries
    uint64_t m_queriesDue{0};               ///< entries with a query planned
    uint64_t m_latest;                      ///< largest position seen
    Counts m_counts;                        ///< what was counted
};

} // namespace ns3::esa

#endif // ESA_PARAMETER_SERVER_H
