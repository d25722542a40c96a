// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RECORDED_REPORT_H
#define ESA_RECORDED_REPORT_H

#include "esa-load-recording.h"

#include "ns3/esa-exposed-times.h"
#include "ns3/esa-fragment-fates.h"
#include "ns3/esa-run-report.h"
#include "ns3/esa-scenario.h"

#include <list>
#include <vector>

namespace ns3::esa
{

struct Network;

/// Put together what the page of a run shows.
/// @param loads what each link has sent over time, with its last part
/// @param workers how workers and ranks used their time
/// @param fates the fragments of each switch, in the order of the network's switches
/// @param isComplete whether all jobs have ended
RunReport MakeRunReport(const ValidScenario& scenario,
                        const Network& network,
                        const LoadRecording& loads,
                        std::vector<ExposedTime> workers,
                        const std::list<FragmentFateCounter>& fates,
                        bool isComplete);

} // namespace ns3::esa

#endif // ESA_RECORDED_REPORT_H
