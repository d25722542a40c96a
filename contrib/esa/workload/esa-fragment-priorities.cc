// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-fragment-priorities.h"

namespace ns3::esa
{

FragmentPriorities::FragmentPriorities(const FragmentPlan& plan,
                                       const System& system,
                                       uint32_t workers,
                                       double linkBitsPerS,
                                       const PriorityCodec& codec)
    : m_workers(workers),
      m_linkBitsPerS(linkBitsPerS),
      m_codec(codec)
{
    if (system.Record().onHost.priority.isMeasured)
    {
        return;
    }
    m_table.reserve(plan.Fragments());
    uint64_t fragment = 0;
    for (uint32_t partition = 0; fragment < plan.Fragments(); ++partition)
    {
        FragmentState state = StateOf(system, plan, partition);
        for (; fragment < plan.EndOf(partition); ++fragment)
        {
            m_table.push_back(Encode(state, plan, fragment));
        }
    }
}

FragmentState
FragmentPriorities::StateOf(const System& system,
                            const FragmentPlan& plan,
                            uint32_t partition) const
{
    const Dnn& dnn = plan.GetDnn();
    return {
        dnn.partitions[partition].layer,
        static_cast<uint32_t>(dnn.layerCompute.size()),
        m_workers,
        static_cast<double>(dnn.GradientBytes()),
        0,
        0,
        ToSeconds(dnn.TotalCompute() - plan.ComputedTimes()[partition]),
        dnn.commCompRatio,
        0,
        0,
        system,
    };
}

uint8_t
FragmentPriorities::Encode(FragmentState& state, const FragmentPlan& plan, uint64_t fragment) const
{
    const auto all = static_cast<double>(plan.Fragments());
    const double unsent = static_cast<double>(plan.Fragments() - fragment) / all;
    state.bytesLeft = state.bytes * unsent;
    state.sendS = state.bytes * 8 / m_linkBitsPerS * unsent;
    return m_codec.Encode(state.system.Record().onHost.priority.of(state));
}

uint8_t
FragmentPriorities::Of(const System& system,
                       const FragmentPlan& plan,
                       uint64_t fragment,
                       uint32_t iterationsLeft,
                       Picoseconds lastCommunication) const
{
    FragmentState state = StateOf(system, plan, plan.PartitionOf(fragment));
    state.iterationsLeft = iterationsLeft;
    state.lastCommunicationS = ToSeconds(lastCommunication);
    return Encode(state, plan, fragment);
}

} // namespace ns3::esa
