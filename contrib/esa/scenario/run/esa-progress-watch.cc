/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-progress-watch.h"

#include "ns3/simulator.h"

namespace ns3::esa
{
namespace
{

/// Time between two looks at a busy run.
constexpr int64_t kShortestUs = 20;
/// While no results come, the next look comes after this fraction of the time without any.
constexpr int64_t kFraction = 1000;

} // namespace

bool
ProgressWatch::Look(uint64_t results, bool mayRest)
{
    const Time now = Simulator::Now();
    if (results != m_lastResults)
    {
        m_lastResults = results;
        m_lastResult = now;
        m_lastProgress = now;
    }
    if (mayRest || m_rests)
    {
        m_lastProgress = now;
    }
    if (m_rests && !mayRest)
    {
        m_lastResult = now; // a job has begun, so looks come often again
    }
    m_rests = mayRest;
    return now - m_lastProgress <= m_limit;
}

Time
ProgressWatch::NextLook(const Time& restsFor) const
{
    return restsFor + Max(MicroSeconds(kShortestUs), (Simulator::Now() - m_lastResult) / kFraction);
}

} // namespace ns3::esa
