// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PS_APP_H
#define ESA_PS_APP_H

#include "esa-host-demux.h"

#include "ns3/application.h"
#include "ns3/esa-ps-process.h"
#include "ns3/esa-setting-accessor.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-watched-trace.h"
#include "ns3/log.h"

#include <memory>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The parameter server of one job: a PsProcess with attributes, trace sources and logs.
class EsaPsApp : public Application, public FreezableAttributes
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaPsApp();
    ~EsaPsApp() override;

    /// Sets the job of the PS; to be called before it starts.
    void SetJob(std::shared_ptr<const TrainingJob> job);

    /// Sets how far a worker may run ahead of its first missing result; to be called before
    /// the start. With recovery, a PS keeps this number of results itself if workers keep none. By
    /// default it is what the largest window allows.
    void SetMaxAhead(uint32_t fragments)
    {
        m_settings.maxAhead = fragments;
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

    /// @return the parameters of the protocol, from the attributes and the job, which is set
    ParameterServerParameters ServerParameters() const;

    /// @return the PS's end of the protocol; null before the start
    const ParameterServer* GetServer() const
    {
        return m_process.Server();
    }

    const char* AttributesSettableUntil() const override
    {
        return "its job is installed";
    }

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    PsSettings m_settings;                    ///< the attributes
    std::shared_ptr<const TrainingJob> m_job; ///< the job
    PsProcess m_process;                      ///< what the application does

    TracedHook<const InaPacket&> m_receive; ///< packets received
    TracedHook<const InaPacket&> m_send;    ///< packets sent

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_PS_APP_H
