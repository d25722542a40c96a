// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-worker-app.h"

#include <memory>
#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaWorkerApp);

TypeId
EsaWorkerApp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaWorkerApp")
                            .SetParent<EsaTrainingApp>()
                            .SetGroupName("Esa")
                            .AddConstructor<EsaWorkerApp>();
    return tid;
}

EsaWorkerApp::EsaWorkerApp()
    : EsaTrainingApp(std::make_unique<WorkerProcess>())
{
}

EsaWorkerApp::~EsaWorkerApp() = default;

void
EsaWorkerApp::SetUp(std::shared_ptr<const HostSettings> settings)
{
    static_cast<WorkerProcess&>(Process()).SetUp(std::move(settings));
}

void
EsaWorkerApp::StartApplication()
{
    StartProcess();
}

} // namespace ns3::esa
