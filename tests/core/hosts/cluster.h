// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_HOSTS_CLUSTER_H
#define ESA_TEST_CORE_HOSTS_CLUSTER_H

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-server-plan.h"

#include <deque>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// @return chunks of some fragments, where they follow each other
inline ChunkSizes
ChunksFollowing(uint64_t fragments)
{
    ChunkSizes sizes;
    sizes.following = fragments;
    return sizes;
}

/// Hosts, and flows between them. Each flow keeps its packets in order; different flows deliver in
/// any order.
class Cluster
{
  public:
    static constexpr uint16_t kJob = 5; ///< the job's number

    Cluster(const HostSum& sum,
            uint8_t workers,
            const BlockPlan& plan,
            uint32_t seed,
            const Channels* channels = nullptr,
            const ServerPlan* servers = nullptr)
        : m_workers(workers),
          m_plan(plan),
          m_oracle(kJob, workers, false),
          m_random(seed)
    {
        for (uint16_t worker = 0; worker < workers; ++worker)
        {
            Host& host = Add(worker);
            host.collective =
                sum.makeWorker({kJob, worker, workers, m_plan, m_oracle, channels, servers}, host);
        }
        for (const uint16_t endpoint : servers ? servers->Endpoints() : std::vector<uint16_t>())
        {
            Host& server = Add(endpoint);
            server.collective = sum.makeServer({kJob, 0, workers, m_plan, m_oracle}, server);
        }
    }

    /// A worker's own gradients of a partition are ready.
    void Ready(uint16_t worker, const PositionRange& partition)
    {
        m_hosts.at(worker)->collective->OnReady(partition);
    }

    /// Delivers one packet of a random flow. Returns false if no packet is on its way.
    bool Step()
    {
        std::vector<Ends> busy;
        for (const auto& [ends, ranges] : m_flows)
        {
            if (!ranges.empty())
            {
                busy.push_back(ends);
            }
        }
        if (busy.empty())
        {
            return false;
        }
        const auto ends = busy[m_random() % busy.size()];
        auto& ranges = m_flows[ends];
        PositionRange& range = ranges.front();
        const uint64_t position = range.begin;
        Collective& receiver = *m_hosts.at(ends.to)->collective;
        InaPacket data = DataOf(ends, position);
        ++range.begin;
        ++m_carried[ends];
        const bool isLast = range.Size() == 0;
        if (isLast)
        {
            ranges.pop_front();
            m_hosts.at(ends.from)->collective->OnSent({ends.to, ends.connection});
        }
        receiver.OnData(data, position);
        if (isLast)
        {
            m_hosts.at(ends.from)->collective->OnAcknowledged({ends.to, ends.connection});
        }
        return true;
    }

    void Run()
    {
        while (Step())
        {
        }
    }

    /// The gradients of a partition are ready at all workers.
    void ReadyAtAll(const PositionRange& partition)
    {
        for (uint16_t worker = 0; worker < m_workers; ++worker)
        {
            Ready(worker, partition);
        }
    }

    /// Runs one block that is ready at all workers.
    void RunOneBlock(uint64_t fragments)
    {
        ReadyAtAll({0, fragments});
        Run();
    }

    /// Runs two blocks at all workers, in a random order; each worker has all sums.
    void RunTwoBlocks(uint64_t fragments)
    {
        for (const uint64_t begin : {uint64_t{0}, fragments})
        {
            for (uint16_t worker = 0; worker < m_workers; ++worker)
            {
                Ready(worker, {begin, begin + fragments});
                for (int step = 0; step < 20; ++step)
                {
                    Step();
                }
            }
        }
        Run();
        for (uint16_t worker = 0; worker < m_workers; ++worker)
        {
            EXPECT_EQ(ResultsOf(worker), 2 * fragments) << worker;
            EXPECT_EQ(DoneOf(worker), 2 * fragments) << worker;
        }
    }

    /// Results that a worker has, each once.
    uint64_t ResultsOf(uint16_t worker) const
    {
        return m_hosts.at(worker)->results.size();
    }

