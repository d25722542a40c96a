// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "star-traffic.h"

#include "ns3/core-module.h"
#include "ns3/esa-helper.h"
#include "ns3/network-module.h"
#include "ns3/point-to-point-module.h"

#include <functional>
#include <memory>
#include <vector>

namespace esabench
{
namespace
{

using namespace ns3;

/// Sends a frame to a destination.
using SendFunction = std::function<void(uint32_t destination)>;

/// One host's source of frames.
class Source
{
  public:
    /// @param send sends a frame
    Source(const StarLoad& load, uint32_t host, SendFunction send)
        : m_load(load),
          m_host(host),
          m_left(load.framesPerHost),
          m_send(std::move(send))
    {
        const double frameS = load.frameBytes * 8.0 / static_cast<double>(load.linkBitsPerS);
        m_interval = Seconds(2 * frameS);
        // The sources start at different times, so that frames do not always meet.
        Simulator::Schedule(NanoSeconds(host), &Source::SendOne, this);
    }

  private:
    /// Sends a frame, and schedules the next.
    void SendOne()
    {
        m_next = (m_next + 1) % m_load.hosts;
        if (m_next == m_host)
        {
            m_next = (m_next + 1) % m_load.hosts;
        }
        m_send(m_next);
        if (--m_left > 0)
        {
            Simulator::Schedule(m_interval, &Source::SendOne, this);
        }
    }

    const StarLoad& m_load;  ///< the load
    uint32_t m_host;         ///< number of the host
    uint32_t m_next{m_host}; ///< next destination
    uint32_t m_left;         ///< frames to send
    Time m_interval;         ///< between two frames
    SendFunction m_send;     ///< sends a frame
};

/// The sources of all hosts.
using Sources = std::vector<std::unique_ptr<Source>>;

/// @brief Runs the simulation and measures it.
/// @param measurement where the measurement goes
void
RunTimed(Measurement& measurement)
{
    const Meter meter(measurement);
    Simulator::Run();
}

/// A switch for stock devices: a table of ports. The first byte of a packet chooses the port.
class StockSwitch
{
  public:
    /// @param devices the ports by host
    explicit StockSwitch(const NetDeviceContainer& devices)
        : m_ports(devices)
    {
        for (uint32_t i = 0; i < devices.GetN(); ++i)
        {
            devices.Get(i)->SetReceiveCallback(MakeCallback(&StockSwitch::Receive, this));
        }
    }

    /// @return packets forwarded
    uint64_t Forwarded() const
    {
        return m_forwarded;
    }

  private:
    /// @brief Forwards a packet; its first byte names the destination.
    /// @return true
    bool Receive(Ptr<NetDevice> /* device */,
                 Ptr<const Packet> packet,
                 uint16_t protocol,
                 const Address& /* from */)
    {
        uint8_t destination = 0;
        packet->CopyData(&destination, 1);
        const auto port = m_ports.Get(destination);
        port->Send(packet->Copy(), port->GetBroadcast(), protocol);
        ++m_forwarded;
        return true;
    }

    NetDeviceContainer m_ports; ///< the ports by host
    uint64_t m_forwarded{0};    ///< packets forwarded
};

/// Counts the packets that arrive at the hosts.
class Sink
{
  public:
    /// @brief A packet has arrived.
    /// @return true
    bool Receive(Ptr<NetDevice> /* device */,
                 Ptr<const Packet> /* packet */,
                 uint16_t /* protocol */,
                 const Address& /* from */)
    {
        ++m_received;
        return true;
    }

    /// @return packets that have arrived
    uint64_t Received() const
    {
        return m_received;
    }

