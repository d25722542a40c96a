/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_NET_DEVICE_H
#define ESA_NET_DEVICE_H

#include "esa-arrival-wheel.h"
#include "esa-attribute-freeze.h"
#include "esa-device-counts.h"
#include "esa-frame-forwarder.h"
#include "esa-frame-ring.h"
#include "esa-packet-receiver.h"
#include "esa-sim-clock.h"

#include "ns3/data-rate.h"
#include "ns3/error-model.h"
#include "ns3/esa-flow-marking.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-system-record.h"
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
class EsaPauseNetwork;
class EsaPausePort;

/**
 * @ingroup esa
 * @brief A full-duplex Ethernet device with a FIFO queue, fast for fragments.
 *
 * A simulation of 64 hosts at 100 Gb/s sends millions of frames, so a frame must cost few events.
 * The queue is first in, first out. So the device knows when a frame leaves as soon as it is
 * queued. It keeps the time at which it becomes idle, and a ring of the frames on their way. Each
 * direction of a link has one pending arrival at the other end, in the ArrivalWheel. The stack of
 * ns-3 gets ordinary packets by events of their own, in the context of the receiving node.
 * Fragments travel as plain structs. An ns3::Packet is made only for a trace sink or a capture.
 *
 * It is an ordinary NetDevice as well: IP and TCP run over it, and share the queue with the
 * fragments. The length of the queue includes the frame that is being sent.
 */
