// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_SERVER_GROUP_SERVER_H
#define ESA_TEST_CORE_SERVER_GROUP_SERVER_H

#include "core/constants.h"
#include "core/server/server-rig.h"

#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{

using Groups = std::set<uint16_t>;

/// The PS of a job in groups.
class GroupServer : public ServerRig
{
  public:
    static constexpr uint32_t kTask = 5; ///< the task of most packets

    explicit GroupServer(const AggregationPlan& ofJob,
                         bool recovery = false,
                         const std::string& system = "esa")
        : GroupServer(Parameters(ofJob, 0, recovery), system)
    {
    }

    explicit GroupServer(const ParameterServerParameters& parameters,
                         const std::string& system = "esa")
        : ServerRig(system, parameters),
          racks(parameters.aggregation)
    {
    }

    /// @return a packet of a group, with the fragments of some of its members
    InaPacket PacketOf(uint16_t group,
                       uint32_t bitmap,
                       PacketKind kind = PacketKind::Gradient,
                       uint32_t seq = kTask) const
    {
        const AggregationTree& ofTask = racks.TreeOfTask(seq);
        InaPacket packet = ControlPacketOf(kind, kJob, seq);
        packet.group = group;
        packet.bitmap = bitmap;
        packet.fanIn = ofTask.At(group).FanIn();
        packet.aggregator = racks.Indexes().IndexAt(3, ofTask.At(group).place);
        ofTask.ForEachWord(packet, [&](std::size_t word, uint32_t bits) {
            for (uint16_t worker = 0; worker < racks.Workers(); ++worker)
            {
                const WorkerBit place = ofTask.BitOf(worker);
                const bool isIn = place.word == word && (place.bit & bits) != 0;
                packet.sum.digest += isIn ? DigestOf(kJob, seq, worker) : 0;
            }
        });
        return packet;
    }

    /// @return a worker's request
    InaPacket RequestOf(uint16_t worker, uint32_t seq = kTask) const
    {
        InaPacket request =
            PacketOf(racks.TreeOfTask(seq).LeafOf(worker), 0, PacketKind::WorkerReminder, seq);
        request.worker = worker;
        return request;
    }

    /// @param packets packets that must all be reminders, at the aggregators of their groups
    /// @return the groups, each once
    Groups Reminded(const std::vector<InaPacket>& packets) const
    {
        Groups groups;
        for (const InaPacket& packet : packets)
        {
            EXPECT_EQ(packet.kind, PacketKind::Reminder);
            EXPECT_EQ(packet.aggregator, PacketOf(packet.group, 0, {}, packet.seq).aggregator);
            EXPECT_TRUE(groups.insert(packet.group).second) << packet.group;
        }
        return groups;
    }

    /// @return the digest of the sum of all workers
    uint64_t All(uint32_t seq = kTask) const
    {
        return ResultDigest(seq, static_cast<uint16_t>(racks.Workers()));
    }

    const AggregationPlan racks;               ///< of the job
    const AggregationTree& tree{racks.Tree()}; ///< the groups of its first tree
};

} // namespace ns3::esa

#endif // ESA_TEST_CORE_SERVER_GROUP_SERVER_H
