/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RUN_ESTIMATE_H
#define ESA_RUN_ESTIMATE_H

#include "ns3/esa-valid-scenario.h"

#include <string>

namespace ns3::esa
{

/// About how much all runs of a scenario compute.
struct RunEstimate
{
    double packetHops{0}; ///< frames that links carry
    double seconds{0};    ///< on a processor that nobody else uses
};

/**
 * @ingroup esa
 * @brief Estimate how long the runs of a scenario take, before they begin. The user of a large
 * model should know it is hours before they have passed. What collisions, losses and background
 * traffic add is not known.
 * @param scenario the scenario
 * @return all of its runs together
 */
RunEstimate EstimateRuns(const ValidScenario& scenario);

/**
 * @ingroup esa
 * @brief Tell how long the runs take.
 * @param estimate of all runs
 * @param runs how many
 * @return for example "about 2.3 billion packet-hops in 2 runs, some 4 min"; empty: less than ten
 *         seconds
 */
std::string EstimateText(const RunEstimate& estimate, std::size_t runs);

} // namespace ns3::esa

#endif // ESA_RUN_ESTIMATE_H
