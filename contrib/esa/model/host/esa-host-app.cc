// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-host-app.h"

#include "esa-host-demux.h"

#include "ns3/esa-network-runner.h"
#include "ns3/node.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaHostApp);

LogComponent EsaHostApp::g_log("EsaHostApp", __FILE__);

TypeId
EsaHostApp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaHostApp")
                            .SetParent<Application>()
                            .SetGroupName("Esa")
                            .AddTraceSource("Iteration",
                                            "An iteration of this worker has ended.",
                                            MakeTraceSourceAccessor(&EsaHostApp::m_iteration),
                                            "ns3::esa::EsaHostApp::IterationTracedCallback")
                            .AddTraceSource("Layer",
                                            "A layer of an iteration of this worker has computed.",
                                            MakeTraceSourceAccessor(&EsaHostApp::m_layer),
                                            "ns3::esa::EsaHostApp::LayerTracedCallback")
                            .AddTraceSource("Partition",
                                            "All results of a partition have arrived at this "
                                            "worker.",
                                            MakeTraceSourceAccessor(&EsaHostApp::m_partition),
                                            "ns3::esa::EsaHostApp::PartitionTracedCallback")
                            .AddTraceSource("Receive",
                                            "A packet for this parameter server has arrived.",
                                            MakeTraceSourceAccessor(&EsaHostApp::m_receive),
                                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
                            .AddTraceSource("Send",
                                            "A packet leaves, of a worker or a server.",
                                            MakeTraceSourceAccessor(&EsaHostApp::m_send),
                                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
                            .AddTraceSource("Result",
                                            "A result has arrived at this worker for the first "
                                            "time.",
                                            MakeTraceSourceAccessor(&EsaHostApp::m_result),
                                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

EsaHostApp::EsaHostApp(std::unique_ptr<HostProcess> process)
    : m_process(std::move(process)),
      m_iteration(m_process->GetHooks().iteration),
      m_layer(m_process->GetHooks().layer),
      m_partition(m_process->GetHooks().partition),
      m_receive(m_process->GetHooks().receive),
      m_send(m_process->GetHooks().send),
      m_result(m_process->GetHooks().result)
{
}

EsaHostApp::~EsaHostApp() = default;

void
EsaHostApp::DoInitialize()
{
    NetworkRunner& runner = NetworkRunner::Get();
    if (!runner.HasRounds() || m_startTime.IsZero() || !m_stopTime.IsZero())
    {
        Application::DoInitialize();
        return;
    }
    // The line from the host has to be open before the round in which the process starts, or the
    // switch would be ahead of what the process sends.
    HostOf(GetNode())->GetHost();
    // An event of the simulator would end the round of all nodes, and a large network has thousands
    // of workers that start one after the other.
    runner.AgendaOf(GetNode())->PlanBegin(m_clock.Now() + m_clock.FromTime(m_startTime),
                                          [this](Picoseconds /* now */) {
                                              if (!m_process->HasLeft())
                                              {
                                                  StartApplication();
                                              }
                                          });
    Object::DoInitialize();
}

void
EsaHostApp::StartApplication()
{
    NS_LOG_FUNCTION(this);
    Log();
    const auto host = HostOf(GetNode());
    host->GetDevice()->SetFrameFormat(m_process->Job()->system->Record().onHost.frame);
    m_process->Start(host->GetHost(), m_clock.Now());
}

void
EsaHostApp::Log()
{
#ifdef NS3_LOG_ENABLE
    m_receive.SetLog([this](const InaPacket& packet) {
        NS_LOG_LOGIC("the " << packet << " has arrived at " << m_process->Describe());
    });
    m_send.SetLog([this](const InaPacket& packet) {
        NS_LOG_LOGIC("the " << packet << " leaves " << m_process->Describe());
    });
    m_result.SetLog([this](const InaPacket& result) {
        NS_LOG_DEBUG("the " << result << " has arrived at " << m_process->Describe());
    });
    m_layer.SetLog([this](const LayerRecord& layer) {
        NS_LOG_LOGIC(m_process->Describe() << ": layer " << layer.layer << " has computed");
    });
    m_iteration.SetLog([this](const IterationRecord& record) {
        NS_LOG_INFO(m_process->Describe() << ": iteration " << record.iteration << " ends");
    });
#endif
    m_process->GetHooks().wrongResult.Set(
        [](const InaPacket& result) { NS_LOG_WARN("the sum of the " << result << " is wrong"); });
}

void
EsaHostApp::StopApplication()
{
    m_process->Stop();
}

void
EsaHostApp::DoDispose()
{
    m_process->Release();
    Application::DoDispose();
}

Ptr<EsaHostApp>
AddProcess(const Ptr<Node>& node, std::unique_ptr<HostProcess> process)
{
    const auto app = CreateObject<EsaHostApp>(std::move(process));
    node->AddApplication(app);
    return app;
}

} // namespace ns3::esa
