/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-build.h"

namespace ns3::esa
{

Dnn
MakeDnn(const DnnSpec& spec)
{
    Dnn dnn;
    for (const auto& layer : spec.layers)
    {
        dnn.layerCompute.push_back(FromMicroseconds(layer.forwardUs));
        dnn.layerBackward.push_back(FromMicroseconds(layer.backwardUs));
    }
    for (const auto& partition : spec.partitions)
    {
        dnn.partitions.push_back({partition.layer, partition.bytes, partition.layerCount});
    }
    dnn.commCompRatio = spec.commCompRatio;
    dnn.precision = spec.precision;
    return dnn;
}

JobSetup
MakeJob(const DnnSpec& dnn,
        const JobPlacement& place,
        uint32_t iterations,
        const NodeContainer& hosts)
{
    JobSetup job;
    job.dnn = MakeDnn(dnn);
    for (const uint32_t host : place.workerHosts)
    {
        job.workers.Add(hosts.Get(host));
    }
    job.parameterServer = hosts.Get(place.psHost);
    job.iterations = iterations;
    return job;
}

CollectiveOperation
OperationOf(const ValidScenario& scenario, uint32_t workers)
{
    const uint32_t root = scenario->jobs.root;
    return {scenario->jobs.collective,
            static_cast<uint16_t>(root),
            static_cast<uint16_t>((root + 1) % workers)};
}

std::string
DnnNameOfJob(const ValidScenario& scenario, std::size_t job)
{
    const std::string& letters = scenario->jobs.workload; // jobs take them in turn
    return {letters[job % letters.size()]};
}

Dnn
DnnOfJob(const ValidScenario& scenario, std::size_t job)
{
    return MakeDnn(scenario->dnns.at(DnnNameOfJob(scenario, job)));
}

std::vector<JobSetup>
MakeJobs(const ValidScenario& scenario, const NodeContainer& hosts, const JobGradients& gradients)
{
    std::vector<JobSetup> jobs;
    if (!scenario->execution.loaded.empty())
    {
        return jobs; // ranks of traces stand on these hosts
    }
    for (const auto& placement : scenario->placement.jobs)
    {
        const DnnSpec& dnn = scenario->dnns.at(DnnNameOfJob(scenario, jobs.size()));
        const uint32_t iterations = dnn.iterations > 0 ? dnn.iterations : scenario->iterations;
        JobSetup job = MakeJob(dnn, placement, iterations, hosts);
        job.operations = {OperationOf(scenario, job.workers.GetN())};
        job.usesFlows = jobs.size() + scenario->jobs.rings >= scenario->jobs.count;
        job.gradients = gradients.empty() ? nullptr : gradients.at(jobs.size());
        jobs.push_back(job);
    }
    return jobs;
}

} // namespace ns3::esa
