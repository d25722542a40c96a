// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PARAMETER_SERVER_H
#define ESA_PARAMETER_SERVER_H

#include "esa-job-workers.h"
#include "esa-query-rate-limiter.h"
#include "esa-task-dictionary.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-system-record.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3::esa
{

/// Parameters of a parameter server.
struct ParameterServerParameters
{
    /// How far a worker may run ahead of its first missing result at most, with any window.
    static constexpr uint32_t kMaxAhead = 65536;

    uint16_t job{0};                                   ///< job number
    AggregationPlan aggregation;                       ///< its workers, and where they stand
    uint64_t firstPosition{0};                         ///< position of the job's first fragment
    Picoseconds rtoMin{FromMicroseconds(1000)};        ///< least timeout
    uint32_t reorderingThreshold{3};                   ///< larger fragments that cause a reminder
    Picoseconds reorderingWindow{0};                   ///< time by which fragments overtake each
                                                       ///< other; if not 0, an entry that did not
                                                       ///< change for so long causes a reminder
    Picoseconds reminderHoldoff{FromMicroseconds(10)}; ///< worker reminders are not passed on
                                                       ///< this soon after another reminder; with
                                                       ///< recovery: least time for answers
    Picoseconds checkInterval{FromMicroseconds(50)};   ///< time between two checks for timeouts
    bool recovery{false};                              ///< repair losses
    bool tellsCollisions{false}; ///< results show whether a fragment passed by another task
    Picoseconds answerTime{0};   ///< with recovery: time that an answer takes on the PS's link; 0:
                                 ///< questions never wait
    uint32_t maxAnswers{512}; ///< answers requested and not carried by the link yet, from which on
                              ///< questions wait
    uint32_t keptResults{0};  ///< with recovery: results of this many latest tasks are kept, where
                              ///< no worker keeps them
};

/// Counters of a parameter server.
struct ParameterServerCounts
{
    uint64_t fragments{0};          ///< fragments and partial sums received
    uint64_t overlaps{0};           ///< of these, with a worker that was in the sum already
    uint64_t malformed{0};          ///< packets dropped: of another job, or of impossible workers
    uint64_t misses{0};             ///< answers of switches that hold nothing of a task
    uint64_t strays{0};             ///< packets dropped: no task at their position can be under way
    uint64_t results{0};            ///< results sent
    uint64_t remindersOvertaken{0}; ///< reminders because larger fragments overtook an entry
    uint64_t remindersTimeout{0};   ///< reminders because an entry timed out
    uint64_t remindersForwarded{0}; ///< reminders because of a worker's request, and all
                                    ///< that had to wait
    uint64_t remindersCopied{0};    ///< copies of these for further groups
    uint64_t queries{0};            ///< queries sent to workers
    uint64_t retransmissions{0};    ///< fragments that workers sent in answer
    uint64_t recovered{0};          ///< tasks whose result came from a worker's cache
    uint64_t forwards{0};           ///< results sent to single workers

    /// @return all reminders sent, without the copies
    uint64_t Reminders() const
    {
        return remindersOvertaken + remindersTimeout + remindersForwarded;
    }
};

/**
 * @ingroup esa
 * @brief The parameter server of one job (paper, "PS Assisting with Aggregation").
 *
 * The switch does not sum every fragment: some lose a collision, and some partial sums are
 * preempted. All of them go to the PS, which adds them up for each task. A complete sum goes back
 * to the switch as the result, which multicasts it to the workers. The problem: parts of one sum
 * may be in the PS, in several switches and on links, and any packet may be lost.
 *
 * - Waiting is not enough. The rest of a sum may stay in a switch and wait for fragments that went
 *   past it. So the PS sends reminders for the tasks that it holds, and the switch hands over what
 *   it has (HostPart::psReminds).
 * - A timer for each task seems to handle losses. But a long timer stops the job for milliseconds,
 *   and a short one repeats packets that are only late. So the PS queries instead: a switch answers
 *   each urgent reminder, also when it holds nothing. If the answers do not complete the sum, the
 *   missing fragments were lost, and the PS queries the workers for them at once (queries).
 * - Queries for everything at once fill the PS's link with answers when a burst is lost in a large
 *   job. So questions wait their turn (QueryRateLimiter).
 *
 * Questions and answers may be lost, too. A worker that misses a result repeats its reminder until
 * it has the result, so the PS never has to repeat anything by itself. Where workers keep results,
 * the PS may also forget everything at any time; ATP's PS may not.
 *
 * Further reading: negative acknowledgements and repair requests in reliable multicast (SRM, NORM);
 * soft state; end-to-end arguments.
 *
 * This class has no clock and no network. Its owner hands in packets and the time, and sends the
 * packets that Poll() gives.
 */
class ParameterServer
{
  public:
    using Counts = ParameterServerCounts; ///< the counters
    using Count = uint64_t Counts::*;     ///< one of them

    /// @param system the system
    /// @param parameters the parameters
    ParameterServer(const SystemRecord& system, const ParameterServerParameters& parameters);

    /// @brief Handles a packet.
    /// @param packet a packet that came for the PS of this job
    void Receive(const InaPacket& packet, Picoseconds now);

    /// @brief Checks for timeouts; to be called at NextCheck().
    void OnTimer(Picoseconds now);

    /// @brief The next packet to be sent to the switch, if any.
    /// @param out the packet
    /// @return true if there is one; it counts as sent
    bool Poll(InaPacket& out);

    /// @brief The job has ended: frees the memory of its tasks. No packet comes any more.
    void Release()
    {
        m_dictionary.Release();
    }

    /// @brief The PS has failed and starts again: all that it knew of tasks is lost.
    void Restart();

    /// @return true while OnTimer() has something to check
    bool NeedsTimer() const
    {
        return (m_system.onHost.psReminds && m_open > 0) || m_questions.HasWaiting();
    }

    /// @param now the time, if no check is planned @return when OnTimer() is to be called;
    /// kNoDeadline: not before the next packet
    Picoseconds NextCheck(Picoseconds now) const
    {
        return NeedsTimer() ? now + m_parameters.checkInterval : kNoDeadline;
    }

    /// @return number of open entries
    uint64_t OpenEntries() const
    {
        return m_open;
    }

    /// @return the counters
    const Counts& GetCounts() const
    {
        return m_counts;
    }

    /// @brief Checks the invariants 6 and 7 of TaskEntry::State, and 1 to 5 for one entry.
    /// @param position of the entry, if there is one
    void AssertInvariants(uint64_t position);

  private:
    /// @return true if the packet is of this job, and its workers are workers of the job
    bool IsWellFormed(const InaPacket& packet) const;

    /// @brief Whether a task at this position can be under way. The latest position bounds the
    /// dictionary, so an impossible position must not change it.
    bool CanBeUnderWay(uint64_t position) const;

    /// @brief Updates the latest position, and closes an entry that no worker can be waiting for.
    void Advance(uint64_t position);

    /// @brief Adds a fragment or a partial sum to the entry of its task.
    void Merge(const InaPacket& packet, Picoseconds now);

    /// @brief An entry has the fragments of all workers: sends the result.
    void Complete(TaskEntry& entry, Picoseconds now);

    /// @brief A worker misses a result and requests a reminder.
    void OnWorkerReminder(const InaPacket& packet, Picoseconds now);

    /// @brief A worker requests the result of a task that is done; @return true if that is all
    bool OnReminderOfDone(TaskEntry& entry, const InaPacket& packet, Picoseconds now);

    /// @brief A switch answers a reminder: with its partial sum, or with nothing.
    void OnReminderAnswer(const InaPacket& packet, Picoseconds now);

    /// @brief An ATP worker misses a result, and its resend found nothing in the switch.
    void OnResend(const InaPacket& packet, Picoseconds now);

    /// @brief A worker resends although the task is done: sends the result to all workers again;
    /// to the worker that lacks it, if it was just sent to all, or many times.
    void SendAgain(TaskEntry& entry, uint16_t worker, Picoseconds now);

    /// @brief Searches for what is due at all entries, and for when something may be due next.
    void WalkEntries(Picoseconds timeout, Picoseconds now);

    /// @brief An open entry has not changed for a timeout: sends a reminder.
    void TimeOut(TaskEntry& entry, Picoseconds now);

    /// @brief A worker still had the result of a task: sends it to the workers that lack it.
    void Recover(TaskEntry& entry, const InaPacket& answer, Picoseconds now);

    /// @brief Sends a result to one worker, or to kAllWorkers: the switch multicasts it.
    void SendResult(const TaskEntry& entry, uint16_t worker, Picoseconds now);

    /// @brief Handles the answer of a worker to a query.
    void OnAnswer(const InaPacket& packet, Picoseconds now);

    /// @brief Queries workers for what they have of a task, or postpones that.
    void Query(TaskEntry& entry, Picoseconds now);

    /// @brief Queries workers for what they have of a task, now.
    void SendQueries(TaskEntry& entry, Picoseconds now);

    /// @brief Sends queries that were postponed and fits the link now, the oldest task first.
    void SendPostponed(Picoseconds now);

    /// @brief Sends the next query about a task that is repaired, or postpones that.
    /// @param reason what counts it, if it goes to switches
    void SendOrPostpone(TaskEntry& entry, Count reason, Picoseconds now);

    /// @brief Sends the next query about a task, now: switches, or with recovery workers.
    /// @return true if it goes to switches
    bool SendNext(TaskEntry& entry, Picoseconds now);

    /// @brief A worker lacks a result that the PS has.
    void SendLost(TaskEntry& entry, uint16_t worker, Picoseconds now);

    /// @brief Sends a result to all workers again.
    void SendToAll(TaskEntry& entry, Picoseconds now);

    /// @brief Whether a few workers were queried if any has the result. Their fragments
    /// are not summed. They may be in sums of switches, too, and such a sum could not be used then.
    bool IsProbeOfFew(const TaskEntry& entry) const
    {
        return entry.hasQueriedFew && entry.inSum == 0;
    }

    /// @return time in which an answer should come; before one was measured, and without recovery:
    ///         the least timeout
    Picoseconds AnswerTime() const;

    /// @brief Whether a result makes workers shrink their windows: a fragment of its sum has met
    /// a long queue, in the last round trip. A sum may wait for a repair, or for a slow worker, and
    /// meanwhile the windows have answered the mark. If each result brought such an old mark, the
    /// window of a slow worker would never grow again.
    bool IsMarked(const TaskEntry& entry, Picoseconds now) const;

    /// @return time in which a result reaches the workers, and questions that crossed it the PS
    Picoseconds TimeToWorkers() const;

    /// @brief Counts a time from a question to its answer, unless it is too long to be one.
    /// @param sample time from the question to what seems to be its answer
    void LearnAnswerTime(Picoseconds sample);

    /// @brief The one worker that was queried has no result either: queries all that are missing.
    void QueryRest(uint64_t position, Picoseconds now);

    /// @brief Whether switches or workers may still answer the last question about a task. If the
    /// PS queried again with every reminder, its questions would fill the network when it is slow.
    /// So it waits for twice as long after each question in vain.
    bool AwaitsAnswers(TaskEntry& entry, Picoseconds now) const;

    /// @brief Whether the next question goes to one worker or a few. If nothing of a task is left
    /// in switches and PS, most likely its result was sent, and was lost on the way to the workers
    /// that request it. Any other worker has it. If one does not answer, a few others are queried,
    /// and then everybody.
    bool IsForFew(TaskEntry& entry) const;

    /// @brief Sets the worker that is queried then, or the few; every question goes to the next
    /// one.
    void ChooseFew(TaskEntry& entry) const;

    /// @brief Sets the workers that are missing in the sum as those that are queried.
    void ChooseTheMissing(TaskEntry& entry) const;

    /// @brief Marks an entry as done.
    void Close(TaskEntry& entry);

    /// @brief Whether the PS can send the result of a task. A task can be done without it: if every
    /// worker has the result but none has kept it, if no worker can be waiting for it, or if the PS
    /// does not keep results.
    bool HasResult(const TaskEntry& entry) const;

    /// @brief Sends the result of a task to one worker, if the PS has it.
    void Forward(const TaskEntry& entry, uint16_t worker, Picoseconds now);

    /// @brief A fragment has arrived: counts for each entry with a smaller position that it was
    /// overtaken once more, and reminds the switch of those that were overtaken often enough.
    void CountOvertaken(uint64_t position, Picoseconds now);

    /// @brief Whether reminders depend on time: fragments overtake each other anyway, so that
    /// larger ones show nothing.
    bool RemindsInTime() const
    {
        return m_parameters.reorderingWindow.count() > 0;
    }

    /// @return true if an entry did not change for the reordering window
    bool IsLate(const TaskEntry& entry, Picoseconds now) const;

    /// @brief Begins to count the fragments that overtake the entry at this position.
    void Arm(uint64_t position);

    /// @brief Stops counting the fragments that overtake the entry at this position.
    void Disarm(uint64_t position);

    /// @brief Sends the switches reminders, or postpones that. @param reason what counts them
    void AskSwitches(TaskEntry& entry, Count reason, Picoseconds now);

    /// @brief The last question has not brought an answer, or not the sum: switches may be reminded
    /// once more, those that have not answered if there are such.
    void BeginAgain(TaskEntry& entry) const;

    /// @brief Sends reminders to groups.
    void Remind(TaskEntry& entry, const std::vector<uint16_t>& groups, Picoseconds now);

    /**
     * @brief The groups that are reminded next, of those that may hold a part: of which a worker is
     * missing here. A group is reminded when the group above has answered, as its sum may be there.
     * So a repair goes down the tree where the bitmaps of the answers show that a member is
     * missing, and touches no other switch. A group that can never be complete, because a part of
     * it is here, is reminded at once.
     * @return the groups; none: it is the workers' turn
     */
    std::vector<uint16_t> NextGroups(TaskEntry& entry) const;

    /// @return true if the next question goes to workers, whatever switches may hold
    bool IsForWorkers(TaskEntry& entry) const;

    /// @brief Makes a packet with the fields that all packets of a task have in common.
    /// @return the packet, which is addressed to the root
    InaPacket Address(const TaskEntry& entry, PacketKind kind) const;

    /// @return the same, addressed to a group
    InaPacket Address(const TaskEntry& entry, PacketKind kind, uint16_t group) const;

    /// Workers that get a lost result one by one. If more lack it, all get it.
    static constexpr std::size_t kMaxForwards = 16;

    SystemRecord m_system;                  ///< the system
    ParameterServerParameters m_parameters; ///< the parameters
    JobWorkers m_workers;                   ///< the workers of the job
    RtoEstimator m_answerTime;              ///< times from a question to a worker to its answer
    RtoEstimator m_switchAnswerTime;        ///< times from a reminder to a switch's answer
    RtoEstimator m_rto;                     ///< times from set-up to completion of entries
    Picoseconds m_minAnswerTime;            ///< least time from a reminder to a switch's answer
    TaskDictionary m_dictionary;            ///< the entries
    std::vector<uint64_t> m_armed;          ///< entries whose overtaking is counted, sorted
    QueryRateLimiter m_questions;           ///< which questions fit the link
    std::deque<InaPacket> m_outbox;         ///< packets to be sent
    uint64_t m_open{0};                     ///< open entries
    Picoseconds m_nextWalk{0};              ///< before, nothing is due at an entry, unless the
    Picoseconds m_walkTimeout{0};           ///< timeout becomes shorter than this
    uint64_t m_latest;                      ///< largest position seen
    Counts m_counts;                        ///< counters
};

} // namespace ns3::esa

#endif // ESA_PARAMETER_SERVER_H
