// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-training-app.h"

#include "ns3/abort.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-network-runner.h"
#include "ns3/node.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaTrainingApp);

LogComponent EsaTrainingApp::g_log("EsaTrainingApp", __FILE__);

TypeId
EsaTrainingApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaTrainingApp")
            .SetParent<Application>()
            .SetGroupName("Esa")
            .AddTraceSource("Iteration",
                            "An iteration of this worker has ended.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_iteration),
                            "ns3::esa::EsaTrainingApp::IterationTracedCallback")
            .AddTraceSource("Layer",
                            "A layer of an iteration of this worker has computed.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_layer),
                            "ns3::esa::EsaTrainingApp::LayerTracedCallback")
            .AddTraceSource("Partition",
                            "All results of a partition have arrived at this worker.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_partition),
                            "ns3::esa::EsaTrainingApp::PartitionTracedCallback")
            .AddTraceSource("Send",
                            "A packet leaves: a gradient, a question about a late result, or an "
                            "answer to the PS.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_send),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("Result",
                            "A result has arrived for the first time.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_result),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

EsaTrainingApp::EsaTrainingApp(std::unique_ptr<TrainingProcess> process)
    : m_process(std::move(process)),
      m_iteration(m_process->GetHooks().iteration),
      m_layer(m_process->GetHooks().layer),
      m_partition(m_process->GetHooks().partition),
      m_send(m_process->GetHooks().send),
      m_result(m_process->GetHooks().result)
{
}

EsaTrainingApp::~EsaTrainingApp() = default;

void
EsaTrainingApp::SetJob(std::shared_ptr<const TrainingJob> job, uint16_t worker)
{
    NS_ABORT_MSG_IF(worker >= job->workers, "EsaTrainingApp: job has no worker " << worker);
    m_process->SetJob(std::move(job), worker);
}

void
EsaTrainingApp::DoInitialize()
{
    NetworkRunner& runner = NetworkRunner::Get();
    if (!runner.HasRounds() || m_startTime.IsZero() || !m_stopTime.IsZero())
    {
        Application::DoInitialize();
        return;
    }
    // The line from the host has to be open before the round in which the worker starts, or the
    // switch would be ahead of what the worker sends.
    HostOf(GetNode())->GetHost();
    // An event of the simulator would end the round of all nodes, and a large network has thousands
    // of workers that start one after the other.
    runner.AgendaOf(GetNode())->PlanBegin(m_clock.Now() + m_clock.FromTime(m_startTime),
                                          [this](Picoseconds /* now */) {
                                              if (!HasLeft())
                                              {
                                                  StartApplication();
                                              }
                                          });
    Object::DoInitialize();
}

void
EsaTrainingApp::StartProcess()
{
    NS_LOG_FUNCTION(this);
    NS_ABORT_MSG_IF(!Job(), "EsaTrainingApp: started without a job");
    NS_ABORT_MSG_IF(!Job()->system, "EsaTrainingApp: job " << Job()->job << " has no system");
    Log();
    const auto host = HostOf(GetNode());
    host->GetDevice()->SetFrameFormat(Job()->system->Record().onHost.frame);
    m_process->Start(host->GetHost(), m_clock.Now());
}

void
EsaTrainingApp::Log()
{
#ifdef NS3_LOG_ENABLE
    m_send.SetLog([](const InaPacket& packet) { NS_LOG_LOGIC("the " << packet << " leaves"); });
    m_result.SetLog([this](const InaPacket& result) {
        NS_LOG_DEBUG("the " << result << " has arrived at worker " << Worker());
    });
    m_layer.SetLog([this](const LayerRecord& layer) {
        NS_LOG_LOGIC("job " << Job()->job << ", worker " << Worker() << ": layer " << layer.layer
                            << " has computed");
    });
    m_iteration.SetLog([this](const IterationRecord& record) {
        NS_LOG_INFO("job " << record.job << ", worker " << record.worker << ": iteration "
                           << record.iteration << " ends");
    });
#endif
    m_process->GetHooks().wrongResult.Set(
        [](const InaPacket& result) { NS_LOG_WARN("the sum of the " << result << " is wrong"); });
}

void
EsaTrainingApp::SendPartition(uint32_t partition)
{
    NS_ABORT_MSG_UNLESS(Job()->isSentWhenTold, "EsaTrainingApp: this job sends by itself");
    NS_ABORT_MSG_UNLESS(m_process->IsTraining(),
                        "EsaTrainingApp: a partition outside of an iteration");
    m_process->SendPartition(partition, m_clock.Now());
}

void
EsaTrainingApp::Pause(const Time& duration)
{
    NS_LOG_FUNCTION(this << duration);
    m_process->Pause(m_clock.FromTime(duration),
                     *NetworkRunner::Get().AgendaOf(GetNode()),
                     m_clock.Now());
}

void
EsaTrainingApp::StopApplication()
{
    m_process->Stop();
}

void
EsaTrainingApp::DoDispose()
{
    m_process->Release();
    Application::DoDispose();
}

} // namespace ns3::esa
