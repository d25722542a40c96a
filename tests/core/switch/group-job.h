// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_SWITCH_GROUP_JOB_H
#define ESA_TEST_CORE_SWITCH_GROUP_JOB_H

#include "core/constants.h"
#include "core/switch/pipeline-rig.h"

#include "ns3/esa-group-memory.h"
#include "ns3/esa-group-table.h"

namespace ns3::esa
{

constexpr uint16_t kGroupJob = 1;
constexpr uint32_t kGroupAggregators = 40;
constexpr SwitchId kRackOfPs{2}; ///< of TwoRacks()

/// @return a job with two workers in each of the racks 0 and 1
inline const AggregationPlan&
TwoRacks()
{
    static const AggregationPlan racks({SwitchId{0}, SwitchId{0}, SwitchId{1}, SwitchId{1}},
                                       kRackOfPs);
    return racks;
}

/// A switch, with what the control plane tells it of kGroupJob.
struct RackSite : PipelineRig
{
    RackSite(const std::string& system, SwitchId rack, const AggregationPlan& racks = TwoRacks())
        : PipelineRig(system, kGroupAggregators),
          groups(std::make_shared<const GroupTable>(racks, rack))
    {
        pipeline.SetGroups(kGroupJob, groups);
    }

    /// @return whether a packet only passes
    bool Bypasses(const InaPacket& packet) const
    {
        return groups->Bypasses(packet, pipeline.Rules());
    }

    std::shared_ptr<const GroupTable> groups; ///< that it sums
};

/// The members of a group that a result goes to.
struct Receivers
{
    /// @param result a result that comes to the switch which sums its group
    Receivers(const GroupTable& groups, const InaPacket& result)
    {
        groups.ForEachMember(
            result,
            [this](uint16_t worker) { workers.push_back(worker); },
            [this](const InaPacket& copy, const GroupTable::Row& below) {
                copies.push_back(copy);
                rows.push_back(&below);
            });
    }

    std::vector<uint16_t> workers;            ///< members that are workers
    std::vector<InaPacket> copies;            ///< of the others: what each gets
    std::vector<const GroupTable::Row*> rows; ///< of the others: which group it is
};

/// @return a result of kGroupJob
inline InaPacket
ResultFor(uint16_t group)
{
    InaPacket result = ControlPacketOf(PacketKind::Result, kGroupJob, 5);
    result.group = group;
    return result;
}

/// @return the racks of a job, with the aggregators of its groups in a system
inline AggregationPlan
WithIndexes(AggregationPlan racks, const std::string& system)
{
    const MemoryLayout layout = FindSystem(system)->onSwitch.memory;
    const bool hasSlots = layout == MemoryLayout::StaticSlots;
    racks.SetGroupIndexes(
        GroupIndexesOf(layout, hasSlots ? kGroupAggregators / 2 : kGroupAggregators, 16, racks));
    return racks;
}

/// @return a worker's fragment of kGroupJob
inline InaPacket
FragmentOf(const AggregationPlan& racks, uint16_t worker, uint32_t seq, uint32_t index)
{
    const WorkerAddress address = racks.AddressOf(worker);
    InaPacket fragment;
    fragment.job = kGroupJob;
    fragment.seq = seq;
    fragment.worker = worker;
    fragment.group = address.group;
    fragment.bitmap = address.bitmap;
    fragment.fanIn = address.fanIn;
    fragment.sum.digest = DigestOf(kGroupJob, seq, worker);
    fragment.aggregator = racks.Indexes().IndexAt(index, racks.Tree().At(address.group).place);
    return fragment;
}

} // namespace ns3::esa

#endif // ESA_TEST_CORE_SWITCH_GROUP_JOB_H
