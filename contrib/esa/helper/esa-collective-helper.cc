// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-collective-helper.h"

#include "esa-training-job-maker.h"

#include "ns3/esa-collective-app.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-push-pull-server-app.h"

namespace ns3::esa
{
namespace
{

/// @brief Installs a parameter server, or a switch that sums.
/// @param host where it runs
/// @param flowFactory makes the ends of its flows
/// @return the application
Ptr<Application>
InstallServer(const std::shared_ptr<const TrainingJob>& job,
              uint16_t endpoint,
              Ptr<Node> host,
              const ObjectFactory& flowFactory)
{
    auto server = CreateObject<EsaPushPullServerApp>();
    server->SetJob(job, endpoint);
    server->SetFlows(flowFactory.Create<EsaFlowEndpoint>());
    host->AddApplication(server);
    return server;
}

} // namespace

ApplicationContainer
InstallCollective(const std::shared_ptr<const TrainingJob>& job,
                  const JobSetup& setup,
                  const NodeContainer& switches,
                  const ObjectFactory& flowFactory)
{
    ApplicationContainer apps;
    for (uint16_t worker = 0; worker < job->workers; ++worker)
    {
        auto app = CreateObject<EsaCollectiveApp>();
        app->SetJob(JobOfWorker(job, setup, worker), worker);
        app->SetFlows(flowFactory.Create<EsaFlowEndpoint>());
        setup.workers.Get(worker)->AddApplication(app);
        apps.Add(app);
    }
    for (const uint16_t endpoint : job->system->Record().onHost.sum->endpoints(job->workers))
    {
        const bool isDedicated = endpoint == kDedicatedServer;
        const Ptr<Node> host =
            isDedicated ? setup.parameterServer : setup.workers.Get(WorkerAt(endpoint));
        apps.Add(InstallServer(job, endpoint, host, flowFactory));
    }
    for (uint32_t rack = 0; rack < switches.GetN(); ++rack)
    {
        const uint16_t endpoint = SummedRacks::EndpointOf(job->workers, rack);
        apps.Add(InstallServer(job, endpoint, switches.Get(rack), flowFactory));
    }
    return apps;
}

} // namespace ns3::esa
