/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-attributes.h"

namespace ns3::esa
{

const std::vector<ScenarioAttribute>&
ScenarioAttributes()
{
    static const std::vector<ScenarioAttribute> attributes{
        {"link.rate_gbps", "ns3::esa::EsaNetDevice", "DataRate"},
        {"link.queue_bytes", "ns3::esa::EsaNetDevice", "QueueBytes"},
        {"link.delay_us", "ns3::esa::EsaChannel", "Delay"},
        // few devices mark: the switch's ports to the PSes, or links to workers (panama)
        {"ecn.threshold_bytes", "ns3::esa::EsaNetDevice", "EcnThresholdBytes", false},
        {"switch.processing_ns", "ns3::esa::EsaNetDevice", "ProcessingDelay"},
        {"host.processing_ns", "ns3::esa::EsaNetDevice", "ProcessingDelay"},

        {"systems", "ns3::esa::EsaSwitch", "System", false}, // one of the list, a run
        {"switch.memory_bytes", "ns3::esa::EsaSwitch", "MemoryBytes"},
        {"switch.aggregator_bytes", "ns3::esa::EsaSwitch", "AggregatorBytes"},
        {"switch.mtu_aggregator_bytes", "ns3::esa::EsaSwitch", "MtuAggregatorBytes"},
        {"switch.slot_bytes", "ns3::esa::EsaSwitch", "SlotBytes"},
        {"reminder.bytes", "ns3::esa::EsaSwitch", "ReminderBytes"},
        {"straw2.preempt_probability", "ns3::esa::EsaSwitch", "Straw2PreemptProbability"},
        {"recovery.stale_us", "ns3::esa::EsaSwitch", "StaleAge", false}, // with recovery only

        {"systems", "ns3::esa::EsaWorkerApp", "System", false},
        {"window.initial_packets", "ns3::esa::EsaWorkerApp", "InitialWindow"},
        {"window.min_packets", "ns3::esa::EsaWorkerApp", "MinWindow"},
        {"window.max_packets", "ns3::esa::EsaWorkerApp", "MaxWindow"},
        {"window.ssthresh_packets", "ns3::esa::EsaWorkerApp", "SlowStartThreshold"},
        {"window.growth_packets", "ns3::esa::EsaWorkerApp", "WindowGrowth"},
        {"rto.min_us", "ns3::esa::EsaWorkerApp", "RtoMin"},
        {"rto.check_us", "ns3::esa::EsaWorkerApp", "CheckInterval"},
        {"reminder.overtakes", "ns3::esa::EsaWorkerApp", "Overtakes"},
        {"reminder.bytes", "ns3::esa::EsaWorkerApp", "ReminderBytes"},
        {"recovery.enabled", "ns3::esa::EsaWorkerApp", "Recovery"},

        {"systems", "ns3::esa::EsaPsApp", "System", false},
        {"rto.min_us", "ns3::esa::EsaPsApp", "RtoMin"},
        {"rto.check_us", "ns3::esa::EsaPsApp", "CheckInterval"},
        {"reminder.overtakes", "ns3::esa::EsaPsApp", "Overtakes"},
        {"reminder.ps_holdoff_us", "ns3::esa::EsaPsApp", "ReminderHoldoff"},
        {"reminder.bytes", "ns3::esa::EsaPsApp", "ReminderBytes"},
        {"recovery.enabled", "ns3::esa::EsaPsApp", "Recovery"},
        {"recovery.query_delay_us", "ns3::esa::EsaPsApp", "QueryDelay"},
        {"rto.min_us", "ns3::esa::EsaReliableChannel", "MinRto"},

        {"systems", "ns3::esa::EsaCollectiveApp", "System", false},
        {"flow.window_packets", "ns3::esa::EsaFlowEndpoint", "Window"},
        {"flow.ack_every_packets", "ns3::esa::EsaFlowEndpoint", "AckEvery"},
        {"flow.nic_packets", "ns3::esa::EsaFlowEndpoint", "NicPackets"},
        {"rto.min_us", "ns3::esa::EsaFlowEndpoint", "RtoMin"},
        {"rto.check_us", "ns3::esa::EsaFlowEndpoint", "CheckInterval"},
        {"recovery.enabled", "ns3::esa::EsaFlowEndpoint", "Recovery"},
    };
    return attributes;
}

} // namespace ns3::esa
