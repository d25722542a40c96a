// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-admission.h"

#include "esa-system.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace ns3::esa
{
namespace
{

/// @param member a parameter of the system's admission
/// @return its value
/// @throws std::invalid_argument if the record does not name the parameter
double
ValueOf(const System& system, const SystemParameter* AdmissionPart::*member)
{
    const SystemParameter* const parameter = system.Record().admission.*member;
    if (!parameter)
    {
        throw std::invalid_argument(std::string(system.Record().name) +
                                    ": the admission rule needs a parameter of the record");
    }
    return system.Value(*parameter);
}

/// @return how often what a job takes is in what there is; a job that takes nothing has no limit
double
Times(double part, double whole)
{
    // 10 times 0.1 is not quite 1.
    if (whole < 0)
    {
        return 0;
    }
    return part > 0 ? std::floor(whole / part + 1e-9) : UINT32_MAX;
}

} // namespace

Grant
ShareEqually(const AdmissionRequest& job)
{
    return {true, job.share, job.aggregators / job.shares};
}

Grant
AdmitWhileProgramsFit(const AdmissionRequest& job, TreeLocks& locks)
{
    const System& system = job.system;
    const double jobBytes = ValueOf(system, &AdmissionPart::jobBytes);
    const double stages = system.Value(kHireStages) - system.Value(kHireTypeStages);
    // All programs are of one type, so a switch has room for as many of them whoever they are of.
    double room = std::min({system.Value(kHirePrograms),
                            Times(system.Value(kHireJobStages), stages),
                            Times(jobBytes, static_cast<double>(job.memoryBytes)),
                            Times(system.Value(kHireJobRecirculation), 1)});
    Grant grant{false,
                0,
                static_cast<uint32_t>(jobBytes / static_cast<double>(system.AggregatorBytes()))};
    grant.isAdmitted =
        locks.AcquirePlace(job.job, SummingSwitches(job.aggregation), static_cast<uint32_t>(room));
    if (grant.isAdmitted)
    {
        grant.share = locks.PlaceOf(job.job);
    }
    return grant;
}

Grant
AdmitWhileTreesAreFree(const AdmissionRequest& job, TreeLocks& locks)
{
    const auto trees = static_cast<uint32_t>(ValueOf(job.system, &AdmissionPart::trees));
    Grant grant = ShareEqually(job);
    grant.isAdmitted = locks.Acquire(job.job, job.aggregation, job.hosts, trees);
    if (grant.isAdmitted && trees > 0)
    {
        grant.share = locks.PlaceOf(job.job);
        grant.aggregators = job.aggregators / std::min(trees, job.shares); // no more are used
    }
    return grant;
}

namespace
{

/// @return what the rule of the system gives a job
Grant
GrantOf(const AdmissionRequest& request, TreeLocks& locks)
{
    const AdmissionRule rule = request.system.Record().admission.rule;
    return rule ? rule(request, locks) : ShareEqually(request);
}

} // namespace

Grant
Admission::Decide(const AdmissionRequest& request)
{
    const bool sums = request.hosts.size() > 1; // a worker alone needs no tree
    return m_grants[request.job] = sums ? GrantOf(request, m_locks) : Expect(request);
}

Grant
Admission::Expect(const AdmissionRequest& request)
{
    TreeLocks none;
    return GrantOf(request, none);
}

} // namespace ns3::esa
