// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-net-device.h"

#include "esa-channel.h"
#include "esa-frame-builder.h"
#include "esa-link-faults.h"
#include "esa-network-runner.h"
#include "esa-run-salt.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/node.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <memory>
#include <utility>

namespace ns3::esa
{
namespace
{

/// A packet of ordinary traffic, with its Ethernet header.
struct PacketCargo : public FrameCargo
{
    /// @param content the packet
    explicit PacketCargo(Ptr<Packet> content)
        : packet(std::move(content))
    {
    }

    Ptr<Packet> packet; ///< the packet
};

} // namespace

Ptr<Packet>
PacketOf(const Frame& frame)
{
    return frame.cargo ? static_cast<const PacketCargo&>(*frame.cargo).packet : nullptr;
}

std::unique_ptr<FrameCargo>
CargoOf(Ptr<Packet> packet)
{
    return std::make_unique<PacketCargo>(std::move(packet));
}

NS_OBJECT_ENSURE_REGISTERED(EsaNetDevice);

LogComponent EsaNetDevice::g_log("EsaNetDevice", __FILE__);

TypeId
EsaNetDevice::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaNetDevice")
            .SetParent<NetDevice>()
            .SetGroupName("Esa")
            .AddConstructor<EsaNetDevice>()
            .AddAttribute("DataRate",
                          "Rate of the link.",
                          DataRateValue(DataRate("100Gb/s")),
                          BeforeUse(MakeDataRateAccessor(&EsaNetDevice::m_dataRate)),
                          MakeDataRateChecker())
            .AddAttribute("OverheadBytes",
                          "What the link sends with each frame besides, in bytes: Ethernet's "
                          "preamble (8), checksum (4) and gap (12). Queues and thresholds count "
                          "it, too; packets and captures do not have it.",
                          UintegerValue(kEthernetOverheadBytes),
                          BeforeUse(MakeUintegerAccessor(&EsaNetDevice::m_overheadBytes)),
                          MakeUintegerChecker<uint32_t>(0, 1000))
            .AddAttribute("Mtu",
                          "Largest packet of ordinary traffic, in bytes, without Ethernet header.",
                          UintegerValue(1500),
                          MakeUintegerAccessor(&EsaNetDevice::SetMtu, &EsaNetDevice::GetMtu),
                          MakeUintegerChecker<uint16_t>(68))
            .AddAttribute(
                "QueueBytes",
                "Length of the queue in bytes, with the frame being sent; what would "
                "exceed it is dropped. 0: unlimited. EsaHelper sets 0 at the hosts' ends of links.",
                UintegerValue(0),
                MakeUintegerAccessor(&EsaNetDevice::SetQueueBytes, &EsaNetDevice::GetQueueBytes),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute(
                "EcnThresholdBytes",
                "A fragment that finds at least this many bytes queued is marked, or half of "
                "QueueBytes if that is less. 0: never. Results are marked after MarkResults() "
                "only. Scenarios set it at the switch's ports to the "
                "PSes and at the links between switches.",
                UintegerValue(0),
                MakeUintegerAccessor(&EsaNetDevice::SetEcnThresholdBytes,
                                     &EsaNetDevice::GetEcnThresholdBytes),
                MakeUintegerChecker<uint64_t>())
            .AddAttribute("ProcessingDelay",
                          "Time that the node needs for each frame that arrives here; it delays, "
                          "but does not limit the rate.",
                          TimeValue(Time(0)),
                          BeforeUse(MakeTimeAccessor(&EsaNetDevice::m_processingDelay)),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Sniffer",
                            "Frames sent, as their transmission begins, and received.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_snifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("PromiscSniffer",
                            "The same as Sniffer: the link has two ends.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_promiscSnifferTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("MacTxDrop",
                            "Frames of ordinary traffic that found the queue full.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_dropTrace),
                            "ns3::Packet::TracedCallback")
            .AddAttribute("ReceiveErrorModel",
                          "Losses of frames that arrive here, as one of the device's faults.",
                          PointerValue(),
                          MakePointerAccessor(&EsaNetDevice::SetReceiveErrorModel,
                                              &EsaNetDevice::GetReceiveErrorModel),
                          MakePointerChecker<ErrorModel>())
            .AddTraceSource("PhyRxDrop",
                            "Ordinary frames that were lost on the link to this device.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_phyRxDropTrace),
                            "ns3::Packet::TracedCallback")
            .AddTraceSource("FragmentLost",
                            "Fragments that were lost on the link to this device.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_fragmentLostTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("FragmentDrop",
                            "Fragments that found the queue full.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_fragmentDropTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("EcnMark",
                            "Fragments that found the queue above the ECN threshold.",
                            MakeTraceSourceAccessor(&EsaNetDevice::m_ecnTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

const char*
EsaNetDevice::AttributesSettableUntil() const
{
    return "a job is installed, a frame is sent or the simulation begins";
}

void
EsaNetDevice::SetQueueBytes(uint64_t bytes)
{
    m_queueBytes = bytes;
    m_port.InvalidateRules();
}

uint64_t
EsaNetDevice::GetQueueBytes() const
{
    return m_queueBytes;
}

void
EsaNetDevice::SetEcnThresholdBytes(uint64_t bytes)
{
    m_ecnBytes = bytes;
    m_port.InvalidateRules();
}

uint64_t
EsaNetDevice::GetEcnThresholdBytes() const
{
    return m_ecnBytes;
}

void
EsaNetDevice::MarkResults()
{
    m_marksResults = true;
    m_port.InvalidateRules();
}

EsaNetDevice::EsaNetDevice()
    : m_port(*this)
{
    m_snifferTrace.OnConnect([this] { WatchPort(); });
    m_promiscSnifferTrace.OnConnect([this] { WatchPort(); });
}

EsaNetDevice::~EsaNetDevice() = default;

void
EsaNetDevice::Attach(Ptr<EsaChannel> channel, Ptr<EsaNetDevice> peer)
{
    NS_LOG_FUNCTION(this << channel << peer);
    NS_ABORT_MSG_IF(m_channel, "EsaNetDevice: already attached");
    m_channel = channel;
    m_peer = peer;
    m_linkChange();
}

void
EsaNetDevice::DoInitialize()
{
    PreparePort();
    NetDevice::DoInitialize();
}

void
EsaNetDevice::DoDispose()
{
    m_port.Disconnect();
    m_port.WatchReceived(false);
    m_faults = nullptr;
    m_forwarder = nullptr;
    m_node = nullptr;
    m_channel = nullptr;
    m_peer = nullptr;
    m_receive.Nullify();
    m_promiscReceive.Nullify();
    NetDevice::DoDispose();
}

Picoseconds
EsaNetDevice::GetLineDelay() const
{
    return m_clock.FromTime(m_channel->GetDelay() + m_peer->m_processingDelay);
}

void
EsaNetDevice::PreparePort()
{
    NS_ABORT_MSG_IF(!m_channel, "EsaNetDevice: a frame is sent before the device is attached");
    FreezeAttributes();
    m_channel->FreezeAttributes();
    m_peer->FreezeAttributes();
    NS_ABORT_MSG_IF(m_dataRate.GetBitRate() == 0, "EsaNetDevice: DataRate is 0");
    Line::Rules rules;
    rules.rate = Rate();
    rules.delay = GetLineDelay();
    rules.propagation = m_clock.FromTime(m_channel->GetDelay());
    rules.queueLength = QueueTime(m_queueBytes, rules.rate.bitsPerS);
    // A queue that is full before it reaches the threshold would drop packets and never mark one.
    const bool isShort = m_queueBytes > 0 && m_queueBytes / 2 < m_ecnBytes;
    rules.ecn = QueueTime(isShort ? m_queueBytes / 2 : m_ecnBytes, rules.rate.bitsPerS);
    rules.marksResults = m_marksResults;
    rules.flowMarking = m_flowMarking;
    rules.salt = SaltOfRun(m_node->GetId() + (uint64_t{m_ifIndex} << 32));
    m_port.SetRules(rules);
    if (!m_port.IsConnected())
    {
        NetworkRunner& runner = NetworkRunner::Get();
        const auto own = runner.AgendaOf(m_node);
        const auto other = runner.AgendaOf(m_peer->m_node);
        m_port.SetNode(own, m_ifIndex);
        m_peer->m_port.SetNode(other, m_peer->m_ifIndex);
        m_port.Connect(m_peer->m_port);
        runner.AddLine(*own, m_port.GetLine(), m_port.Pauses() ? rules.propagation : rules.delay);
    }
    WatchPort();
}

void
EsaNetDevice::WatchPort()
{
    NS_ABORT_MSG_IF(HasSniffer() && NetworkRunner::Get().HasRounds(),
                    "EsaNetDevice: frames cannot be captured with NetworkRunner::UseRounds(), only "
                    "with events of the simulator");
    m_isWatched = HasSniffer() || !g_log.IsNoneEnabled();
    m_port.WatchSent(m_isWatched);
    m_port.WatchReceived(m_faults || m_isWatched,
                         m_faults && !m_isWatched ? &m_faults->Unaffected() : nullptr);
}

void
EsaNetDevice::OnMarked(const InaPacket& fragment)
{
    NS_LOG_DEBUG(m_address << ": the queue is above the ECN threshold, the " << fragment
                           << " is marked");
    m_ecnTrace(fragment);
}

void
EsaNetDevice::OnDropped(const InaPacket& fragment, bool isIncoming)
{
    NS_LOG_WARN(m_address << (isIncoming ? ": no room is left for what comes in, the "
                                         : ": the queue is full, the ")
                          << fragment << " is dropped");
    m_fragmentDropTrace(fragment);
}

void
EsaNetDevice::OnQueued(const InaPacket& fragment, Picoseconds begins, Picoseconds now)
{
    NS_LOG_LOGIC(m_address << ": the " << fragment << " leaves in " << ToSeconds(begins - now) * 1e9
                           << " ns");
    if (!HasSniffer())
    {
        return;
    }
    SniffLater(BuildPacket(fragment, m_frameFormat, m_address, m_peer->m_address), begins - now);
}

void
EsaNetDevice::OnPauseRequested([[maybe_unused]] uint64_t bytes, [[maybe_unused]] bool isPause)
{
    NS_LOG_DEBUG(m_address << ": " << bytes << " bytes wait, the other end "
                           << (isPause ? "has to pause" : "may go on"));
}

void
EsaNetDevice::SetFlowMarking(const FlowMarking& marking)
{
    m_flowMarking = marking;
    m_port.InvalidateRules();
}

bool
EsaNetDevice::SendFrame(Ptr<Packet> packet)
{
    NS_ABORT_MSG_IF(NetworkRunner::Get().HasRounds(),
                    "EsaNetDevice: ordinary frames cannot be sent with NetworkRunner::UseRounds(), "
                    "only with events of the simulator");
    const Picoseconds now = m_clock.Now();
    const Picoseconds begins = m_port.SendFrame(CargoOf(packet), packet->GetSize(), now);
    if (begins == kNever)
    {
        NS_LOG_WARN(m_address << ": the queue is full, a frame is dropped");
        m_dropTrace(packet);
        return false;
    }
    if (HasSniffer())
    {
        SniffLater(packet->Copy(), begins - now);
    }
    return true;
}

void
EsaNetDevice::SniffLater(Ptr<const Packet> packet, Picoseconds wait)
{
    Simulator::Schedule(m_clock.ToTime(wait), &EsaNetDevice::Sniff, this, packet);
}

void
EsaNetDevice::OnFrameHere(Frame& frame, Picoseconds now)
{
    if (m_faults)
    {
        ApplyFaults(frame, now);
    }
    else
    {
        Receive(frame, now);
    }
}

void
EsaNetDevice::Receive(Frame& frame, Picoseconds now)
{
    const Ptr<Packet> packet = PacketOf(frame);
    if (HasSniffer())
    {
        Sniff(packet ? packet
                     : BuildPacket(frame.fragment, m_frameFormat, m_peer->m_address, m_address));
    }
    if (!packet)
    {
        NS_LOG_LOGIC(m_address << ": a " << frame.fragment << " arrives");
        m_port.Receive(frame.fragment, now);
    }
    else if (m_forwarder)
    {
        m_forwarder->ForwardFrame(packet, *this);
    }
    else
    {
        // The stack of ns-3 needs an event in the context of its node.
        Simulator::ScheduleWithContext(m_node->GetId(),
                                       Time(0),
                                       &EsaNetDevice::ReceivePacket,
                                       Ptr(this),
                                       packet);
    }
}

bool
EsaNetDevice::HasSniffer() const
{
    return !m_promiscSnifferTrace.IsEmpty() || !m_snifferTrace.IsEmpty();
}

void
EsaNetDevice::Sniff(Ptr<const Packet> packet)
{
    m_promiscSnifferTrace(packet);
    m_snifferTrace(packet);
}

void
EsaNetDevice::SetFaults(Ptr<EsaLinkFaults> faults)
{
    m_faults = faults;
    WatchPort();
}

Ptr<EsaLinkFaults>
EsaNetDevice::GetFaults() const
{
    return m_faults;
}

void
EsaNetDevice::SetReceiveErrorModel(Ptr<ErrorModel> model)
{
    if (!model)
    {
        NS_ABORT_MSG_IF(m_faults,
                        "EsaNetDevice: ReceiveErrorModel cannot be taken away; disable the model");
        return; // the attribute's initial value
    }
    if (!m_faults)
    {
        m_faults = CreateObject<EsaLinkFaults>();
    }
    m_faults->AddErrorModel(model);
    WatchPort();
}

Ptr<ErrorModel>
EsaNetDevice::GetReceiveErrorModel() const
{
    return m_faults ? m_faults->LastErrorModel() : nullptr;
}

void
EsaNetDevice::ApplyFaults(Frame& frame, Picoseconds now)
{
    const Ptr<Packet> packet = PacketOf(frame);
    const auto fate = packet ? m_faults->ApplyFaults(packet)
                             : m_faults->ApplyFaults(uint32_t{frame.fragment.frameBytes});
    if (fate.copies == 0)
    {
        if (packet)
        {
            m_phyRxDropTrace(packet);
        }
        else
        {
            m_fragmentLostTrace(frame.fragment);
        }
        return;
    }
    if (fate.copies > 1)
    {
        Frame copy;
        copy.arrival = frame.arrival;
        copy.fragment = frame.fragment;
        if (packet)
        {
            copy.cargo = CargoOf(packet->Copy()); // receivers take packets apart
        }
        DeliverLate(copy, fate.copyLag, now);
    }
    DeliverLate(frame, fate.lag, now);
}

void
EsaNetDevice::DeliverLate(Frame& frame, uint32_t lag, Picoseconds now)
{
    const Ptr<Packet> packet = PacketOf(frame);
    const uint32_t bytes = packet ? packet->GetSize() : uint32_t{frame.fragment.frameBytes};
    const Picoseconds late =
        m_clock.FromTime(m_faults->GetExtraDelay()) + lag * m_peer->Rate().FrameTime(bytes);
    if (late.count() == 0)
    {
        Receive(frame, now);
        return;
    }
    m_port.ReceiveLater(frame, late, [this](Frame& kept, Picoseconds at) { Receive(kept, at); });
}

} // namespace ns3::esa
