// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NET_DEVICE_H
#define ESA_NET_DEVICE_H

#include "esa-freezable-attributes.h"
#include "esa-sim-clock.h"
#include "esa-watched-trace.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/esa-flow-marking.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-port.h"
#include "ns3/esa-wire-format.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/net-device.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <memory>

namespace ns3::esa
{

class EsaChannel;
class EsaLinkFaults;
class EsaNetDevice;

/// @ingroup esa
/// @brief An object that forwards ordinary frames between devices: a switch.
class FrameForwarder
{
  public:
    virtual ~FrameForwarder() = default;

    /// A frame of ordinary traffic has arrived.
    /// @param frame the packet with its Ethernet header
    /// @param from the device it arrived at
    virtual void ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from) = 0;
};

/// @param frame a frame @return its packet of ordinary traffic; null: it is a fragment
Ptr<Packet> PacketOf(const Frame& frame);

/// @param packet a packet of ordinary traffic, with its Ethernet header @return the same in a frame
std::unique_ptr<FrameCargo> CargoOf(Ptr<Packet> packet);

/**
 * @ingroup esa
 * @brief A full-duplex Ethernet device with a FIFO queue, fast for fragments: a Port of the core
 * with attributes, trace sources and ordinary packets.
 *
 * A simulation of 64 hosts at 100 Gb/s sends millions of frames, so a frame must cost few events.
 * The queue is first in, first out. So the device computes when a frame leaves as soon as it is
 * queued. Each direction of a link is a Line of the core, from which the Agenda of the node at the
 * other end takes the frames. The stack of ns-3 gets ordinary packets by events of their own, in
 * the context of the receiving node. Fragments travel as plain structs. An ns3::Packet is made only
 * for a trace sink or a capture.
 *
 * It is an ordinary NetDevice as well: IP and TCP run over it, and share the queue with the
 * fragments. The length of the queue includes the frame that is being sent, and the overhead of
 * each frame.
 */
