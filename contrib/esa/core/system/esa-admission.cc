// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-admission.h"

#include "esa-system.h"

#include <algorithm>
#include <cmath>
#include <iterator>
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

    /// What a switch has for programs.
    struct Room
    {
        double jobs;                      ///< how many programs it is enough for
        const SystemParameter* parameter; ///< on which this depends
        double enough;                    ///< value of the parameter that is enough for all jobs
    };

    // All programs are of one type, so a switch has room for as many of them whoever they are of.
    const double all = job.shares;
    const auto memory = static_cast<double>(job.memoryBytes);
    const double jobStages = system.Value(kHireJobStages);
    const Room rooms[]{
        {system.Value(kHirePrograms), &kHirePrograms, all},
        {Times(jobStages, stages), &kHireStages, system.Value(kHireTypeStages) + all * jobStages},
        {Times(jobBytes, memory), system.Record().admission.jobBytes, std::floor(memory / all)},
        {Times(system.Value(kHireJobRecirculation), 1), &kHireJobRecirculation, 1 / all}};
    const Room& least =
        *std::min_element(std::begin(rooms), std::end(rooms), [](const Room& a, const Room& b) {
            return a.jobs < b.jobs;
        });
    Grant grant{false,
                0,
                static_cast<uint32_t>(jobBytes / static_cast<double>(system.AggregatorBytes()))};
    grant.isAdmitted = locks.AcquirePlace(job.job,
                                          SummingSwitches(job.aggregation),
                                          static_cast<uint32_t>(least.jobs));
    if (grant.isAdmitted)
    {
        grant.share = locks.PlaceOf(job.job);
    }
    else
    {
        grant.limit = least.parameter;
        grant.value = system.Value(*least.parameter);
        grant.enough = least.enough;
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
    if (!grant.isAdmitted && locks.ArePortsFree(job.aggregation, job.hosts))
    {
        grant.limit = job.system.Record().admission.trees;
        grant.value = trees;
        grant.enough = job.shares;
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
