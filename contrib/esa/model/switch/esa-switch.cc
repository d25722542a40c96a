// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-switch.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-network-runner.h"
#include "ns3/esa-wire-format.h"
#include "ns3/ethernet-header.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Each Egress in words, for logs.
constexpr std::array<const char*, 6> kEgressNames{"stays here",
                                                  "goes to the PS",
                                                  "goes to all workers",
                                                  "goes to its worker",
                                                  "goes to the receiver of its flow",
                                                  "goes to the group above, which is here"};

} // namespace

NS_OBJECT_ENSURE_REGISTERED(EsaSwitch);

LogComponent EsaSwitch::g_log("EsaSwitch", __FILE__);

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
                              "Memory for in-network aggregation, in bytes. 0: it only forwards.",
                              UintegerValue(5000000),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_memoryBytes)),
                              MakeUintegerChecker<uint64_t>())
                .AddAttribute("ReminderBytes",
                              "Length of a reminder's frame, in bytes.",
                              UintegerValue(306),
                              BeforeUse(MakeUintegerAccessor(&EsaSwitch::m_reminderBytes)),
                              MakeUintegerChecker<uint16_t>(58, kEthernetBytes + kLargestMtuBytes))
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
    NS_ABORT_MSG_IF(aggregators == 0 && m_indexes == 0 && !record.SumsInHosts(),
                    "EsaSwitch: MemoryBytes is below one aggregator");
    const uint32_t entries = EntriesPerAggregator();
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
    if (const auto node = GetObject<Node>()) // outside a node there is no time
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
    const uint64_t bytes = GetSystem().AggregatorBytes();
    const uint64_t most = AggregatorTable::kMaxSize / EntriesPerAggregator();
    NS_ABORT_MSG_IF(m_memoryBytes / bytes > most,
                    "EsaSwitch: MemoryBytes is " << m_memoryBytes << ", but a switch has at most "
                                                 << most << " aggregators of " << bytes
                                                 << " bytes");
    return static_cast<uint32_t>(m_memoryBytes / bytes);
}

uint32_t
EsaSwitch::EntriesPerAggregator() const
{
    return GetSystem().Record().onSwitch.memory == MemoryLayout::StaticSlots ? 2 : 1;
}

void
EsaSwitch::SetIndexes(uint32_t indexes)
{
    const bool isNew = indexes != m_indexes && indexes != GetAggregators();
    NS_ABORT_MSG_IF(m_node.Pipeline() && isNew,
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

void
EsaSwitch::DoInitialize()
{
    Prepare();
    Object::DoInitialize();
}

void
EsaSwitch::DoDispose()
{
    m_ports.clear();
    m_node.Clear();
    m_frames.Clear();
    Object::DoDispose();
}

void
EsaSwitch::AddPort(Ptr<EsaNetDevice> port)
{
    port->SetFragmentSink(&m_node);
    port->SetForwarder(this);
    m_ports.push_back(port);
    m_frames.AddPort(port);
}

void
EsaSwitch::AddJob(uint16_t job, const JobPorts& ports)
{
    NS_LOG_FUNCTION(this << job);
    NS_ABORT_MSG_IF(ports.trees.front().workers.empty(),
                    "EsaSwitch: job " << job << " has no workers");
    NS_LOG_INFO("job " << job << " has " << ports.trees.front().workers.size() << " workers");
    Prepare();
    m_node.AddJob(job, ports);
}

void
EsaSwitch::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    m_node.ReceiveFragment(fragment, now);
}

void
EsaSwitch::WatchNode()
{
    const bool isTraced = std::any_of(kTraces.begin(), kTraces.end(), [this](const auto trace) {
        return !(this->*trace).IsEmpty();
    });
    m_node.SetWatcher(isTraced || !g_log.IsNoneEnabled() ? this : nullptr);
}

void
EsaSwitch::OnArrived([[maybe_unused]] const InaPacket& fragment)
{
    NS_LOG_LOGIC("a " << fragment << " arrives");
}

void
EsaSwitch::OnDecided(const Decision& decision, const InaPacket& fragment)
{
    NS_LOG_DEBUG(OutcomeName(decision.outcome)
                 << ": the " << fragment << " "
                 << kEgressNames[static_cast<std::size_t>(decision.egress)]);
    (this->*kTraces[static_cast<std::size_t>(decision.outcome)])(fragment);
}

void
EsaSwitch::OnUnreachable([[maybe_unused]] const InaPacket& fragment)
{
    NS_LOG_WARN("no port leads to the receiver of the " << fragment << ", which is dropped");
}

void
EsaSwitch::RemoveJob(uint16_t job)
{
    NS_LOG_FUNCTION(this << job);
    [[maybe_unused]] const uint32_t freed = m_node.RemoveJob(job, m_clock.Now());
    NS_LOG_INFO("job " << job << " leaves, " << freed << " aggregators are freed");
}

void
EsaSwitch::LoseSums()
{
    NS_LOG_FUNCTION(this);
    Prepare();
    m_node.LoseSums(m_clock.Now());
}

void
EsaSwitch::CloseJob(uint16_t job)
{
    NS_ASSERT_MSG(m_node.HasJob(job), "a job that leaves was added before");
    RemoveJob(job);
    m_node.CloseJob(job);
}

void
EsaSwitch::ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from)
{
    m_frames.Forward(frame, from);
}

LogComponent FrameTable::g_log("EsaFrameTable", __FILE__);

void
FrameTable::AddPort(Ptr<EsaNetDevice> port)
{
    m_ports.push_back(port);
}

void
FrameTable::Clear()
{
    m_ports.clear();
    m_learned.clear();
    m_route = nullptr;
    m_tree.clear();
}

void
FrameTable::SetRoute(Route route, const std::vector<Ptr<EsaNetDevice>>& tree)
{
    m_route = std::move(route);
    m_tree = tree;
}

void
FrameTable::ForwardByRoute(Ptr<Packet> frame,
                           Mac48Address source,
                           Mac48Address to,
                           EsaNetDevice& from)
{
    const auto port = to.IsGroup() ? nullptr : m_route(source, to);
    if (port)
    {
        NS_LOG_LOGIC(to << " is reached by the port " << port->GetAddress());
        port->SendFrame(frame);
        return;
    }
    NS_LOG_LOGIC("every port of the tree sends the frame for " << to);
    for (const auto& next : m_tree)
    {
        if (PeekPointer(next) != &from)
        {
            next->SendFrame(frame->Copy());
        }
    }
}

void
FrameTable::Forward(Ptr<Packet> frame, EsaNetDevice& from)
{
    EthernetHeader ethernet(false);
    frame->PeekHeader(ethernet);
    NS_LOG_FUNCTION(this << ethernet.GetSource() << ethernet.GetDestination());
    if (m_route)
    {
        ForwardByRoute(frame, ethernet.GetSource(), ethernet.GetDestination(), from);
        return;
    }
    m_learned[ethernet.GetSource()] = Ptr<EsaNetDevice>(&from);
    const Mac48Address to = ethernet.GetDestination();
    const auto known = m_learned.find(to);
    if (!to.IsGroup() && known != m_learned.end())
    {
        if (PeekPointer(known->second) != &from)
        {
            known->second->SendFrame(frame);
            return;
        }
        NS_LOG_LOGIC(to << " is where the frame came from: dropped");
        return;
    }
    NS_LOG_LOGIC("every port sends the frame for " << to);
    for (const auto& port : m_ports)
    {
        if (PeekPointer(port) != &from)
        {
            port->SendFrame(frame->Copy());
        }
    }
}

} // namespace ns3::esa
