/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The attributes of EsaSwitch, and what is made from them: system, random numbers and pipeline.

#include "esa-switch.h"

#include "ns3/abort.h"
#include "ns3/esa-network-runner.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaSwitch);

/// Draws from one of ns-3's random streams.
class EsaSwitch::RandomStream : public RandomSource
{
  public:
    double Uniform() override
    {
        return m_stream->GetValue();
    }

    /// @param stream number of the stream to use
    void SetStream(int64_t stream)
    {
        m_stream->SetStream(stream);
    }

  private:
    Ptr<UniformRandomVariable> m_stream{CreateObject<UniformRandomVariable>()}; ///< U[0, 1)
};

TypeId
EsaSwitch::GetTypeId()
{
    static TypeId tid = [] {
        TypeId id =
            TypeId("ns3::esa::EsaSwitch")
                .SetParent<Object>()
                .SetGroupName("Esa")
                .AddConstructor<EsaSwitch>()
                .AddAttribute("System",
                              "Aggregation system, made by EsaSystem::Create(); EsaHelper sets it.",
                              PointerValue(),
                              BeforeUse(MakePointerAccessor(&EsaSwitch::m_systemObject)),
                              MakePointerChecker<EsaSystem>())
                .AddAttribute("MemoryBytes",
                              "Memory for in-network aggregation, in bytes.",
                              UintegerValue(5000000),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_memoryBytes)),
                              MakeUintegerChecker<uint64_t>(1))
                .AddAttribute("ReminderBytes",
                              "Length of a reminder's frame, in bytes.",
                              UintegerValue(306),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_reminderBytes)),
                              MakeUintegerChecker<uint16_t>(58, 1514))
                .AddAttribute("StaleAge",
                              "A result that meets an aggregator of another task frees it if "
                              "nothing was added to it for this time (ATP). 0: never.",
                              TimeValue(Time(0)),
                              BeforeUse(MakeTimeAccessor(&EsaSwitch::m_staleAge)),
                              MakeTimeChecker(Time(0)));
        for (std::size_t i = 0; i < kOutcomes; ++i)
        {
            const std::string name = OutcomeName(static_cast<Outcome>(i));
            id = id.AddTraceSource(name,
                                   "Packets whose outcome in the switch is " + name +
                                       ", as they leave it.",
                                   MakeTraceSourceAccessor(kTraces[i]),
                                   "ns3::esa::EsaSwitch::FragmentTracedCallback");
        }
        return id;
    }();
    return tid;
}

EsaSwitch::EsaSwitch()
    : m_random(std::make_unique<RandomStream>())
{
    for (const auto trace : kTraces)
    {
        (this->*trace).OnConnect([this] { WatchNode(); });
    }
}

EsaSwitch::~EsaSwitch() = default;

void
EsaSwitch::Prepare()
{
    if (m_node.Pipeline())
    {
        return;
    }
    NS_LOG_FUNCTION(this);
    FreezeAttributes();
    const System& system = GetSystem();
    const SystemRecord& record = system.Record();
    const uint32_t aggregators = GetAggregators();
    NS_ABORT_MSG_IF(aggregators == 0 && m_indexes == 0,
                    "EsaSwitch: MemoryBytes is below one aggregator");
    const uint32_t entries = record.onSwitch.memory == MemoryLayout::StaticSlots ? 2 : 1;
    auto pipeline = std::make_unique<SwitchPipeline>(system,
                                                     std::max(entries * aggregators, 1U),
                                                     *m_random,
                                                     entries * m_indexes);
    if (m_staleAge.IsStrictlyPositive())
    {
        pipeline->SetStaleAge(m_clock.FromTime(m_staleAge));
    }
    NS_LOG_INFO("a switch of " << record.name << " with " << aggregators << " aggregators and "
                               << m_ports.size() << " ports");
    m_node.SetPipeline(std::move(pipeline),
                       FrameSizes(GetSystem().DataFrameBytes(), m_reminderBytes));
    const auto node = GetObject<Node>();
    if (record.onSwitch.timeout && node) // outside a node there is no time
    {
        m_node.Bind(NetworkRunner::Get().AgendaOf(node));
    }
    WatchNode();
    for (const auto& port : m_ports)
    {
        port->SetFrameFormat(record.onHost.frame);
    }
}

const System&
EsaSwitch::GetSystem() const
{
    NS_ABORT_MSG_IF(!m_systemObject, "EsaSwitch: its attribute System is not set");
    m_systemObject->FreezeAttributes();
    return m_systemObject->Get();
}

uint32_t
EsaSwitch::GetAggregators() const
{
    return static_cast<uint32_t>(m_memoryBytes / GetSystem().AggregatorBytes());
}

void
EsaSwitch::SetIndexes(uint32_t indexes)
{
    const SwitchPipeline* const pipeline = m_node.Pipeline();
    NS_ABORT_MSG_IF(pipeline && indexes != pipeline->Table().Indexes() &&
                        GetAggregators() != indexes,
                    "EsaSwitch: SetIndexes() comes before the pipeline is made");
    m_indexes = indexes;
}

const SwitchPipeline&
EsaSwitch::GetPipeline()
{
    Prepare();
    return *m_node.Pipeline();
}

int64_t
EsaSwitch::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    return 1;
}

} // namespace ns3::esa
