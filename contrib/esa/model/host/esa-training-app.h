/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRAINING_APP_H
#define ESA_TRAINING_APP_H

#include "esa-gradient-exchange.h"

#include "ns3/application.h"
#include "ns3/esa-attribute-freeze.h"
#include "ns3/esa-iteration.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-step-timer.h"
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
 * How gradients become results is the part of a GradientExchange, which this application owns. A
 * derived class has the attributes of one exchange and makes it; all else is here: iterations,
 * layers, the timer, and pauses, during which nothing reaches the exchange.
 */
class EsaTrainingApp : public Application,
                       public PoolAllocated,
                       public PacketReceiver,
                       public FreezableAttributes,
                       private ExchangeOwner
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
    uint32_t GetMaxOutstanding() const;

    /// @return repair packets sent about late results, or retransmitted packets
    uint64_t GetRepairsSent() const;

    const char* AttributesSettableUntil() const override
    {
        return "its job is installed";
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) final;
    void PrefetchFor(const InaPacket& fragment, uint32_t stage) const final;

  protected:
    void DoDispose() override;

    /// @return converts times
    const SimClock& Clock() const
    {
        return m_clock;
    }

  private:
    /**
     * @brief Makes the exchange; once, at the start.
     * @param context the worker that it is made for
     * @return the exchange
     */
    virtual std::unique_ptr<GradientExchange> MakeExchange(const ExchangeContext& context) = 0;

    void StartApplication() final;
    void StopApplication() final;
    void OnResult(const InaPacket& result, StreamPosition position, Picoseconds now) final;
    void OnPart(const InaPacket& part, std::optional<uint16_t> of) final;
    void OnBlockDone(const PositionRange& block, Picoseconds now) final;
    void OnSend(const InaPacket& packet) final;
    void WakeAt(Picoseconds at, Picoseconds now) final;
    void ContinueAt(Picoseconds at, Picoseconds now) final;

    /// @brief Begins to receive and send on the node's link.
    void Attach();

    /**
     * @brief During a pause, keeps an action for the end of the pause. @return true if the worker
     * pauses; false: do it now
     */
    bool Postpone(std::function<void()> what);

    /**
     * @brief During a pause, keeps a packet for the end of the pause. @return true if the worker
     * pauses
     */
    bool PostponePacket(const InaPacket& fragment);

    /// @return whether a result is what the operation of its block gives this worker
    bool HasExactSum(const InaPacket& result, StreamPosition position) const;

    /// @brief The exchange goes on.
    void OnContinue();

    /// @brief The exchange checks for timeouts.
    void OnTimer();

    /// @return position of the first fragment of the iteration
    StreamPosition FirstPosition() const
    {
        return m_record.iteration * m_job->plan.Fragments();
    }

    /// @brief Begins the next iteration.
    void BeginIteration();

    /// @return when each partition of the iteration is ready to be sent, from the iteration's start
    std::vector<Picoseconds> ReadyTimes() const;

    /// @brief The last result of a partition has arrived: passes all of them on to the GPUs.
    void OnPartitionComplete(Picoseconds now);

    /// @brief All GPUs have the results of a partition.
    void OnAtGpus(uint32_t partition);

    /// @brief A partition of the gradients is ready to be sent.
    void OnPartitionReady(uint32_t partition);

    /// @brief The pause is over, unless another one has made it longer.
    void Resume();

    /// @brief Starts the computation of the next layer, if its results are here.
    void ComputeIfReady();

    /// @brief A layer has computed.
    void OnLayerComputed();

    /// @brief The iteration is over: reports it, and begins the next one if there is one.
    void EndIteration();

    // Fields that every result needs come first; those up to the job stand in one cache line with
    // PacketReceiver and what follows it.
    Time m_pausedUntil;                           ///< end of the last pause
    std::unique_ptr<GradientExchange> m_exchange; ///< turns gradients into results
    std::shared_ptr<const TrainingJob> m_job;     ///< the job
    std::optional<IterationState> m_state;        ///< what the iteration waits for
    IterationRecord m_record;                     ///< the iteration under way
    uint64_t m_results{0};                        ///< results, each once
    Picoseconds m_wakeAt{kNoDeadline}; ///< when the exchange checks for timeouts, if it has asked
    TracedCallback<const InaPacket&> m_resultTrace; ///< results received, each once
    TracedCallback<const InaPacket&> m_sendTrace;   ///< packets sent

    SimClock m_clock;                               ///< converts times
    uint16_t m_worker{0};                           ///< number in the job
    bool m_running{false};                          ///< whether there is an iteration
    StepTimer m_timer;                              ///< next check for timeouts
    StepTimer m_pace;                               ///< when the exchange continues
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