class EsaNetDevice : public NetDevice,
                     public FreezableAttributes,
                     public PoolAllocated,
                     private PortOwner
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaNetDevice();
    ~EsaNetDevice() override;

    /// @brief Plugs the device into a channel. @param channel the channel @param peer the other end
    void Attach(Ptr<EsaChannel> channel, Ptr<EsaNetDevice> peer);

    /// Sets the receiver of the fragments that arrive here.
    /// @param sink the receiver, which outlives the simulation's run; null: fragments are dropped
    void SetFragmentSink(PacketReceiver* sink)
    {
        m_port.SetSink(sink);
    }

    /// Makes the device a port of a switch: the forwarder gets ordinary frames, with headers.
    /// @param forwarder the switch, which outlives the simulation's run
    void SetForwarder(FrameForwarder* forwarder)
    {
        m_forwarder = forwarder;
    }

    /// @param format the format of the system in use, in which captures show the fragments
    void SetFrameFormat(FrameFormat format)
    {
        m_frameFormat = format;
    }

    /// @return rate of the link
    LineRate Rate() const
    {
        return {m_dataRate.GetBitRate(), m_overheadBytes};
    }

    /// @return what sends and receives fragments
    Port& GetPort()
    {
        return m_port;
    }

    /// @return what sends and receives fragments
    const Port& GetPort() const
    {
        return m_port;
    }

    /// Queues a fragment; marks it when the queue is above the ECN threshold.
    /// @param fragment the fragment, whose contents are moved away
    void SendFragment(InaPacket& fragment, Picoseconds now)
    {
        m_port.Send(fragment, now);
    }

    /// Queues a frame of ordinary traffic as it is.
    /// @param frame the packet with its Ethernet header
    /// @return false if the queue was full
    bool SendFrame(Ptr<Packet> frame);

    /// @param marking which data of flows is marked; it is set before the first frame
    void SetFlowMarking(const FlowMarking& marking);

    /// @brief From the next frame on, the ECN threshold holds for results, too.
    void MarkResults();

    /// @return true if the ECN threshold holds for results, too
    bool MarksResults() const
    {
        return m_marksResults;
    }

    /// @param faults what goes wrong with the frames that arrive here; null: nothing
    void SetFaults(Ptr<EsaLinkFaults> faults);

    /// @return what goes wrong with the frames that arrive here; null: nothing
    Ptr<EsaLinkFaults> GetFaults() const;

    /// @return what was counted since the start
    DeviceCounts GetCounts() const
    {
        return m_port.Counts();
    }

    /// @return the largest length of the queue, in bytes, with the frame being sent
    uint64_t GetLargestQueueBytes() const;

    /// @return bytes queued, with what is left of the frame being sent
    uint64_t GetQueuedBytes() const;

    /// @return time from the last bit of a frame that is sent to the software at the other end
    Picoseconds GetLineDelay() const;

    /// @return bytes that have left, with the part of the frame being sent
    uint64_t GetSentBytes() const;

    // Inherited from NetDevice
    void SetIfIndex(const uint32_t index) override;
    uint32_t GetIfIndex() const override;
    Ptr<Channel> GetChannel() const override;
    void SetAddress(Address address) override;
    Address GetAddress() const override;
    bool SetMtu(const uint16_t mtu) override;
    uint16_t GetMtu() const override;
    bool IsLinkUp() const override;
    void AddLinkChangeCallback(Callback<void> callback) override;
    bool IsBroadcast() const override;
    Address GetBroadcast() const override;
    bool IsMulticast() const override;
    Address GetMulticast(Ipv4Address multicastGroup) const override;
    Address GetMulticast(Ipv6Address addr) const override;
    bool IsPointToPoint() const override;
    bool IsBridge() const override;
    bool Send(Ptr<Packet> packet, const Address& dest, uint16_t protocolNumber) override;
    bool SendFrom(Ptr<Packet> packet,
                  const Address& source,
                  const Address& dest,
                  uint16_t protocolNumber) override;
    Ptr<Node> GetNode() const override;
    void SetNode(Ptr<Node> node) override;
    bool NeedsArp() const override;
    void SetReceiveCallback(NetDevice::ReceiveCallback cb) override;
    void SetPromiscReceiveCallback(NetDevice::PromiscReceiveCallback cb) override;
    bool SupportsSendFrom() const override;

    const char* AttributesSettableUntil() const override;

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    void PreparePort() override;
    void OnMarked(const InaPacket& fragment) override;
    void OnDropped(const InaPacket& fragment, bool isIncoming) override;
    void OnQueued(const InaPacket& fragment, Picoseconds begins, Picoseconds now) override;
    void OnPauseRequested(uint64_t bytes, bool isPause) override;
    void OnFrameHere(Frame& frame, Picoseconds now) override;

    /// @brief Connects the trace sources of frames that have a listener.
    void WatchPort();

    /// @brief Takes in a frame from the other end. @param frame the frame @param now the time
    void Receive(Frame& frame, Picoseconds now);

    /// @brief A frame comes over a link with faults. @param frame the frame @param now the time
    void ApplyFaults(Frame& frame, Picoseconds now);

    /// @brief A frame has arrived. @param lag frames of its own length by which it is late
    void DeliverLate(Frame& frame, uint32_t lag, Picoseconds now);

    /// @param model a model whose losses are one of the faults; null, at first: none
    void SetReceiveErrorModel(Ptr<ErrorModel> model);

    /// @return the model that was set last; null: there is none
    Ptr<ErrorModel> GetReceiveErrorModel() const;

    /// @brief Shows a frame to the sniffers when its transmission begins.
    void SniffLater(Ptr<const Packet> packet, Picoseconds wait);

    // Setters of attributes that are in force from the next frame on
    void SetQueueBytes(uint64_t bytes);        ///< @param bytes length of the queue
    void SetEcnThresholdBytes(uint64_t bytes); ///< @param bytes ECN threshold
    uint64_t GetQueueBytes() const;            ///< @return length of the queue
    uint64_t GetEcnThresholdBytes() const;     ///< @return ECN threshold

    /// @param packet a frame of ordinary traffic for this host, with its Ethernet header
    void ReceivePacket(Ptr<Packet> packet);

    /// @return true if a sniffer is connected
    bool HasSniffer() const;

    /// @param packet a frame to show to the sniffers
    void Sniff(Ptr<const Packet> packet);

    Port m_port;                 ///< sends and receives fragments
    Ptr<EsaNetDevice> m_peer;    ///< the other end
    SimClock m_clock;            ///< converts times
    bool m_isWatched{false};     ///< whether a sniffer or the log gets what passes
    Ptr<EsaLinkFaults> m_faults; ///< what goes wrong with frames that arrive; or null
    WatchedTrace<Ptr<const Packet>> m_snifferTrace;        ///< frames sent and received
    WatchedTrace<Ptr<const Packet>> m_promiscSnifferTrace; ///< the same

    FrameForwarder* m_forwarder{nullptr};        ///< takes the ordinary frames, at a switch
    FrameFormat m_frameFormat{FrameFormat::Ina}; ///< how captures show fragments

    // Attributes
    DataRate m_dataRate;      ///< rate of the link
    uint32_t m_overheadBytes; ///< that the link sends with each frame
    uint16_t m_mtu;           ///< largest ordinary packet, in bytes
    uint64_t m_queueBytes;    ///< length of the queue; 0: unlimited
    uint64_t m_ecnBytes;      ///< ECN threshold; 0: never mark
    Time m_processingDelay;   ///< of frames that arrive here

    FlowMarking m_flowMarking;  ///< of data of flows
    bool m_marksResults{false}; ///< whether the ECN threshold holds for results, too

    // The ns-3 device
    Ptr<Node> m_node;                                     ///< the node
    Ptr<EsaChannel> m_channel;                            ///< the cable
    Mac48Address m_address;                               ///< MAC address
    uint32_t m_ifIndex{0};                                ///< number in the node
    NetDevice::ReceiveCallback m_receive;                 ///< the stack
    NetDevice::PromiscReceiveCallback m_promiscReceive;   ///< the stack, promiscuous
    TracedCallback<> m_linkChange;                        ///< link came up
    TracedCallback<Ptr<const Packet>> m_dropTrace;        ///< ordinary frames dropped
    TracedCallback<const InaPacket&> m_fragmentDropTrace; ///< fragments dropped
    TracedCallback<const InaPacket&> m_ecnTrace;          ///< fragments marked
    TracedCallback<Ptr<const Packet>> m_phyRxDropTrace;   ///< ordinary frames lost on the link
    TracedCallback<const InaPacket&> m_fragmentLostTrace; ///< fragments lost on the link

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_NET_DEVICE_H
