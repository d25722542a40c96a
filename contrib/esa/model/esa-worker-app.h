/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_WORKER_APP_H
#define ESA_WORKER_APP_H

#include "esa-fragment-sink.h"
#include "esa-host.h"
#include "esa-reliable-channel.h"
#include "esa-sim-clock.h"

#include "ns3/application.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-iteration.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-worker-transport.h"
#include "ns3/event-id.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One worker of a training job: computes, sends gradients, waits for results, overlapping
 * communication with computation.
 *
 * The application owns the clock and moves packets; what it does about them is decided by
 * WorkerTransport (core) and IterationState (workload).
 */
class EsaWorkerApp : public Application, public FragmentSink
{
  public:
    /**
     * TracedCallback signature for iterations.
     * @param [in] record what happened when
     */
    typedef void (*IterationTracedCallback)(const IterationRecord& record);

    /// @return the TypeId
    static TypeId GetTypeId();

    EsaWorkerApp();
    ~EsaWorkerApp() override;

    /**
     * @brief Tells the worker its part in a job; before it starts.
     * @param job the job, shared by its workers
     * @param worker its number in the job, below job->workers
     */
    void SetJob(std::shared_ptr<const TrainingJob> job, uint16_t worker);

    /**
     * @brief Tells where the PS is; before it starts. Only recovery from loss needs it.
     * @param address address of its host, whose reliable channel is open
     */
    void SetParameterServerAddress(Ipv4Address address)
    {
        m_parameterServer = address;
    }

    /**
     * @brief The worker stands still from now on: it neither computes, sends nor looks at what
     * arrives, all of which follows when the time is over.
     * @param duration for how long; a pause during another one makes it longer if it ends later
     */
    void Pause(const Time& duration);

    /// @return results that came in, each once
    uint64_t GetResults() const
    {
        return m_results;
    }

    /// @return of these, results whose sum was wrong
    uint64_t GetWrongResults() const
    {
        return m_wrongResults;
    }

    /// @return the protocol's end, after the start; null before
    const WorkerTransport* GetTransport() const
    {
        return m_transport ? &*m_transport : nullptr;
    }

    void ReceiveFragment(Fragment& fragment, Picoseconds now) override;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    // Setters of the window's attributes, which stand in a struct of the core
    void SetInitialWindow(uint32_t packets);      ///< @param packets at the start
    void SetMinWindow(uint32_t packets);          ///< @param packets at least
    void SetMaxWindow(uint32_t packets);          ///< @param packets at most; 0: no cap
    void SetSlowStartThreshold(uint32_t packets); ///< @param packets at the start; 0: infinite
    void SetWindowGrowth(double packets);         ///< @param packets added a result or window

    /// @brief Makes the protocol's end of the attributes and the job.
    void Prepare();

    /// @brief Begins the next iteration.
    void BeginIteration();

    /**
     * @brief A partition of the gradients is ready to be sent.
     * @param partition its number
     */
    void OnPartitionReady(uint32_t partition);

    /**
     * @brief Sends what may leave.
     * @param now the time
     */
    void Pump(Picoseconds now);

    /**
     * @brief The PS asks what this worker has of a task.
     * @param query its question
     */
    void Answer(const Fragment& query);

    /**
     * @brief During a pause, keeps something for its end.
     * @param what what is to be done
     * @return true if the worker pauses; false: do it now
     */
    bool Postpone(std::function<void()> what);

    /// @brief The pause is over, unless another one has made it longer.
    void Resume();

    /// @brief Starts the next layer's computation if it may.
    void ComputeIfReady();

    /// @brief A layer has computed.
    void OnLayerComputed();

    /// @brief The iteration is over: reports it, and begins the next one if there is one.
    void EndIteration();

    /// @brief Looks for timeouts, every CheckInterval.
    void OnTimer();

    // Attributes
    std::string m_system;      ///< name in the registry
    WindowParameters m_window; ///< the window
    Time m_rtoMin;             ///< least timeout
    Time m_checkInterval;      ///< between looks for timeouts
    uint32_t m_overtakes;      ///< larger results that make one overdue
    uint16_t m_reminderBytes;  ///< length of a reminder's frame
    bool m_recovery;           ///< repair losses
    uint32_t m_cachedResults;  ///< results kept for the PS; 0: a window of them

    SimClock m_clock;                               ///< converts times
    std::shared_ptr<const TrainingJob> m_job;       ///< the job
    uint16_t m_worker{0};                           ///< number in the job
    Ptr<EsaNetDevice> m_device;                     ///< where packets leave
    Ptr<EsaReliableChannel> m_channel;              ///< where answers to the PS leave
    Ipv4Address m_parameterServer;                  ///< where the PS is
    std::optional<WorkerTransport> m_transport;     ///< the protocol's end
    std::optional<IterationState> m_state;          ///< what the iteration waits for
    FrameSizes m_frameSizes;                        ///< lengths by kind of packet
    IterationRecord m_record;                       ///< the iteration under way
    uint64_t m_firstPosition{0};                    ///< place of its first fragment
    bool m_running{false};                          ///< whether there is one
    EventId m_timer;                                ///< next look for timeouts
    Time m_pausedUntil;                             ///< end of the last pause
    std::vector<std::function<void()>> m_postponed; ///< what waits for it
    uint64_t m_results{0};                          ///< results, each once
    uint64_t m_wrongResults{0};                     ///< of these, wrong sums

    TracedCallback<const IterationRecord&> m_iterationTrace; ///< iterations that ended
    TracedCallback<const Fragment&> m_sendTrace;             ///< packets sent
    TracedCallback<const Fragment&> m_resultTrace;           ///< results received, each once
};

} // namespace ns3::esa

#endif // ESA_WORKER_APP_H
