/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Packets in transit leave as if each had been sent on when it arrived.

#include "core/network/noting-node.h"

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-port.h"

#include <array>
#include <random>

namespace ns3::esa::test
{
namespace
{

constexpr uint32_t kLines = 3; ///< that lead to the node, and that leave it

/// A device that does nothing but count.
class CountingOwner : public PortOwner
{
  public:
    void PreparePort() override
    {
        ADD_FAILURE() << "all ports have rules";
    }

    void OnMarked(const InaPacket& /* fragment */) override
    {
        marked += Agenda::Running()->Now().count(); // who is told may ask for the time
    }

    void OnDropped(const InaPacket& /* fragment */, bool /* isIncoming */) override
    {
        ++dropped;
    }

    void OnQueued(const InaPacket& fragment, Picoseconds begins, Picoseconds now) override
    {
        queued.push_back({fragment.seq, begins.count(), now.count()});
    }

    void OnPauseAsked(uint64_t /* bytes */, bool /* isPause */) override
    {
    }

    void OnFrameHere(Frame& /* frame */, Picoseconds /* now */) override
    {
        ++lost;
        direct = 1 + lost % 60;
    }

    int64_t marked{0};                          ///< sum of the times when fragments were marked
    uint32_t dropped{0};                        ///< fragments
    uint32_t lost{0};                           ///< frames that the owner got
    uint64_t direct{5};                         ///< fragments that arrive before it gets one
    std::vector<std::array<int64_t, 3>> queued; ///< fragments, if it watches
};

/// What is at the other end of a port: notes what arrives.
class FarEnd : public PacketReceiver
{
  public:
    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
    {
        const FlowPacket packet = FlowPacket::From(fragment);
        got += std::to_string(now.count()) + ": " + std::to_string(packet.sender) + "/" +
               std::to_string(packet.number) + "/" + std::to_string(fragment.seq) + "/" +
               std::to_string(fragment.sum.digest) + "/" + std::to_string(fragment.bitmap) +
               (packet.isUrgent ? " asks" : "") + (fragment.ecn ? " marked\n" : "\n");
    }

    std::string got; ///< a line for each packet
};

/// A node between lines. Flows to receiver n leave by port n modulo kLines.
class Forwarder : public AgendaTest, protected PacketReceiver
{
  protected:
    /// @brief Connects the ports. @param rules of those that leave @param isWatched whether the
    /// owner is told of each packet @param hasLosses whether a line loses some
    void Connect(const Line::Rules& rules, bool isWatched, bool hasLosses)
    {
        for (uint32_t port = 0; port < kLines; ++port)
        {
            Line::Rules plain;
            plain.bitsPerS = 8000000000; // 1 byte a ns
            plain.delay = Step(10);
            far[port] = std::make_unique<FarEnd>();
            nodes[port] = std::make_shared<Agenda>(driver, StepClock(1000), port);
            ways[port] = std::make_unique<Port>(owner);
            ends[port] = std::make_unique<Port>(owner);
            ways[port]->SetNode(agenda, port);
            ends[port]->SetNode(nodes[port], 0);
            ways[port]->SetSink(this);
            ends[port]->SetSink(far[port].get());
            ways[port]->Connect(*ends[port]);
            ends[port]->Connect(*ways[port]);
            ways[port]->SetRules(rules);
            ends[port]->SetRules(plain);
            ways[port]->WatchSent(isWatched);
        }
        ways[0]->WatchReceived(hasLosses, hasLosses ? &owner.direct : nullptr);
    }

    bool HasWays() const override
    {
        return hasWays;
    }

    Port* WayOf(const InaHeader& packet) const override
    {
        Port* const way = ways[packet.worker % kLines].get();
        return packet.worker != unknown && way->MayHaveTransit() ? way : nullptr;
    }

