// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COLLECTIVE_APP_H
#define ESA_COLLECTIVE_APP_H

#include "esa-host-demux.h"
#include "esa-training-app.h"

#include "ns3/application.h"
#include "ns3/esa-collective-process.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-watched-trace.h"
#include "ns3/log.h"

#include <memory>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A parameter server that sums without help from the network: a PushPullProcess with a
/// trace source and logs.
class EsaPushPullServerApp : public Application
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaPushPullServerApp();
    ~EsaPushPullServerApp() override;

    /// Sets the job of the server; to be called before it starts.
    /// @param endpoint kDedicatedServer, or ServerOf() the worker on the same host
    void SetJob(std::shared_ptr<const TrainingJob> job, uint16_t endpoint);

    /// Sets what is set at its job; to be called before it starts.
    void SetUp(std::shared_ptr<const HostSettings> settings);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;

    std::shared_ptr<const TrainingJob> m_job; ///< the job
    uint16_t m_endpoint{0};                   ///< its address in the job

    std::shared_ptr<const HostSettings> m_settings; ///< of the job

    PushPullProcess m_process; ///< what the application does

    TracedHook<const InaPacket&> m_send; ///< packets sent

    static LogComponent g_log; ///< of NS_LOG
};

/// @ingroup esa
/// @brief A worker of a system in which hosts sum the gradients, with parameter servers or in a
/// ring: a CollectiveProcess.
class EsaCollectiveApp : public EsaTrainingApp
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaCollectiveApp();
    ~EsaCollectiveApp() override;

    /// Sets what is set at its job; to be called before it starts.
    void SetUp(std::shared_ptr<const HostSettings> settings);

  private:
    void StartApplication() override;
};

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_APP_H
