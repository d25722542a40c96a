// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_BACKGROUND_TRAFFIC_H
#define ESA_BACKGROUND_TRAFFIC_H

#include "esa-segment-bytes.h"

#include "ns3/data-rate.h"
#include "ns3/ipv4-address.h"
#include "ns3/log.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"
#include "ns3/random-variable-stream.h"
#include "ns3/socket.h"

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// Parameters of background traffic.
struct BackgroundParameters
{
    double load{0};                            ///< mean load of a host's link, in (0, 1)
    double meanBytes{100000};                  ///< mean size, in bytes
    uint32_t segmentBytes{SegmentBytes(1500)}; ///< of data in a full packet
    DataRate linkRate{100000000000};           ///< rate of a host's link
    Time minRto{MilliSeconds(1)};              ///< least timeout of TCP
    Time roundTrip;                            ///< longest without queues; no SYN is late before
};

/**
 * @ingroup esa
 * @brief TCP flows between random hosts, beside training.
 *
 * It is ns-3's TCP over the same devices, queues and switches. Flows of a host begin at random
 * times (Poisson), even while others run, and have exponential sizes. Each flow has its own
 * connection, and ends when its last byte has arrived.
 */
class BackgroundTraffic
{
  public:
    /// Counters of the flows.
    struct Counts
    {
        uint64_t begun{0};   ///< number of flows that began
        uint64_t ended{0};   ///< of these, number of flows that ended
        uint64_t failed{0};  ///< of these, number of flows that TCP gave up
        uint64_t refused{0}; ///< number of flows that found no free port and did not begin
        uint64_t bytes{0};   ///< bytes that arrived
        Time duration;       ///< sum over the flows that ended, from begin to end
    };

    /// @brief Lets the hosts listen and plans their first flows.
    /// @param hosts at least two, each with an EsaHostDemux; hosts without an Internet stack get
    /// one
    /// @param parameters parameters of the traffic
    /// @param stream first random stream to use; kStreams are used
    BackgroundTraffic(const NodeContainer& hosts,
                      const BackgroundParameters& parameters,
                      int64_t stream);

    BackgroundTraffic(const BackgroundTraffic&) = delete;
    BackgroundTraffic& operator=(const BackgroundTraffic&) = delete;

    /// @return the counters of the flows
    const Counts& GetCounts() const
    {
        return m_counts;
    }

    static constexpr int64_t kStreams = 3; ///< number of random streams used
    /// Buffer of a connection at each end: more than a link carries in the longest round trip.
    static constexpr uint32_t kBufferBytes = 4000000;

  private:
    /// A flow under way.
    struct Flow
    {
        uint32_t from{0};     ///< index of the sending host
        uint64_t bytes{0};    ///< its size
        uint64_t toSend{0};   ///< what TCP has not taken yet
        uint64_t received{0}; ///< what has arrived
        Time begin;           ///< when it began
    };

    /// Identifies a flow: address and port of its sender.
    using FlowKey = std::pair<uint32_t, uint16_t>;

    /// @return a TCP socket of the host with this index
    Ptr<Socket> MakeSocket(uint32_t host) const;

    /// @brief Plans the next flow of a host, after a random time.
    void Plan(uint32_t from);

    /// @brief Begins a flow of a host.
    void Begin(uint32_t from);

    /// @return size of the next flow, in bytes
    uint64_t DrawBytes();

    /// @brief TCP has given up a flow.
    void OnFailure(const FlowKey& key);

    // Callbacks of TCP
    void OnConnected(Ptr<Socket> socket);                   ///< @param socket is connected now
    void OnRoom(Ptr<Socket> socket, uint32_t bytes);        ///< @param socket has room @param bytes
    void OnAccept(Ptr<Socket> socket, const Address& from); ///< @param socket new @param from whom
    void OnData(Ptr<Socket> socket);                        ///< @param socket has data

    NodeContainer m_hosts;                    ///< the hosts
    BackgroundParameters m_parameters;        ///< the traffic
    std::vector<Ipv4Address> m_addresses;     ///< of the hosts
    std::vector<Ptr<Socket>> m_listeners;     ///< of the hosts
    std::map<FlowKey, Flow> m_flows;          ///< under way
    std::map<Ptr<Socket>, FlowKey> m_senders; ///< sockets that send
    double m_meanWaitS{0};                    ///< mean time between a host's flows, in seconds
    Ptr<ExponentialRandomVariable> m_waits;   ///< times between flows
    Ptr<ExponentialRandomVariable> m_sizes;   ///< sizes of flows
    Ptr<UniformRandomVariable> m_peers;       ///< receivers of flows
    Counts m_counts;                          ///< counters of the flows

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_BACKGROUND_TRAFFIC_H
