/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRAINING_APP_H
#define ESA_TRAINING_APP_H

#include "esa-host-demux.h"

#include "ns3/application.h"
#include "ns3/esa-agenda.h"
#include "ns3/esa-attribute-freeze.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-iteration.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-training-job.h"
#include "ns3/log.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <memory>
#include <optional>
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
 * EsaWorkerApp the network sums, in EsaCollectiveApp hosts do.
 *
 * A gradient goes down: OnPartitionReady() hands it to the derived class by Offer(), which sends
 * it. A result goes up: ReceiveFragment() hands its packet to the derived class by OnPacket(),
 * which calls TakeResult(). While the worker pauses, no function of the derived class is called.
 */
class EsaTrainingApp : public Application,
                       public PoolAllocated,
                       public PacketReceiver,
                       public FreezableAttributes
{
  public:
    /**
     * TracedCallback signature for iterations.
     * @param [in] record what happened when
     */
    typedef void (*IterationTracedCallback)(const IterationRecord& record);

    /**
     * TracedCallback signature for layers.
     * @param [in] record what happened when
     */
    typedef void (*LayerTracedCallback)(const LayerRecord& record);

    /**
     * TracedCallback signature for partitions.
     * @param [in] partition number of the partition in its iteration
     */
    typedef void (*PartitionTracedCallback)(uint32_t partition);

    /// @return the TypeId
    static TypeId GetTypeId();

    EsaTrainingApp();
    ~EsaTrainingApp() override;

    /**
     * @brief Sets the job and the number of the worker; to be called before it starts.
     * @param job the job, shared by its workers
     * @param worker its number in the job, below job->workers
     */
    void SetJob(std::shared_ptr<const TrainingJob> job, uint16_t worker);

    /**
     * @brief Sends a partition of the iteration under way, of a job whose partitions are sent when
     * somebody says so (TrainingJob::isSentWhenTold).
     * @param partition its number; partitions are sent in order
     */
    void SendPartition(uint32_t partition);

    /**
     * @brief Stops the worker for some time. During the pause it does not compute, does not send
     * and does not process what arrives; it does all of this at the end of the pause.
     * @param duration length of the pause; a pause during another one extends it if it ends later
     */
    void Pause(const Time& duration);

    /// @return number of results received, each counted once
    uint64_t GetResults() const
    {
        return m_results;
    }

    /// @return of these, results whose sum was wrong
    uint64_t GetWrongResults() const
    {
        return m_wrongResults;
    }

    /// @return the job; null before SetJob()
    const std::shared_ptr<const TrainingJob>& Job() const
    {
        return m_job;
    }

    /// @return number in the job
    uint16_t Worker() const
    {
        return m_worker;
    }

    /// @return fragments that may wait for their results at a time; 0: no limit, or not
    /// started yet
    virtual uint32_t GetMaxOutstanding() const = 0;

    /// @return repair packets sent about late results, or retransmitted packets
    virtual uint64_t GetRepairsSent() const = 0;

    const char* AttributesSettableUntil() const override
    {
        return "its job is installed";
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) final;

  protected:
    void DoDispose() override;

    /// @brief Ends the training, and with it the timer.
    void StopApplication() final;

    /**
     * @brief Begins to listen on the node's host; once, when the worker starts.
     * @return the host
     */
    Ptr<EsaHostDemux> Attach();

    /// @brief Begins the first iteration, if the job has one.
    void BeginTraining();

    /**
     * @brief Sends gradients that are ready; partitions come in order.
     * @param fragments their positions
     * @param now the time
     */
    virtual void Offer(const PositionRange& fragments, Picoseconds now) = 0;

    /**
     * @brief A packet for this worker has arrived, perhaps after the end of the training.
     * @param packet the packet
     * @param now the time
     */
    virtual void OnPacket(InaPacket& packet, Picoseconds now) = 0;

    /**
     * @brief The timer has run out; it may run out before the time that was last given to WakeAt().
     * @param now the time
     */
    virtual void OnWake([[maybe_unused]] Picoseconds now)
    {
    }

    /**
     * @brief Sets the worker's timer: OnWake() is called at this time, unless the timer has been
     * set to an earlier one.
     * @param at when; kNoDeadline: never
     * @param now the time
     */
    void WakeAt(Picoseconds at, Picoseconds now)
    {
        // Deadlines mostly move back. A timer that runs out too early costs less than one that is
        // set again for every packet.
        if (at < m_wakeAt)
        {
            SetTimer(at, now);
        }
    }

    /**
     * @brief During a pause, keeps an action for the end of the pause. @return true if the worker
     * pauses; false: do it now
     */
    bool Postpone(std::function<void()> what);

    /// @brief A packet leaves.
    void TraceSend(const InaPacket& packet);

    /**
     * @brief A result has arrived for the first time.
     * @param result the result
     * @param position position of its fragment in the job's stream
     * @param now the time
     */
    void TakeResult(const InaPacket& result, StreamPosition position, Picoseconds now)
    {
        CountResult(result, HasExactSum(result, position));
        OnResultsHere({position, position + 1}, now);
    }

    /// @brief Counts a result, or a part of one. @param isExact whether it is what it should be
    void CountResult(const InaPacket& result, bool isExact);

    /**
     * @brief The worker has all results of some fragments.
     * @param fragments their positions
     * @param now the time
     */
    void OnResultsHere(const PositionRange& fragments, Picoseconds now);

    /// @return position of the first fragment of the iteration
    StreamPosition FirstPosition() const
    {
        return m_firstPosition;
    }

    /// @return whether there is an iteration under way
    bool IsTraining() const
    {
        return m_running;
    }

    /// @return what is due at the host
    const std::shared_ptr<Agenda>& HostAgenda() const
    {
        return m_agenda;
    }

    /// @return converts times
    const SimClock& Clock() const
    {
        return m_clock;
    }

  private:
    /**
     * @brief During a pause, keeps a packet for the end of the pause. @return true if the worker
     * pauses
     */
    bool PostponePacket(const InaPacket& fragment);

    /// @brief The pause is over, unless another one has made it longer.
    void Resume();

    /// @return whether a result is what the operation of its block gives this worker
    bool HasExactSum(const InaPacket& result, StreamPosition position) const;

    /// @brief Sets the timer to an earlier time.
    void SetTimer(Picoseconds at, Picoseconds now);

    /// @brief The timer has run out.
    void OnTimer();

    /// @brief Begins the next iteration.
    void BeginIteration();

    /// @return when each partition of the iteration is ready to be sent, from the iteration's start
    std::vector<Picoseconds> ReadyTimes() const;

    /// @brief A partition of the gradients is ready to be sent.
    void OnPartitionReady(uint32_t partition);

    /// @brief The last result of a partition has arrived: passes all of them on to the GPUs.
    void OnPartitionComplete(Picoseconds now);

    /// @brief The GPUs have the results of a partition.
    void OnPartitionHere(uint32_t partition);

    /// @brief All GPUs of a server have the results of a partition.
    void OnPartitionAtGpus(uint32_t partition);

    /// @brief Starts the computation of the next layer, if its results are here.
    void ComputeIfReady();

    /// @brief A layer has computed.
    void OnLayerComputed();

    /// @brief The iteration is over: reports it, and begins the next one if there is one.
    void EndIteration();

    // Fields that every result needs come first.
    Picoseconds m_pausedUntil{0};                   ///< end of the last pause; 0: there is none
    Picoseconds m_wakeAt{kNoDeadline};              ///< when the timer runs out
    std::shared_ptr<const TrainingJob> m_job;       ///< the job
    std::optional<IterationState> m_state;          ///< what the iteration waits for
    IterationRecord m_record;                       ///< the iteration under way
    StreamPosition m_firstPosition{0};              ///< first fragment of the iteration
    uint64_t m_results{0};                          ///< results, each once
    TracedCallback<const InaPacket&> m_resultTrace; ///< results received, each once
    TracedCallback<const InaPacket&> m_sendTrace;   ///< packets sent

    SimClock m_clock;                               ///< converts times
    uint16_t m_worker{0};                           ///< number in the job
    bool m_running{false};                          ///< whether there is an iteration
    std::shared_ptr<Agenda> m_agenda;               ///< what is due at the host
    NodeTimer m_timer;                              ///< calls OnTimer()
    LayerRecord m_layer;                            ///< the computation under way
    std::vector<std::function<void()>> m_postponed; ///< actions that wait for the end of the pause
    uint64_t m_wrongResults{0};                     ///< results with wrong sums
    ServerLinkQueue m_down;                         ///< results on their way to the GPUs

    TracedCallback<const IterationRecord&> m_iterationTrace; ///< iterations that ended
    TracedCallback<const LayerRecord&> m_layerTrace;         ///< layers that have computed
    TracedCallback<uint32_t> m_partitionTrace;               ///< partitions whose results are here

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_TRAINING_APP_H