  private:
    uint64_t m_received{0}; ///< packets that have arrived
};

/// @brief A packet for each destination, to be copied for sending, which costs ns-3 next to
/// nothing.
/// @param hosts how many
/// @param bytes length of a packet
/// @return the packets; the first byte is the destination's number
std::vector<Ptr<Packet>>
MakePackets(uint32_t hosts, uint32_t bytes)
{
    std::vector<Ptr<Packet>> packets;
    std::vector<uint8_t> data(bytes);
    for (uint32_t host = 0; host < hosts; ++host)
    {
        data[0] = static_cast<uint8_t>(host);
        packets.push_back(Create<Packet>(data.data(), bytes));
    }
    return packets;
}

} // namespace

Measurement
MeasureStock(const StarLoad& load)
{
    constexpr uint32_t kPppBytes = 2;
    constexpr uint16_t kIpv4Protocol = 0x0800;
    Measurement measurement{"stock ns-3, PointToPoint devices, 306-byte frames"};
    NodeContainer hosts(load.hosts);
    NodeContainer switchNode(1);
    PointToPointHelper p2p;
    p2p.DisableFlowControl();
    p2p.SetDeviceAttribute("DataRate", DataRateValue(DataRate(load.linkBitsPerS)));
    p2p.SetChannelAttribute("Delay", TimeValue(NanoSeconds(load.delayUs * 1000)));
    p2p.SetQueue("ns3::DropTailQueue<Packet>", "MaxSize", StringValue("10000p"));
    NetDeviceContainer devices;
    NetDeviceContainer ports;
    for (uint32_t i = 0; i < load.hosts; ++i)
    {
        const auto link = p2p.Install(hosts.Get(i), switchNode.Get(0));
        devices.Add(link.Get(0));
        ports.Add(link.Get(1));
    }
    StockSwitch forwarder(ports);
    Sink sink;
    Sources sources;
    const auto packets = MakePackets(load.hosts, load.frameBytes - kPppBytes);
    for (uint32_t i = 0; i < load.hosts; ++i)
    {
        const auto device = devices.Get(i);
        device->SetReceiveCallback(MakeCallback(&Sink::Receive, &sink));
        sources.push_back(std::make_unique<Source>(load, i, [&, device](uint32_t destination) {
            device->Send(packets[destination]->Copy(), device->GetBroadcast(), kIpv4Protocol);
        }));
    }
    RunTimed(measurement);
    measurement.packetHops = forwarder.Forwarded() + sink.Received();
    Simulator::Destroy();
    return measurement;
}

Measurement
MeasureOwnDevices(const StarLoad& load)
{
    constexpr uint32_t kEthernetBytes = 14;
    constexpr uint16_t kIpv4Protocol = 0x0800;
    Measurement measurement{"the same frames as packets through esa's devices"};
    NodeContainer hosts(load.hosts);
    NodeContainer switchNode(1);
    esa::EsaHelper helper("esa");
    helper.SetDeviceAttribute("DataRate", DataRateValue(DataRate(load.linkBitsPerS)));
    helper.SetDeviceAttribute("OverheadBytes", UintegerValue(0)); // as point-to-point devices
    helper.SetChannelAttribute("Delay", TimeValue(NanoSeconds(load.delayUs * 1000)));
    const esa::EsaFabric& fabric = helper.InstallRack(switchNode.Get(0), hosts);
    Sink sink;
    Sources sources;
    const auto packets = MakePackets(load.hosts, load.frameBytes - kEthernetBytes);
    // The first round floods, until the switch has learnt where the hosts are.
    const auto hostDevice = [&](uint32_t host) { return fabric.LinkOf(hosts.Get(host)).AtHost(); };
    for (uint32_t i = 0; i < load.hosts; ++i)
    {
        const auto device = hostDevice(i);
        device->SetReceiveCallback(MakeCallback(&Sink::Receive, &sink));
        sources.push_back(std::make_unique<Source>(load, i, [&, device](uint32_t destination) {
            device->Send(packets[destination]->Copy(),
                         hostDevice(destination)->GetAddress(),
                         kIpv4Protocol);
        }));
    }
    RunTimed(measurement);
    for (const esa::EsaLink& link : fabric.Links())
    {
        measurement.packetHops +=
            link.Lower()->GetCounts().framesCarried + link.Upper()->GetCounts().framesCarried;
    }
    Simulator::Destroy();
    return measurement;
}

} // namespace esabench