    void CountPassed(uint32_t count) override
    {
        passed += count;
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
    {
        ++passed;
        if (plansLate && fragment.kind == PacketKind::Ack)
        {
            // Something comes between packets that are listed already.
            const Picoseconds at = now + Step(1 + fragment.seq % 40);
            agenda->PlanArrival(at, 5, [this](Picoseconds late) { SendOwn(late); });
        }
        ways[fragment.worker % kLines]->SendFlow(fragment, now);
    }

    /// @brief Sends a packet of the node.
    void SendOwn(Picoseconds now)
    {
        InaPacket own = FlowPacket{1, 50, 1}.ToFragment();
        own.frameBytes = 20;
        ways[1]->SendFlow(own, now);
    }

    /// @return all that has arrived where, and what was counted
    std::string Everything() const
    {
        std::string all = "passed " + std::to_string(passed) + ", marked " +
                          std::to_string(owner.marked) + ", dropped " +
                          std::to_string(owner.dropped) + ", lost " + std::to_string(owner.lost) +
                          "\n";
        for (uint32_t port = 0; port < kLines; ++port)
        {
            const DeviceCounts counts = ways[port]->Counts();
            all += "port " + std::to_string(port) + ": " + std::to_string(counts.bytesQueued) +
                   " bytes, " + std::to_string(counts.largestQueue.count()) + " ps\n" +
                   far[port]->got;
        }
        for (const auto& [seq, begins, now] : owner.queued)
        {
            all += std::to_string(seq) + " leaves at " + std::to_string(begins) + "\n";
        }
        return all;
    }

    CountingOwner owner;                               ///< of all ports
    std::array<std::unique_ptr<FarEnd>, kLines> far;   ///< behind the ends
    std::array<std::shared_ptr<Agenda>, kLines> nodes; ///< of the ends
    std::array<std::unique_ptr<Port>, kLines> ways;    ///< by which packets leave and arrive
    std::array<std::unique_ptr<Port>, kLines> ends;    ///< the other ends
    bool hasWays{true};                                ///< whether packets may be in transit
    uint16_t unknown{UINT16_MAX};                      ///< a receiver to which no way is known
    bool plansLate{false}; ///< whether the node plans something for each acknowledgement
    uint32_t passed{0};    ///< packets that were sent on
};

/// A host that sends data of several flows and acknowledgements.
class RandomHost
{
  public:
    /// @param port of the host @param sender its endpoint @param random what it draws from
    RandomHost(Port& port, uint16_t sender, std::mt19937& random)
        : m_port(port),
          m_sender(sender),
          m_random(random)
    {
    }

    /// @brief Sends something, at any time step.
    void Send()
    {
        const Picoseconds now(1000 * static_cast<int64_t>(m_random() % 40));
        if (m_random() % 4 == 0)
        {
            InaPacket ack = HeaderTo(m_random() % kReceivers, true);
            ack.seq = m_random() % 1000;
            m_port.SendFlow(ack, now);
            return;
        }
        SendInTurns(1 + m_random() % 3, now);
    }

  private:
    static constexpr uint32_t kReceivers = 4; ///< endpoints that data is for

    /// @return what a packet says
    InaPacket HeaderTo(uint32_t receiver, bool isAck) const
    {
        InaPacket packet =
            FlowPacket{1, m_sender, static_cast<uint16_t>(receiver), 0, isAck}.ToFragment();
        packet.frameBytes = m_length;
        return packet;
    }

    /// @brief Sends data of some flows in turns.
    void SendInTurns(uint32_t flows, Picoseconds now)
    {
        m_length = 10 + m_random() % 2;
        TrainRuns runs;
        runs.size = flows;
        runs.count = flows + m_random() % 12;
        std::array<InaPacket, kReceivers> says;
        std::array<uint64_t, 20> digests;
        for (uint64_t& digest : digests)
        {
            digest = m_random();
        }
        const uint32_t first = m_random() % kReceivers;
        for (uint32_t i = 0; i < flows; ++i)
        {
            const uint32_t receiver = (first + i) % kReceivers;
            m_seqs[receiver] += m_random() % 5 == 0 ? 100 : 0; // another message
            says[i] = HeaderTo(receiver, false);
            says[i].bitmap = 1 + m_seqs[receiver] / 100 % 3;
            const uint32_t count = (runs.count + flows - 1 - i) / flows;
            runs.runs[i] = {&says[i],
                            m_seqs[receiver],
                            m_numbers[receiver],
                            count,
                            m_random() % 3 == 0,
                            reinterpret_cast<const std::byte*>(digests.data()),
                            sizeof(uint64_t)};
            m_seqs[receiver] += count;
            m_numbers[receiver] += count;
        }
        m_port.SendInTurns(runs, now);
    }