class EsaNetDevice : public NetDevice,
                     public FreezableAttributes,
                     public PoolAllocated,
                     private ArrivalWheel::Client
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaNetDevice();
    ~EsaNetDevice() override;

    /// @brief Plugs the device into a channel. @param channel the channel @param peer the other end
    void Attach(Ptr<EsaChannel> channel, Ptr<EsaNetDevice> peer);

    /**
     * @brief Sets the receiver of the fragments that arrive here.
     * @param sink the receiver, which outlives the simulation's run; null: fragments are dropped
     */
    void SetFragmentSink(PacketReceiver* sink)
    {
        m_fragmentSink = sink;
    }

    /**
     * @brief Makes the device a port of a switch: the forwarder gets ordinary frames, with headers.
     * @param forwarder the switch, which outlives the simulation's run
     */
    void SetForwarder(FrameForwarder* forwarder)
    {
        m_forwarder = forwarder;
    }

    /// @param format the format of the system in use, in which captures show the fragments
    void SetFrameFormat(FrameFormat format)
    {
        m_frameFormat = format;
    }

    /// @param bytes length of a frame @return how long it takes to send it
    Picoseconds TransmissionTime(uint32_t bytes);

    /**
     * @brief Queues a fragment; marks it when the queue is above the ECN threshold.
     * @param fragment the fragment, whose contents are moved away
     * @param now the time
     */
    void SendFragment(InaPacket& fragment, Picoseconds now);

    /// @brief Prefetches for SendFragment(). @param stage 0: the device; 1: the frame's place
    void PrefetchSend(uint32_t stage) const;

    /**
     * @brief Queues a frame of ordinary traffic as it is.
     * @param frame the packet with its Ethernet header
     * @return false if the queue was full
     */
    bool SendFrame(Ptr<Packet> frame);

    /// @param marking which data of flows is marked; it is set before the first frame
    void SetFlowMarking(const FlowMarking& marking);

    /// @param faults what goes wrong with the frames that arrive here; null: nothing
    void SetFaults(Ptr<EsaLinkFaults> faults);

    /// @return what goes wrong with the frames that arrive here; null: nothing
    Ptr<EsaLinkFaults> GetFaults() const;

    /// @return its flow control @param network all links @param isAtSwitch whether at a switch
    std::unique_ptr<EsaPausePort> AddPausePort(EsaPauseNetwork& network, bool isAtSwitch);

    /// @return flow control of this device; null: it has none
    const EsaPausePort* GetPausePort() const;

    /// @return what was counted since the start
    DeviceCounts GetCounts() const
    {
        DeviceCounts counts = m_counts;
        counts.framesCarried = m_ring.Taken();
        return counts;
    }

    /// @return the largest length of the queue, in bytes, with the frame being sent
    uint64_t GetLargestQueueBytes() const;

    /// @return bytes queued, with what is left of the frame being sent
    uint64_t GetQueuedBytes() const;

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
    friend class EsaPausePort;

    /// @param queue length of a queue, as time @return in bytes
    uint64_t InBytes(Picoseconds queue) const;

    /// @brief Converts the attributes for the fast path, at the first frame.
    void Prepare();

    /// @return a place in the ring for a frame, with its time of arrival, to be filled in
    Frame& Queue(uint32_t bytes, Picoseconds now);

    /// @brief The frame that was queued last is filled in. @param now the time
    void ScheduleIfIdle(Picoseconds now);

    /// @brief Schedules the first frame's arrival. @param nowStep the time, in time steps
    void ScheduleArrival(int64_t nowStep);

    /// @brief Hands the first frame to the other end.
    void DeliverDue(int64_t nowStep) override;

    void PrefetchArrival(uint32_t stage) const override;

    /// @brief Takes in a frame from the other end. @param frame the frame @param now the time
    void Receive(Frame& frame, Picoseconds now);

    /// @brief A frame comes over a link with faults. @param frame the frame @param now the time
    void ApplyFaults(Frame& frame, Picoseconds now);

    /// @brief A frame has arrived. @param lag frames of its own length by which it is late
    void DeliverLate(Frame& frame, uint32_t lag, Picoseconds now);

    /// @param model a model whose losses are one of the faults; null, at first: none
    void SetReceiveErrorModel(Ptr<ErrorModel> model);

    // With flow control
    void SendPausable(InaPacket& fragment, Picoseconds now);        ///< queues a fragment
    Picoseconds Transmit(InaPacket& fragment, Picoseconds now);     ///< @return when it has left
    void Drop(const InaPacket& fragment);                           ///< there is no room for it
    void SendSignal(uint32_t bytes, std::function<void()> arrived); ///< a control frame

    /// @brief Marks a fragment, if a queue above the least threshold is above its own, too.
    void MarkEcnIfAbove(InaPacket& fragment, Picoseconds queued);

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

    // What every frame needs stands in three cache lines. The first one has the base class
    // ArrivalWheel::Client and what an arrival at the other end needs.
    FrameRing m_ring;          ///< frames on their way
    Ptr<EsaNetDevice> m_peer;  ///< the other end
    Ptr<ArrivalWheel> m_wheel; ///< wakes this device when frames arrive
    SimClock m_clock;          ///< converts times
    uint64_t m_peerPort{0};    ///< the other end, see ArrivalWheel::Arrival

    // What sending needs
    alignas(kCacheLineBytes) Picoseconds m_idleAt{0}; ///< when the last frame queued will have
                                                      ///< departed
    Picoseconds m_lastTransmission{0};                ///< transmission time of the last frame ...
    uint32_t m_lastBytes{0};                          ///< ... and its length
    bool m_prepared{false};                           ///< whether the values below are filled in
    Picoseconds m_delay{0};                           ///< from here to the far node's software
    Picoseconds m_queueTime{0}; ///< length of the queue, as time; 0: unlimited
    Picoseconds m_markTime{0};  ///< least of the thresholds, as time; 0: never mark
    DeviceCounts m_counts;      ///< what is counted, but for framesCarried

    // What receiving needs, and sending a little of it
    alignas(kCacheLineBytes) PacketReceiver* m_fragmentSink{nullptr}; ///< takes the fragments that
                                                                      ///< arrive here
    Ptr<EsaLinkFaults> m_faults; ///< what goes wrong with frames that arrive; or null
    TracedCallback<Ptr<const Packet>> m_snifferTrace;        ///< frames sent and received
    TracedCallback<Ptr<const Packet>> m_promiscSnifferTrace; ///< the same

    FrameForwarder* m_forwarder{nullptr};        ///< takes the ordinary frames, at a switch
    FrameFormat m_frameFormat{FrameFormat::Ina}; ///< how captures show fragments

    // Attributes
    DataRate m_dataRate;    ///< rate of the link
    uint16_t m_mtu;         ///< largest ordinary packet, in bytes
    uint64_t m_queueBytes;  ///< length of the queue; 0: unlimited
    uint64_t m_ecnBytes;    ///< ECN threshold; 0: never mark
    Time m_processingDelay; ///< of frames that arrive here

    FlowMarking m_flowMarking;          ///< of data of flows
    EsaPausePort* m_pausePort{nullptr}; ///< flow control; null: none
    Picoseconds m_ecnTime{0};           ///< ECN threshold, as time; 0: never mark

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
