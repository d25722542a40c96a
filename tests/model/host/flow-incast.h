// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_MODEL_FLOW_INCAST_H
#define ESA_TEST_MODEL_FLOW_INCAST_H

#include "wire-time.h"

#include "ns3/esa-flow-end.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-host-demux.h"
#include "ns3/simulator.h"
#include "ns3/string.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa::test
{

/// Bytes that a link sends for a packet.
constexpr auto kPacketBytes = static_cast<uint32_t>(OnWire(MtuFrameBytes()));

/// Long flows of several hosts of a rack to one host, whose link is the bottleneck.
class FlowIncast
{
  public:
    /// What a test chooses.
    struct Options
    {
        CongestionAlgorithm control{CongestionAlgorithm::Window}; ///< of the flows
        uint32_t senders{2};                                      ///< flows
        std::string rate{"100Gb/s"};                              ///< of every link
        std::string delay{"5us"};                                 ///< of every link, one way
        FlowMarking marking;                                      ///< of the switch
        uint32_t window{2000};                                    ///< largest window, in packets
        uint32_t ackEvery{FlowParameters{}.ackEveryPackets};      ///< packets per acknowledgement
        Time startGap{MicroSeconds(0)};                           ///< flow i starts i times this
        std::optional<PauseParameters> pauses; ///< of all links; none: they never pause
    };

    explicit FlowIncast(const Options& options)
        : m_options(options),
          m_helper("ring"),
          m_hosts(options.senders + 1)
    {
        m_helper.SetDeviceAttribute("DataRate", StringValue(options.rate));
        m_helper.SetChannelAttribute("Delay", StringValue(options.delay));
        m_helper.SetFlowMarking(options.marking);
        if (options.pauses)
        {
            m_helper.SetPauses(*options.pauses);
        }
        m_helper.InstallRack(NodeContainer(1).Get(0), m_hosts);
        // The switch has to know a job. Its own workers never start.
        const Dnn dnn{{FromMicroseconds(1)}, {{1, 248}}, 1.0};
        m_apps =
            m_helper.InstallJobs({JobSetup{dnn, m_hosts, m_hosts.Get(0), 1}}, TrainingOptions{});
        for (auto app = m_apps.Begin(); app != m_apps.End(); ++app)
        {
            (*app)->SetStartTime(Seconds(1000));
        }
        for (uint16_t host = 0; host <= options.senders; ++host)
        {
            m_ends.push_back(std::make_unique<End>(options, m_hosts.Get(host), host));
        }
    }

    FlowIncast(const FlowIncast&) = delete;
    FlowIncast& operator=(const FlowIncast&) = delete;

    ~FlowIncast()
    {
        for (const auto& end : m_ends)
        {
            end->flows->Close();
        }
        Simulator::Destroy();
    }

    /// @brief Runs the flows, and looks at the queue once per microsecond.
    /// @param warmUp what is not looked at
    /// @param span what is
    void Run(const Time& warmUp, const Time& span)
    {
        for (uint32_t i = 1; i <= m_options.senders; ++i)
        {
            const PositionRange range{0, 1U << 30};
            Simulator::Schedule((i - 1) * m_options.startGap, [this, i, range] {
                m_ends[i]->flows->Send(0, range, SimClock().Now());
            });
        }
        Simulator::Schedule(warmUp, [this] { m_before = Received(); });
        for (Time at = warmUp; at < warmUp + span; at += MicroSeconds(1))
        {
            Simulator::Schedule(at, [this] { m_queue.push_back(Port()->GetQueuedBytes()); });
        }
        Simulator::Stop(warmUp + span);
        Simulator::Run();
        const std::vector<uint64_t> after = Received();
        for (std::size_t i = 1; i < after.size(); ++i)
        {
            const double bits = 8.0 * kPacketBytes * static_cast<double>(after[i] - m_before[i]);
            m_rates.push_back(bits / span.GetSeconds());
        }
        std::sort(m_queue.begin(), m_queue.end());
    }

    /// @return the part of the link that all flows got together, in bit/s
    double TotalRate() const
    {
        return std::accumulate(m_rates.begin(), m_rates.end(), 0.0);
    }

    /// @return Jain's fairness index of the rates, from 1 / number of flows to 1
    double Fairness() const
    {
        double squares = 0;
        for (const double rate : m_rates)
        {
            squares += rate * rate;
        }
        return TotalRate() * TotalRate() / (squares * static_cast<double>(m_rates.size()));
    }

    /// @return length of the queue in bytes that it does not exceed in a part of the time
    double QueueBytes(double part) const
    {
        const auto last = static_cast<double>(m_queue.size() - 1);
        return static_cast<double>(m_queue.at(static_cast<std::size_t>(part * last)));
    }

    const PauseNetwork& Pauses() const
    {
        return *m_helper.GetPauses();
    }

    /// @return the bottleneck
    Ptr<EsaNetDevice> Port() const
    {
        return m_helper.GetFabric().LinkOf(m_hosts.Get(0)).AtSwitch();
    }

  private:
    /// A host's end of the flows, and what it has to do with them.
    struct End : public PacketReceiver, private Collective
    {
        End(const Options& options, Ptr<Node> node, uint16_t number)
            : received(options.senders + 1)
        {
            HostSettings settings;
            settings.flow.congestion.algorithm = options.control;
            settings.flow.windowPackets = options.window;
            settings.flow.ackEveryPackets = options.ackEvery;
            HostNode& host = HostOf(node)->GetHost();
            host.AddEndpoint(0, number, *this);
            Collective& collective = *this;
            flows =
                std::make_shared<FlowEnd>(settings, FlowEnd::Address{0, number}, collective, sent);
            flows->Open(host);
        }

        void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
        {
            flows->OnPacket(fragment, now);
        }

        std::shared_ptr<FlowEnd> flows; ///< sends and receives
        Hook<const InaPacket&> sent;    ///< tells nobody
        std::vector<uint64_t> received; ///< new packets, by sender

      private:
        void OnReady(const PositionRange& /* partition */) override
        {
        }

        void OnData(InaPacket& data, StreamPosition /* position */) override
        {
            ++received.at(FlowPacket::From(data).sender);
        }

        void Fill(InaPacket& /* data */, StreamPosition /* position */) const override
        {
        }
    };

    /// @return packets that have arrived, by sender
    const std::vector<uint64_t>& Received() const
    {
        return m_ends[0]->received;
    }

    Options m_options;                        ///< what the test has chosen
    EsaHelper m_helper;                       ///< with the network
    NodeContainer m_hosts;                    ///< the receiver is the first
    ApplicationContainer m_apps;              ///< never start
    std::vector<std::unique_ptr<End>> m_ends; ///< one per host
    std::vector<uint64_t> m_before;           ///< packets that arrived while warming up
    std::vector<uint64_t> m_queue;            ///< lengths of the queue, the shortest first
    std::vector<double> m_rates;              ///< by flow
};

} // namespace ns3::esa::test

#endif // ESA_TEST_MODEL_FLOW_INCAST_H
