/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FLOW_ENDPOINT_H
#define ESA_FLOW_ENDPOINT_H

#include "esa-host-demux.h"

#include "ns3/data-rate.h"
#include "ns3/esa-agenda.h"
#include "ns3/esa-attribute-freeze.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-flow-receiver.h"
#include "ns3/esa-flow-sender.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/log.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One end of the reliable flows between the hosts of a job: FlowSenders and FlowReceivers
 * (core), with a device and a clock.
 */
class EsaFlowEndpoint : public Object, public FreezableAttributes
{
  public:
    /// Whose end it is, and the functions of its owner.
    struct Setup
    {
        uint16_t job{0};                                ///< job number
        uint16_t endpoint{0};                           ///< its own address in the job
        std::function<void(InaPacket&, uint64_t)> fill; ///< fills in what a packet carries
        std::function<void(const InaPacket&)> sent;     ///< is called for every packet that leaves
        std::function<void(const InaPacket&)> receive;  ///< takes data, in its order
        std::function<void(uint16_t)> arrived; ///< all of the oldest range that was sent to a
                                               ///< receiver, and had not arrived, has; may be empty
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    EsaFlowEndpoint();
    ~EsaFlowEndpoint() override;

    /**
     * @brief Begins to send and receive.
     * @param setup whose end it is
     * @param host where packets leave and arrive
     */
    void Open(Setup setup, Ptr<EsaHostDemux> host);

    /**
     * @brief Sends fragments, after those sent to the same receiver before.
     * @param receiver its endpoint
     * @param range the fragments
     */
    void Send(uint16_t receiver, const PositionRange& range);

    /**
     * @brief A packet has arrived.
     * @param packet the packet
     * @param now the time
     */
    void OnPacket(const InaPacket& packet, Picoseconds now);

    /// @return number of retransmitted packets
    uint64_t SentAgain() const;

    const char* AttributesSettableUntil() const override
    {
        return "Open() is called, as its job is installed";
    }

  protected:
    void DoDispose() override;

  private:
    /// The way to another endpoint.
    struct Peer
    {
        FlowSender sender;     ///< sends data there
        FlowReceiver receiver; ///< receives data from there
        bool isLocal;          ///< whether it is on this host

        std::map<uint32_t, InaPacket> early; ///< data that waits for what comes before, by number
    };

    /// @brief Sends fragments now. @param receiver its endpoint
    void Offer(uint16_t receiver, const PositionRange& range);

    /// @return the way to an endpoint
    Peer& PeerAt(uint16_t endpoint);

    /**
     * @brief Sends packets as long as only few of them wait at the link. A network card does the
     * same: it takes the next packet from a flow when the wire is free. So acknowledgements never
     * wait behind a long queue.
     */
    void Pump(Picoseconds now);

    /// @brief Goes on when the first of the flows that a rate holds back may send.
    void PumpWhenPaced(Picoseconds now);

    /// @brief Goes on at a time, or before. @param at the time
    void PumpAt(Picoseconds at);

    /// @return how long a packet that is sent now waits at the link
    Picoseconds TimeAtTheLink() const;

    /// @return whether flows are controlled by an algorithm
    bool IsControlledBy(CongestionAlgorithm algorithm) const
    {
        return m_flow.congestion.algorithm == algorithm;
    }

    /// @brief Sends a packet of the next flow that has one; false: none may leave.
    bool SendOne(Picoseconds now);

    /// @brief Handles an acknowledgement from a peer.
    void OnAck(const FlowPacket& ack, Peer& peer, Picoseconds now);

    /// @brief Handles data of a peer.
    void OnData(const FlowPacket& data, const InaPacket& packet, Peer& peer, Picoseconds now);

    /// @brief Sends what an acknowledgement or a NAK of data tells. @param number which it names
    void Answer(const FlowPacket& data,
                const Peer& peer,
                const FlowGap& gap,
                bool isNotification,
                Picoseconds now);

    /// @brief Sends a packet; to a receiver on the same host, without the network.
    void Transmit(InaPacket& packet, bool isLocal, Picoseconds now);

    /// @brief Wakes up when a flow will have been silent for too long, or before.
    void WakeFor(const FlowSender& sender, Picoseconds now);

    /// @brief Looks which flows have been silent for too long.
    void OnTimer();

    // Setters of the attributes that stand in a struct of the core
    void SetWindow(uint32_t packets);   ///< @param packets of the window
    void SetAckEvery(uint32_t packets); ///< @param packets per acknowledgement
    void SetRecovery(bool enabled);     ///< @param enabled retransmit what is lost
    void SetSelective(bool enabled);    ///< @param enabled retransmit nothing else

    /// @param name of the congestion control, as in scenario files
    void SetCongestionControl(const std::string& name);

    /// @return the parameters of the congestion control @param line rate of the host's link
    CongestionParameters Congestion(const DataRate& line) const;

    // Attributes
    FlowParameters m_flow;   ///< window and acknowledgements
    uint32_t m_nicPackets;   ///< largest number of packets that wait at the link
    Time m_rtoMin;           ///< least timeout
    Time m_reorderingWindow; ///< until a packet that was overtaken counts as missing
    Time m_stepTime;         ///< that a message takes before it leaves

    // Attributes of the congestion control
    CongestionAlgorithm m_algorithm; ///< which one
    uint32_t m_initialPackets;       ///< first window of DCTCP and Swift
    double m_dctcpGain;              ///< g of DCTCP
    double m_dcqcnGain;              ///< g of DCQCN
    Time m_dcqcnTimer;               ///< between two increases of DCQCN's rate
    uint64_t m_dcqcnBytes;           ///< between two increases of DCQCN's rate
    DataRate m_dcqcnIncrease;        ///< R_AI
    DataRate m_dcqcnHyperIncrease;   ///< R_HAI
    DataRate m_dcqcnMinimum;         ///< lowest rate of DCQCN
    Time m_dcqcnNotification;        ///< N of DCQCN
    Time m_dcqcnAlphaTimer;          ///< K of DCQCN
    uint32_t m_dcqcnRecoveries;      ///< F of DCQCN
    Time m_swiftTarget;              ///< through one switch
    Time m_swiftHop;                 ///< added for each further switch
    Time m_swiftFlowScaling;         ///< fs_range
    double m_swiftIncrease;          ///< ai, in packets
    double m_swiftDecrease;          ///< beta
    double m_swiftLargestDecrease;   ///< max_mdf

    Setup m_setup;                      ///< whose end it is
    SimClock m_clock;                   ///< converts times
    Ptr<EsaHostDemux> m_host;           ///< the host
    std::map<uint16_t, Peer> m_peers;   ///< by endpoint
    std::shared_ptr<Agenda> m_agenda;   ///< what is due at the host
    NodeTimer m_timer;                  ///< next look for silent flows ...
    Picoseconds m_wakesAt{kNoDeadline}; ///< ... and when; kNoDeadline: none is due
    NodeTimer m_pump;                   ///< when more may be handed to the link
    Picoseconds m_halfNicTime{0};       ///< in which the link sends half of m_nicPackets
    uint16_t m_lastServed{0};           ///< endpoint of the flow that sent last

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_FLOW_ENDPOINT_H
