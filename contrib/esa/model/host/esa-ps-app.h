// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PS_APP_H
#define ESA_PS_APP_H

#include "esa-host-demux.h"

#include "ns3/application.h"
#include "ns3/esa-ps-process.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-watched-trace.h"
#include "ns3/log.h"

#include <memory>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The parameter server of one job: a PsProcess with trace sources and logs.
class EsaPsApp : public Application
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaPsApp();
    ~EsaPsApp() override;

    /// Sets the job of the PS, and what is set there; to be called before it starts.
    void SetJob(std::shared_ptr<const TrainingJob> job,
                std::shared_ptr<const HostSettings> settings);

    /// @return the job; null before SetJob()
    const std::shared_ptr<const TrainingJob>& Job() const
    {
        return m_job;
    }

    /// @brief The PS fails: packets that come are lost.
    void Fail();

    /// @return whether it has failed and has not started again
    bool HasFailed() const
    {
        return m_process.HasFailed();
    }

    /// @brief The PS starts again, with an empty dictionary.
    void Restart();

    /// @return the PS's end of the protocol; null before the start
    const ParameterServer* GetServer() const
    {
        return m_process.Server();
    }

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    std::shared_ptr<const TrainingJob> m_job;       ///< the job
    std::shared_ptr<const HostSettings> m_settings; ///< of the job
    PsProcess m_process;                            ///< what the application does

    TracedHook<const InaPacket&> m_receive; ///< packets received
    TracedHook<const InaPacket&> m_send;    ///< packets sent

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_PS_APP_H
