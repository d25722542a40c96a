/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FLOW_ENDPOINT_H
#define ESA_FLOW_ENDPOINT_H

#include "esa-host.h"

#include "ns3/esa-attribute-freeze.h"
#include "ns3/esa-fragment.h"
#include "ns3/esa-reliable-flow.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/event-id.h"
#include "ns3/log.h"
#include "ns3/object.h"

#include <cstdint>
#include <functional>
#include <map>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One end of reliable flows to and from the other hosts of a job: FlowSenders and
 * FlowReceivers (core) with a device and a clock.
 */
class EsaFlowEndpoint : public Object, public FreezableAttributes
{
  public:
    /// Whose end it is, and who is asked about packets.
    struct Setup
    {
        uint16_t job{0};                               ///< job number
        uint16_t endpoint{0};                          ///< its own address in the job
        uint8_t fanIn{1};                              ///< workers of the job
        std::function<void(Fragment&, uint64_t)> fill; ///< says what a packet carries
        std::function<void(const Fragment&)> sent;     ///< is told of every packet
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
    void Open(Setup setup, Ptr<EsaHost> host);

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
     * @return true if it is data that was not here before: the owner's turn
     */
    bool OnPacket(const Fragment& packet, Picoseconds now);

    /// @return packets sent again
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
        FlowSender sender;     ///< what goes there
        FlowReceiver receiver; ///< what comes from there
        bool isLocal;          ///< whether it is on this host
    };

    /**
     * @param endpoint an endpoint
     * @return the way there
     */
    Peer& PeerAt(uint16_t endpoint);

    /**
     * @brief Sends what may leave, as long as little of it waits at the link: as a network card
     * does, which takes the next packet from a flow when the wire is free, so that
     * acknowledgements wait for little.
     * @param now the time
     */
    void Pump(Picoseconds now);

    /**
     * @brief Sends a packet of the next flow that has one.
     * @param now the time
     * @return false if none may leave
     */
    bool SendOne(Picoseconds now);

    /**
     * @brief Acknowledges what has come.
     * @param receiver endpoint of the sender of the data
     * @param peer the way there
     * @param now the time
     */
    void Acknowledge(uint16_t receiver, const Peer& peer, Picoseconds now);

    /**
     * @param packet a packet
     * @param isLocal whether its receiver is on this host
     * @param now the time
     */
    void Transmit(Fragment& packet, bool isLocal, Picoseconds now);

    /// @brief Looks for timeouts.
    void OnTimer();

    // Setters of the attributes that stand in a struct of the core
    void SetWindow(uint32_t packets);   ///< @param packets of the window
    void SetAckEvery(uint32_t packets); ///< @param packets to an acknowledgement
    void SetRecovery(bool enabled);     ///< @param enabled send again what is lost

    // Attributes
    FlowParameters m_flow; ///< window and acknowledgements
    uint32_t m_nicPackets; ///< packets that wait at the link
    Time m_rtoMin;         ///< least timeout
    Time m_checkInterval;  ///< between looks for timeouts

    Setup m_setup;                    ///< whose end it is
    SimClock m_clock;                 ///< converts times
    Ptr<EsaHost> m_host;              ///< the host
    std::map<uint16_t, Peer> m_peers; ///< by endpoint
    EventId m_timer;                  ///< next look for timeouts
    EventId m_pump;                   ///< when more may be handed to the link
    Time m_nicTime;                   ///< in which the link sends what waits at most
    uint16_t m_lastServed{0};         ///< endpoint of the flow that sent last

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_FLOW_ENDPOINT_H
