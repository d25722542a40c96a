// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRAINING_APP_H
#define ESA_TRAINING_APP_H

#include "esa-host-demux.h"

#include "ns3/application.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-process.h"
#include "ns3/esa-watched-trace.h"
#include "ns3/log.h"

#include <memory>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A worker that trains: a TrainingProcess with trace sources and logs.
///
/// In EsaWorkerApp the network sums, in EsaCollectiveApp hosts do.
class EsaTrainingApp : public Application, public PoolAllocated
{
  public:
    /// TracedCallback signature for iterations.
    /// @param [in] record what happened when
    typedef void (*IterationTracedCallback)(const IterationRecord& record);

    /// TracedCallback signature for layers.
    /// @param [in] record what happened when
    typedef void (*LayerTracedCallback)(const LayerRecord& record);

    /// TracedCallback signature for partitions.
    /// @param [in] partition number of the partition in its iteration
    typedef void (*PartitionTracedCallback)(uint32_t partition);

    /// @return the TypeId
    static TypeId GetTypeId();

    ~EsaTrainingApp() override;

    /// Sets the job and the number of the worker; to be called before it starts.
    void SetJob(std::shared_ptr<const TrainingJob> job, uint16_t worker);

    /// Sends a partition of the iteration under way, of a job that leaves the time to the
    /// caller (TrainingJob::isSentWhenTold).
    void SendPartition(uint32_t partition);

    /// Stops the worker for some time. During the pause it does not compute, does not send
    /// and does not process what arrives; it does all of this at the end of the pause.
    /// @param duration length of the pause; a pause during another one extends it if it ends later
    void Pause(const Time& duration);

    /// Sets what is called when the last layer of the last iteration starts.
    /// @param listener gets the time at which the training will end, if the worker does not pause
    void SetEndingListener(std::function<void(Picoseconds)> listener)
    {
        m_process->GetHooks().ending.Set(std::move(listener));
    }

    /// @return number of results received, each counted once
    uint64_t GetResults() const
    {
        return m_process->Results();
    }

    /// @return time of the last result
    Picoseconds GetLastResult() const
    {
        return m_process->LastResult();
    }

    /// @return of these, results whose sum was wrong
    uint64_t GetWrongResults() const
    {
        return m_process->WrongResults();
    }

    /// @return the job; null before SetJob()
    const std::shared_ptr<const TrainingJob>& Job() const
    {
        return m_process->Job();
    }

    /// @return number in the job
    uint16_t Worker() const
    {
        return m_process->Worker();
    }

    /// @return fragments that may wait for their results at a time; 0: no limit, or not
    /// started yet
    uint32_t GetMaxOutstanding() const
    {
        return m_process->MaxOutstanding();
    }

    /// @return repair packets sent about late results, or retransmitted packets
    uint64_t GetRepairsSent() const
    {
        return m_process->RepairsSent();
    }

    /// @return the iteration under way; between iterations the next one, which has not begun
    const IterationRecord& UnderWay() const
    {
        return m_process->UnderWay();
    }

    /// @return whether it is in an iteration
    bool IsTraining() const
    {
        return m_process->IsTraining();
    }

    /// @return end of its last pause
    Picoseconds PausedUntil() const
    {
        return m_process->PausedUntil();
    }

    /// @return whether its job has left the network (EsaHelper::RemoveJob())
    bool HasLeft() const
    {
        return m_process->HasLeft();
    }

  protected:
    /// @param process what the application does
    explicit EsaTrainingApp(std::unique_ptr<TrainingProcess> process);

    void DoInitialize() override;
    void DoDispose() override;

    /// @brief Starts the training.
    void StartApplication() override = 0;

    /// @brief Ends the training.
    void StopApplication() final;

    /// @brief Starts the process on the node's host.
    void StartProcess();

    /// @return what the application does
    TrainingProcess& Process()
    {
        return *m_process;
    }

  private:
    /// @brief Has all that is traced logged, too.
    void Log();

    std::unique_ptr<TrainingProcess> m_process;     ///< what the application does
    SimClock m_clock;                               ///< converts times
    TracedHook<const IterationRecord&> m_iteration; ///< iterations that ended
    TracedHook<const LayerRecord&> m_layer;         ///< layers that have computed
    TracedHook<uint32_t> m_partition;               ///< partitions whose results are here
    TracedHook<const InaPacket&> m_send;            ///< packets sent
    TracedHook<const InaPacket&> m_result;          ///< results received, each once

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_TRAINING_APP_H
