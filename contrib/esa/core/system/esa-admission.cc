// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-admission.h"

namespace ns3::esa
{
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
    return m_grants[request.job] = GrantOf(request, m_locks);
}

Grant
Admission::Expect(const AdmissionRequest& request)
{
    TreeLocks none;
    return GrantOf(request, none);
}

} // namespace ns3::esa
