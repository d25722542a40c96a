// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HOST_APP_H
#define ESA_HOST_APP_H

#include "ns3/application.h"
#include "ns3/esa-host-process.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-watched-trace.h"
#include "ns3/log.h"

#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief An application that runs a HostProcess: a worker or a server of a job, with trace sources
 * and logs.
 *
 * EsaHelper makes them. ProcessIn() finds out which kind of process one runs.
 */
class EsaHostApp : public Application, public PoolAllocated
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

    /// @param process what it runs
    explicit EsaHostApp(std::unique_ptr<HostProcess> process);
    ~EsaHostApp() override;

    /// @return what it runs
    HostProcess& GetProcess() const
    {
        return *m_process;
    }

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @brief Has all that is traced logged, too.
    void Log();

    std::unique_ptr<HostProcess> m_process;         ///< what it runs
    SimClock m_clock;                               ///< converts times
    TracedHook<const IterationRecord&> m_iteration; ///< iterations that ended
    TracedHook<const LayerRecord&> m_layer;         ///< layers that have computed
    TracedHook<uint32_t> m_partition;               ///< partitions whose results are here
    TracedHook<const InaPacket&> m_receive;         ///< packets received
    TracedHook<const InaPacket&> m_send;            ///< packets sent
    TracedHook<const InaPacket&> m_result;          ///< results received, each once

    static LogComponent g_log; ///< of NS_LOG
};

/// @ingroup esa
/// @tparam Process a kind of process: TrainingProcess, PsProcess ...
/// @return the process that an application runs; null: it runs none of this kind
template <typename Process>
Process*
ProcessIn(const Ptr<Application>& app)
{
    const auto host = DynamicCast<EsaHostApp>(app);
    return host ? dynamic_cast<Process*>(&host->GetProcess()) : nullptr;
}

/// @ingroup esa
/// @brief Adds a process to a node.
/// @return the application that runs it
Ptr<EsaHostApp> AddProcess(const Ptr<Node>& node, std::unique_ptr<HostProcess> process);

} // namespace ns3::esa

#endif // ESA_HOST_APP_H
