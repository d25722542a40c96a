// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-admission.h"

#include "esa-system.h"

#include <algorithm>
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

} // namespace

Grant
ShareEqually(const AdmissionRequest& job)
{
    return {true, job.share, job.aggregators / job.shares};
}

Grant
AdmitWhileMemoryLasts(const AdmissionRequest& job, TreeLocks& /* locks */)
{
    const double jobBytes = ValueOf(job.system, &AdmissionPart::jobBytes);
    const bool isAdmitted = (job.share + 1.0) * jobBytes <= static_cast<double>(job.memoryBytes);
    return {isAdmitted,
            job.share,
            static_cast<uint32_t>(jobBytes / static_cast<double>(job.system.AggregatorBytes()))};
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
