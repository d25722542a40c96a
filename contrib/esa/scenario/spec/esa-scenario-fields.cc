/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-fields.h"

#include "esa-default-placement.h"
#include "esa-fault-fields.h"
#include "esa-job-trace-rules.h"

#include <nlohmann/json.hpp>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Reads a field into the member that has its type.
template <typename T>
void
Read(const json& group, const char* name, T& member)
{
    member = group.at(name).get<T>();
}

DnnSpec
ReadDnn(const json& config)
{
    DnnSpec dnn;
    for (const json& layer : config.at("layers"))
    {
        const char* const forward = layer.contains("compute_us") ? "compute_us" : "forward_us";
        dnn.layers.push_back({layer.at(forward).get<double>(), layer.value("backward_us", 0.0)});
    }
    for (const json& partition : config.at("partitions"))
    {
        dnn.partitions.push_back(
            {partition.at("layer").get<uint32_t>(), partition.at("bytes").get<uint64_t>()});
    }
    Read(config, "comm_comp_ratio", dnn.commCompRatio);
    dnn.halfPrecision = config.value("precision", "fp32") == "fp16";
    dnn.iterations = config.value("iterations", uint32_t{0});
    return dnn;
}

void
ReadGeneral(const json& config, Scenario& scenario)
{
    Read(config, "name", scenario.name);
    Read(config, "description", scenario.description);
    Read(config, "systems", scenario.systems);
    Read(config, "seeds", scenario.seeds);
    Read(config, "run", scenario.run);
    Read(config, "iterations", scenario.iterations);
    scenario.fullPayload = config.at("payload").get<std::string>() == "full";
}

void
ReadNetwork(const json& config, Scenario& scenario)
{
    Read(config.at("topology"), "hosts", scenario.topology.hosts);
    Read(config.at("topology"), "ps_hosts", scenario.topology.psHosts);
    Read(config.at("topology"), "racks", scenario.topology.racks);
    Read(config.at("topology"), "spines", scenario.topology.spines);
    Read(config.at("topology"), "oversubscription", scenario.topology.oversubscription);
    Read(config.at("topology"), "uplink_delay_us", scenario.topology.uplinkDelayUs);

    Read(config.at("link"), "rate_gbps", scenario.link.rateGbps);
    Read(config.at("link"), "delay_us", scenario.link.delayUs);
    Read(config.at("link"), "queue_bytes", scenario.link.queueBytes);

    Read(config.at("switch"), "memory_bytes", scenario.switchNode.memoryBytes);
    Read(config.at("switch"), "aggregator_bytes", scenario.switchNode.aggregatorBytes);
    Read(config.at("switch"), "mtu_aggregator_bytes", scenario.switchNode.mtuAggregatorBytes);
    Read(config.at("switch"), "slot_bytes", scenario.switchNode.slotBytes);
    Read(config.at("switch"), "aggregator_index", scenario.switchNode.aggregatorIndex);
    Read(config.at("switch"), "processing_ns", scenario.switchNode.processingNs);

    Read(config.at("host"), "processing_ns", scenario.host.processingNs);
    Read(config.at("ecn"), "threshold_bytes", scenario.ecn.thresholdBytes);
}

void
ReadTrace(const json& config, Scenario& scenario)
{
    const double usPerTraceSecond = 1e6 * config.at("trace").at("time_scale").get<double>();
    for (const json& job : config.at("trace").at("jobs"))
    {
        TraceJobSpec spec;
        spec.submitUs = job.at("submit_time").get<double>() * usPerTraceSecond;
        Read(job, "gpu_num", spec.workers);
        Read(job, "model", spec.dnn);
        spec.iterations = static_cast<uint32_t>(
            JobTraceIterations(config.at("dnns").at(spec.dnn),
                               scenario.link.rateGbps,
                               job.at("duration").get<double>() * usPerTraceSecond));
        scenario.trace.jobs.push_back(spec);
    }
    scenario.trace.spread = config.at("placement").at("rule") == "spread";
}

