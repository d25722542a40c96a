/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The attributes of EsaSwitch, and what is made of them: system, random numbers and pipeline.

#include "esa-switch.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/esa-policy-registry.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaSwitch);

/// Tosses with one of ns-3's random streams.
class EsaSwitch::StreamCoin : public Coin
{
  public:
    double Toss() override
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
                              "Aggregation system, a name of the policy registry.",
                              StringValue("esa"),
                              BeforeUse(MakeStringAccessor(&EsaSwitch::m_system)),
                              MakeStringChecker())
                .AddAttribute("MemoryBytes",
                              "Memory for in-network aggregation, in bytes.",
                              UintegerValue(5000000),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_memoryBytes)),
                              MakeUintegerChecker<uint64_t>(1))
                .AddAttribute("AggregatorBytes",
                              "Memory of one aggregator: 248 bytes of values and 16 of bitmap, "
                              "counter, identity, priority and fan-in.",
                              UintegerValue(264),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_aggregatorBytes)),
                              MakeUintegerChecker<uint64_t>(1))
                .AddAttribute("MtuAggregatorBytes",
                              "Memory of one aggregator for frames of an MTU: 1456 bytes of values "
                              "and 16 of the rest.",
                              UintegerValue(1472),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_mtuAggregatorBytes)),
                              MakeUintegerChecker<uint64_t>(1))
                .AddAttribute("SlotBytes",
                              "Memory of one SwitchML slot: two versions of 128 bytes and 16.",
                              UintegerValue(272),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_slotBytes)),
                              MakeUintegerChecker<uint64_t>(1))
                .AddAttribute("ReminderBytes",
                              "Length of a reminder's frame, in bytes.",
                              UintegerValue(306),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_reminderBytes)),
                              MakeUintegerChecker<uint16_t>(58, 1514))
                .AddAttribute("Straw2PreemptProbability",
                              "Chance that a newcomer preempts in the second straw-man.",
                              DoubleValue(0.5),
                              BeforeUse(MakeDoubleAccessor(&EsaSwitch::m_straw2Probability)),
                              MakeDoubleChecker<double>(0, 1))
                .AddAttribute("StaleAge",
                              "A result that passes an aggregator of another task frees it if "
                              "nothing was added for this time (ATP). 0: never.",
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
    : m_coin(std::make_unique<StreamCoin>())
{
}

EsaSwitch::~EsaSwitch() = default;

void
EsaSwitch::Prepare()
{
    if (m_pipeline)
    {
        return;
    }
    NS_LOG_FUNCTION(this);
    FreezeAttributes();
    const PolicyEntry* entry = FindPolicy(m_system);
    NS_ABORT_MSG_IF(!entry, "EsaSwitch: no system \"" << m_system << "\" in the registry");
    m_policy = entry->make(PolicyParameters{m_straw2Probability});
    const PolicyTraits& traits = m_policy->Traits();
    const uint32_t aggregators = GetAggregators();
    NS_ABORT_MSG_IF(aggregators == 0, "EsaSwitch: MemoryBytes is below one aggregator");
    const uint32_t entries =
        traits.memory == MemoryLayout::StaticSlots ? 2 * aggregators : aggregators;
    m_pipeline = std::make_unique<SwitchPipeline>(*m_policy, entries, *m_coin);
    if (m_staleAge.IsStrictlyPositive())
    {
        m_pipeline->SetStaleAge(m_clock.FromTime(m_staleAge));
    }
    NS_LOG_INFO("a switch of " << m_system << " with " << entries << " aggregators and "
                               << m_ports.size() << " ports");
    m_frameSizes = FrameSizes(traits.frame, m_reminderBytes);
    for (const auto& port : m_ports)
    {
        port->SetFrameFormat(traits.frame);
    }
}

uint32_t
EsaSwitch::GetAggregators() const
{
    const PolicyEntry* entry = FindPolicy(m_system);
    NS_ABORT_MSG_IF(!entry, "EsaSwitch: no system \"" << m_system << "\" in the registry");
    const auto policy = entry->make(PolicyParameters{});
    const PolicyTraits& traits = policy->Traits();
    const uint64_t each = traits.memory == MemoryLayout::StaticSlots ? m_slotBytes
                          : traits.frame == FrameFormat::Mtu         ? m_mtuAggregatorBytes
                                                                     : m_aggregatorBytes;
    return static_cast<uint32_t>(m_memoryBytes / each);
}

const SwitchPipeline&
EsaSwitch::GetPipeline()
{
    Prepare();
    return *m_pipeline;
}

int64_t
EsaSwitch::AssignStreams(int64_t stream)
{
    m_coin->SetStream(stream);
    return 1;
}

} // namespace ns3::esa
