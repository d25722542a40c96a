// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRAINING_PROCESS_H
#define ESA_TRAINING_PROCESS_H

#include "esa-host-node.h"
#include "esa-host-process.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-iteration.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker that trains: its partitions become ready, its layers compute when their results
 * are here, iteration after iteration.
 *
 * Training is the same whoever sums. What differs is which packets turn gradients into results. So
 * this class has iterations, layers, pauses and the timer, and a derived class has the packets: in
 * WorkerProcess the network sums, in CollectiveProcess hosts do.
 *
 * A gradient goes down: OnPartitionReady() hands it to the derived class by Offer(), which sends
 * it. A result goes up: the derived class gets its packet by ReceiveFragment(), and calls
 * TakeResult(). If a worker is alone in its job, it has the result, and Offer() is not called.
 * While the worker pauses, no function of the derived class does anything: it calls Postpones()
 * first.
 */
class TrainingProcess : public HostProcess
{
  public:
    /// @param job the job, shared by its workers
    /// @param worker its number in the job, below job->workers
    TrainingProcess(std::shared_ptr<const TrainingJob> job, uint16_t worker);
    ~TrainingProcess() override;

    /// @brief Ends the training, and with it the timer.
    void Stop() final;
    void Release() override;
    std::string Describe() const override;

    Hooks& GetHooks() final
    {
        return m_hooks;
    }

    /// @brief Sends a partition of the iteration under way, of a job that leaves the time to the
    /// caller (TrainingJob::isSentByCaller).
    /// @param partition its number; partitions are sent in order
    void SendPartition(uint32_t partition, Picoseconds now);

    /// @brief Stops the worker for some time. During the pause it does not compute, does not send
    /// and does not process what arrives; it does all of this at the end of the pause.
    /// @param duration length of the pause; a pause during another one extends it if it ends later
    /// @param agenda of the host, where the worker need not run yet
    void Pause(Picoseconds duration, Agenda& agenda, Picoseconds now);

    /// @return number of results received, each counted once
    uint64_t Results() const
    {
        return m_results;
    }

    /// @return time of the last result
    Picoseconds LastResult() const
    {
        return m_lastResult;
    }

    /// @return of these, results whose sum was wrong
    uint64_t WrongResults() const
    {
        return m_wrongResults;
    }

    /// @return number in the job
    uint16_t Worker() const
    {
        return m_worker;
    }

    /// @return whether there is an iteration under way
    bool IsTraining() const
    {
        return m_running;
    }

    /// @return the iteration under way; between iterations the next one, which has not begun
    const IterationRecord& UnderWay() const
    {
        return m_record;
    }

    /// @return end of the last pause
    Picoseconds PausedUntil() const
    {
        return m_pausedUntil;
    }

    /// @return fragments that may wait for their results at a time; 0: no limit, or not
    /// started yet
    virtual uint32_t MaxOutstanding() const = 0;

    /// @return repair packets sent about late results, or retransmitted packets
    virtual uint64_t RepairsSent() const = 0;

  protected:
    /// @brief Begins to listen on a host.
    void Attach(HostNode& host);

    /// @brief Begins the first iteration, if the job has one.
    void BeginTraining(Picoseconds now);

    /// @brief Sends gradients that are ready; partitions come in order.
    /// @param fragments their positions
    virtual void Offer(const PositionRange& fragments, Picoseconds now) = 0;

    /// @brief The timer has run out; it may run out before the time that was last given to
    /// WakeAt().
    virtual void OnWake([[maybe_unused]] Picoseconds now)
    {
    }

    /// @brief Sets the worker's timer: OnWake() is called at this time, unless the timer has been
    /// set to an earlier one.
    /// @param at when; kNoDeadline: never
    void WakeAt(Picoseconds at, Picoseconds now)
    {
        // Deadlines mostly move back. A timer that runs out too early costs less than one that is
        // set again for every packet.
        if (at < m_wakeAt)
        {
            SetTimer(at, now);
        }
    }

    /// @brief During a pause, keeps a packet for the end of the pause. What comes at the moment of
    /// its end follows what was kept, or a connection would take its packets in another order.
    /// @return true if the worker pauses; false: it takes the packet now
    bool Postpones(const InaPacket& fragment)
    {
        return IsPaused() && PostponePacket(fragment);
    }

    /// @brief During a pause, keeps an action for the end of the pause.
    /// @param what the action, which gets the time
    /// @return true if the worker pauses; false: do it now
    bool Postpones(std::function<void(Picoseconds)> what);

    /// @brief A result has arrived for the first time.
    /// @param position position of its fragment in the job's stream
    void TakeResult(const InaPacket& result, StreamPosition position, Picoseconds now)
    {
        CountResult(result,
                    (!Job()->aggregation.Roles() && Job()->oracle.IsExact(result)) ||
                        HasExactSum(result, position),
                    now);
        OnResultHere(position, now);
    }