    Port& m_port;                                 ///< by which it sends
    uint16_t m_sender;                            ///< its endpoint
    std::mt19937& m_random;                       ///< what it draws from
    uint32_t m_length{10};                        ///< of frames, in bytes
    std::array<uint32_t, kReceivers> m_seqs{};    ///< of the next packet to each
    std::array<uint32_t, kReceivers> m_numbers{}; ///< the same
};

/// A case of the comparison.
struct Case
{
    uint32_t seed;  ///< of what is sent
    bool isWatched; ///< whether the owner is told of each packet
    bool hasTimer;  ///< whether the node does something in between
    bool hasGap;    ///< whether the way of a receiver is unknown
    bool hasLosses; ///< whether a line loses packets
    bool plansLate; ///< whether the node plans something for each acknowledgement
};

/// Forwards packets, in transit or one by one.
class TransitOrNot : public Forwarder
{
  protected:
    void TestBody() override
    {
    }

  public:
    /// @return what becomes of them
    std::string Run(const Case& of, bool areInTransit)
    {
        std::mt19937 random(of.seed);
        Line::Rules rules;
        rules.bitsPerS = 8000000000 / (1 + random() % 3);
        rules.delay = Step(5);
        rules.queueLength = Step(static_cast<int64_t>(random() % 2 * 90));
        rules.flowMarking.minBytes = rules.flowMarking.maxBytes = random() % 2 * 40;
        hasWays = areInTransit;
        plansLate = of.plansLate;
        unknown = of.hasGap ? 2 : UINT16_MAX;
        Connect(rules, of.isWatched, of.hasLosses);
        for (uint16_t port = 0; port < kLines; ++port)
        {
            RandomHost host(*ends[port], static_cast<uint16_t>(10 + port), random);
            for (uint32_t part = 0; part < 12; ++part)
            {
                host.Send();
            }
        }
        for (int64_t step = 40; of.hasTimer && step < 400; step += 55)
        {
            agenda->Plan(Step(step), [this, step] {
                InaPacket own = FlowPacket{1, 50, 1, static_cast<uint32_t>(step)}.ToFragment();
                own.frameBytes = 20;
                ways[1]->SendFlow(own, agenda->Now());
            });
        }
        for (int64_t end = 50; end < 3000; end += 50 + static_cast<int64_t>(random() % 200))
        {
            agenda->Run(end);
            for (const auto& node : nodes)
            {
                node->Run(end);
            }
        }
        std::string all = Everything();
        for (uint32_t port = 0; port < kLines; ++port)
        {
            ways[port]->Disconnect();
            ends[port]->Disconnect();
        }
        return all;
    }
};

TEST(TransitTest, PacketsLeaveAsIfEachWereSentOnWhenItArrived)
{
    for (uint32_t seed = 1; seed <= 500; ++seed)
    {
        const Case one{seed,
                       seed % 5 == 0,
                       seed % 3 == 0,
                       seed % 7 == 0,
                       seed % 4 == 0,
                       seed % 2 == 0};
        TransitOrNot together;
        TransitOrNot apart;
        const std::string expected = apart.Run(one, false);
        ASSERT_EQ(together.Run(one, true), expected) << "seed " << seed;
        ASSERT_NE(expected.find(": 10/"), std::string::npos) << "packets arrive";
    }
}

} // namespace
} // namespace ns3::esa::test