void
ReadJobs(const json& config, Scenario& scenario)
{
    Read(config.at("jobs"), "count", scenario.jobs.count);
    Read(config.at("jobs"), "workers", scenario.jobs.workers);
    Read(config.at("jobs"), "workload", scenario.jobs.workload);
    Read(config.at("jobs"), "start_max_us", scenario.jobs.startMaxUs);

    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        scenario.dnns[letter] = ReadDnn(dnn);
    }

    Read(config.at("jitter"), "mode", scenario.jitter.mode);
    Read(config.at("jitter"), "max_us", scenario.jitter.maxUs);

    ReadTrace(config, scenario);
    for (const json& job : config.at("placement").at("jobs"))
    {
        scenario.placement.push_back(
            {job.at("workers").get<std::vector<uint32_t>>(), job.at("ps").get<uint32_t>()});
    }
    if (scenario.placement.empty() && scenario.trace.jobs.empty())
    {
        scenario.placement =
            DefaultPlacement(scenario, config.at("placement").at("racks_per_job").get<uint32_t>());
    }
}

void
ReadTransport(const json& config, Scenario& scenario)
{
    const json& window = config.at("window");
    Read(window, "initial_packets", scenario.window.initialPackets);
    Read(window, "min_packets", scenario.window.minPackets);
    Read(window, "max_packets", scenario.window.maxPackets);
    Read(window, "ssthresh_packets", scenario.window.ssthreshPackets);
    Read(window, "growth_packets", scenario.window.growthPackets);
    Read(window, "switchml_max_packets", scenario.window.switchmlMaxPackets);
    Read(window, "iswitch_max_packets", scenario.window.iswitchMaxPackets);

    Read(config.at("flow"), "window_packets", scenario.flow.windowPackets);
    Read(config.at("flow"), "ack_every_packets", scenario.flow.ackEveryPackets);
    Read(config.at("flow"), "nic_packets", scenario.flow.nicPackets);
    Read(config.at("byteps"), "partition_bytes", scenario.byteps.partitionBytes);
    Read(config.at("hire"), "job_memory_bytes", scenario.hire.jobMemoryBytes);

    Read(config.at("priority"), "p_max_per_s", scenario.priority.pMaxPerS);
    Read(config.at("priority"), "encoding", scenario.priority.encoding);

    Read(config.at("rto"), "min_us", scenario.rto.minUs);
    Read(config.at("rto"), "check_us", scenario.rto.checkUs);

    Read(config.at("reminder"), "bytes", scenario.reminder.bytes);
    Read(config.at("reminder"), "overtakes", scenario.reminder.overtakes);
    Read(config.at("reminder"), "ps_holdoff_us", scenario.reminder.psHoldoffUs);

    Read(config.at("straw2"), "preempt_probability", scenario.straw2.preemptProbability);

    Read(config.at("recovery"), "enabled", scenario.recovery.enabled);
    Read(config.at("recovery"), "query_delay_us", scenario.recovery.queryDelayUs);
    Read(config.at("recovery"), "stale_us", scenario.recovery.staleUs);
}

void
ReadBackground(const json& config, Scenario& scenario)
{
    const json& background = config.at("background");
    Read(background, "load", scenario.background.load);
    Read(background, "arrivals", scenario.background.arrivals);
    Read(background, "sizes", scenario.background.sizes);
    Read(background, "flow_bytes", scenario.background.flowBytes);
}

} // namespace

Scenario
ScenarioFromConfig(const json& config)
{
    Scenario scenario;
    ReadGeneral(config, scenario);
    ReadNetwork(config, scenario);
    ReadJobs(config, scenario);
    ReadTransport(config, scenario);
    ReadBackground(config, scenario);
    ReadFaults(config, scenario);
    return scenario;
}

} // namespace ns3::esa