    /// Data of another worker that a worker has, each once.
    uint64_t ForeignOf(uint16_t worker, uint16_t other) const
    {
        const auto& foreign = m_hosts.at(worker)->foreign;
        const auto found = foreign.find(other);
        return found == foreign.end() ? 0 : found->second.size();
    }

    /// Fragments of blocks in which a worker's part is done.
    uint64_t DoneOf(uint16_t worker) const
    {
        return m_hosts.at(worker)->done;
    }

    /// Packets that a connection has carried.
    uint64_t Carried(uint16_t from, uint16_t to, uint8_t connection = 0) const
    {
        const auto flow = m_carried.find({from, to, connection});
        return flow == m_carried.end() ? 0 : flow->second;
    }

    /// First fragments of the messages that a flow has still to carry, in their order.
    std::vector<uint64_t> Waiting(uint16_t from, uint16_t to, uint8_t connection = 0) const
    {
        std::vector<uint64_t> begins;
        const auto flow = m_flows.find({from, to, connection});
        if (flow != m_flows.end())
        {
            for (const PositionRange& message : flow->second)
            {
                begins.push_back(message.begin);
            }
        }
        return begins;
    }

  private:
    /// Where a connection leads.
    struct Ends
    {
        uint16_t from;
        uint16_t to;
        uint8_t connection{0};

        bool operator<(const Ends& other) const
        {
            return std::tie(from, to, connection) <
                   std::tie(other.from, other.to, other.connection);
        }
    };

    struct Host : CollectiveOwner
    {
        void Send(FlowConnection receiver, const PositionRange& range) override
        {
            ASSERT_GT(range.Size(), 0U);
            cluster->m_flows[{endpoint, receiver.endpoint, receiver.number}].push_back(range);
        }

        void Deliver(const InaPacket& result, uint64_t position, CollectiveKind) override
        {
            EXPECT_TRUE(cluster->m_oracle.IsExact(result)) << position;
            EXPECT_EQ(result.job, kJob);
            EXPECT_EQ(result.worker, endpoint);
            EXPECT_EQ(++results[position], 1) << position << " came again";
        }

        void DeliverForeign(const InaPacket& data, uint64_t position, uint16_t of) override
        {
            EXPECT_TRUE(cluster->m_oracle.IsExactOf(data, {of})) << position << " of " << of;
            EXPECT_EQ(data.seq, static_cast<uint32_t>(position));
            EXPECT_EQ(++foreign[of][position], 1) << position << " of " << of << " came again";
        }

        void OnDone(const PositionRange& block) override
        {
            done += block.Size();
        }

        Cluster* cluster{nullptr};
        uint16_t endpoint{0};
        std::unique_ptr<Collective> collective;
        std::map<uint64_t, int> results;
        std::map<uint16_t, std::map<uint64_t, int>> foreign; // by the worker whose it is
        uint64_t done{0};
    };

    /// Returns the packet that a flow sends for a fragment.
    InaPacket DataOf(const Ends& ends, uint64_t position) const
    {
        FlowPacket packet{kJob, ends.from, ends.to};
        packet.connection = ends.connection;
        InaPacket data = packet.ToFragment();
        data.seq = static_cast<uint32_t>(position);
        m_hosts.at(ends.from)->collective->Fill(data, position);
        return data;
    }

    Host& Add(uint16_t endpoint)
    {
        auto& host = m_hosts[endpoint];
        host = std::make_unique<Host>();
        host->cluster = this;
        host->endpoint = endpoint;
        return *host;
    }

    uint16_t m_workers;
    const BlockPlan& m_plan;
    GradientOracle m_oracle;
    std::mt19937 m_random;
    std::map<uint16_t, std::unique_ptr<Host>> m_hosts;
    std::map<Ends, std::deque<PositionRange>> m_flows;
    std::map<Ends, uint64_t> m_carried;
};

} // namespace ns3::esa

#endif // ESA_TEST_CORE_HOSTS_CLUSTER_H