    /// @brief Counts a result, or a part of one. @param isExact whether it is what it should be
    void CountResult(const InaPacket& result, bool isExact, Picoseconds now)
    {
        ++m_results;
        m_lastResult = now;
        if (!isExact)
        {
            CountWrongResult(result);
        }
        m_hooks.result(result);
    }

    /// @brief The worker has the result of a fragment.
    /// @param position its position
    void OnResultHere(StreamPosition position, Picoseconds now)
    {
        AddResult(position, now);
        OnResultsAdded(now);
    }

    /// @brief The worker has all results of some fragments.
    /// @param fragments their positions
    void OnResultsHere(const PositionRange& fragments, Picoseconds now);

    /// @return position of the first fragment of the iteration
    StreamPosition FirstPosition() const
    {
        return m_firstPosition;
    }

    /// @return number of the iteration
    uint32_t Iteration() const
    {
        return m_record.iteration;
    }

    /// @return time from the begin of the last iteration to its last result; 0: it is the first
    Picoseconds LastCommunication() const
    {
        return m_lastCommunication;
    }

    /// @return the host; null before Attach()
    HostNode* Host() const
    {
        return m_host;
    }

    /// @return what is due at the host
    Agenda& HostAgenda() const
    {
        return *m_host->GetAgenda();
    }

    /// @brief A packet leaves.
    void NotifySend(const InaPacket& packet) const
    {
        m_hooks.send(packet);
    }

  private:
    /// @brief Keeps a packet for the end of the pause. @return true
    bool PostponePacket(const InaPacket& fragment);

    /// @return true from Pause() until Resume() has done what was kept
    bool IsPaused() const
    {
        return m_pausedUntil > Picoseconds(0);
    }

    /// @brief The pause is over, unless another one has made it longer.
    void Resume(Picoseconds now);

    /// @brief Counts a result whose sum is wrong.
    void CountWrongResult(const InaPacket& result);

    /// @return whether a result is what this worker gets by its role in the task
    bool HasExactSum(const InaPacket& result, StreamPosition position) const;

    /// @return whether a result is the sum of some members, where a threshold of them completes it
    bool HasExactPart(const InaPacket& result) const;

    /// @brief The worker has a result.
    void AddResult(StreamPosition position, Picoseconds now)
    {
        if (m_state->OnResult(position - m_firstPosition))
        {
            OnPartitionComplete(now);
        }
    }

    /// @brief After AddResult(): what results bring about.
    void OnResultsAdded(Picoseconds now)
    {
        if (m_state->MayStartLayer())
        {
            StartLayer(now);
        }
    }

    /// @brief Sets the timer to an earlier time.
    void SetTimer(Picoseconds at, Picoseconds now);

    /// @brief The timer has run out.
    void OnTimer(Picoseconds now);

    /// @brief Begins the next iteration.
    void BeginIteration(Picoseconds now);

    /// @return when each partition of the iteration is ready to be sent, from the iteration's start
    std::vector<Picoseconds> ReadyTimes() const;

    /// @brief A partition of the gradients is ready to be sent.
    void OnPartitionReady(uint32_t partition, Picoseconds now);

    /// @brief The worker is alone in its job. Its gradients are the result, and it sends
    /// nothing, as in an all-reduce of one rank.
    /// @param fragments positions of gradients that are ready, of one partition
    void TakeOwn(const PositionRange& fragments, Picoseconds now);

    /// @brief The last result of a partition has arrived.
    void OnPartitionComplete(Picoseconds now);

    /// @brief Starts the computation of the next layer.
    void StartLayer(Picoseconds now);

    /// @brief A layer has computed.
    void OnLayerComputed(Picoseconds now);

    /// @brief The iteration is over: reports it, and begins the next one if there is one.
    void EndIteration(Picoseconds now);

    // Fields that every result needs come first.
    Picoseconds m_pausedUntil{0};          ///< end of the last pause; 0: there is none
    Picoseconds m_wakeAt{kNoDeadline};     ///< when the timer runs out
    StreamPosition m_firstPosition{0};     ///< first fragment of the iteration
    uint64_t m_results{0};                 ///< results, each once
    Picoseconds m_lastResult{0};           ///< time of the last one
    uint16_t m_worker;                     ///< number in the job
    bool m_running{false};                 ///< whether there is an iteration
    std::optional<IterationState> m_state; ///< what the iteration waits for
    IterationRecord m_record;              ///< the iteration under way
    Picoseconds m_lastCommunication{0};    ///< of the last iteration, to its last result
    Hooks m_hooks;                         ///< what it reports

    HostNode* m_host{nullptr};                                 ///< the host
    NodeTimer m_timer;                                         ///< calls OnTimer()
    LayerRecord m_layer;                                       ///< the computation under way
    uint64_t m_wrongResults{0};                                ///< results with wrong sums
    std::vector<std::function<void(Picoseconds)>> m_postponed; ///< for the end of the pause
};

} // namespace ns3::esa

#endif // ESA_TRAINING_PROCESS_H
