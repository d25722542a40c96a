/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-attribute-values.h"

#include "esa-scenario-time.h"

#include "ns3/double.h"
#include "ns3/uinteger.h"

#include <cmath>

namespace ns3::esa
{

DataRate
Gbps(double gbps)
{
    return DataRate(static_cast<uint64_t>(std::llround(gbps * 1e9)));
}

void
SetAttributes(const Scenario& scenario, EsaHelper& helper)
{
    helper.SetDeviceAttribute("DataRate", DataRateValue(Gbps(scenario.link.rateGbps)));
    helper.SetDeviceAttribute("QueueBytes", UintegerValue(scenario.link.queueBytes));
    helper.SetChannelAttribute("Delay", TimeValue(Us(scenario.link.delayUs)));
    helper.SetEcnThreshold(scenario.ecn.thresholdBytes);

    const double rackGbps =
        scenario.link.rateGbps * scenario.topology.hosts / scenario.topology.racks;
    const double uplinkGbps =
        rackGbps / (scenario.topology.spines * scenario.topology.oversubscription);
    helper.SetUplinkDeviceAttribute("DataRate", DataRateValue(Gbps(uplinkGbps)));
    helper.SetUplinkDeviceAttribute("QueueBytes", UintegerValue(scenario.link.queueBytes));
    helper.SetUplinkDeviceAttribute("EcnThresholdBytes",
                                    UintegerValue(scenario.ecn.thresholdBytes));
    helper.SetUplinkChannelAttribute("Delay", TimeValue(Us(scenario.topology.uplinkDelayUs)));

    helper.SetSwitchAttribute("MemoryBytes", UintegerValue(scenario.switchNode.memoryBytes));
    helper.SetSwitchAttribute("AggregatorBytes",
                              UintegerValue(scenario.switchNode.aggregatorBytes));
    helper.SetSwitchAttribute("MtuAggregatorBytes",
                              UintegerValue(scenario.switchNode.mtuAggregatorBytes));
    helper.SetSwitchAttribute("SlotBytes", UintegerValue(scenario.switchNode.slotBytes));
    helper.SetSwitchAttribute("ReminderBytes", UintegerValue(scenario.reminder.bytes));
    helper.SetSwitchAttribute("Straw2PreemptProbability",
                              DoubleValue(scenario.straw2.preemptProbability));

    helper.SetWorkerAttribute("InitialWindow", UintegerValue(scenario.window.initialPackets));
    helper.SetWorkerAttribute("MinWindow", UintegerValue(scenario.window.minPackets));
    helper.SetWorkerAttribute("MaxWindow", UintegerValue(scenario.window.maxPackets));
    helper.SetWorkerAttribute("SlowStartThreshold", UintegerValue(scenario.window.ssthreshPackets));
    helper.SetWorkerAttribute("WindowGrowth", DoubleValue(scenario.window.growthPackets));
    helper.SetWorkerAttribute("RtoMin", TimeValue(Us(scenario.rto.minUs)));
    helper.SetWorkerAttribute("CheckInterval", TimeValue(Us(scenario.rto.checkUs)));
    helper.SetWorkerAttribute("Overtakes", UintegerValue(scenario.reminder.overtakes));
    helper.SetWorkerAttribute("ReminderBytes", UintegerValue(scenario.reminder.bytes));

    helper.SetPsAttribute("RtoMin", TimeValue(Us(scenario.rto.minUs)));
    helper.SetPsAttribute("CheckInterval", TimeValue(Us(scenario.rto.checkUs)));
    helper.SetPsAttribute("Overtakes", UintegerValue(scenario.reminder.overtakes));
    helper.SetPsAttribute("ReminderHoldoff", TimeValue(Us(scenario.reminder.psHoldoffUs)));
    helper.SetPsAttribute("ReminderBytes", UintegerValue(scenario.reminder.bytes));
    helper.SetPsAttribute("QueryDelay", TimeValue(Us(scenario.recovery.queryDelayUs)));
    helper.SetFlowAttribute("Window", UintegerValue(scenario.flow.windowPackets));
    helper.SetFlowAttribute("AckEvery", UintegerValue(scenario.flow.ackEveryPackets));
    helper.SetFlowAttribute("NicPackets", UintegerValue(scenario.flow.nicPackets));
    helper.SetFlowAttribute("RtoMin", TimeValue(Us(scenario.rto.minUs)));
    helper.SetFlowAttribute("CheckInterval", TimeValue(Us(scenario.rto.checkUs)));
    helper.SetReliableChannelAttribute("MinRto", TimeValue(Us(scenario.rto.minUs)));
    if (scenario.recovery.enabled)
    {
        helper.SetSwitchAttribute("StaleAge", TimeValue(Us(scenario.recovery.staleUs)));
    }
}

} // namespace ns3::esa
