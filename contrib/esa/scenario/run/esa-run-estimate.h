/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RUN_ESTIMATE_H
#define ESA_RUN_ESTIMATE_H

#include "ns3/esa-scenario-parse.h"

#include <string>

namespace ns3::esa
{

/**
 * @brief About how many frames the links of a run carry.
 *
 * Each gradient and each result is taken to cross each link of its path once. What collisions,
 * reminders, losses and background traffic add is not known before the run.
 */
double EstimatePacketHops(const ValidScenario& scenario, const std::string& system);

/// Describe how long the runs of a scenario take, if it is long, and which field makes them
/// shorter. The user of a large model should know before hours have passed.
/// @return for example "about 2.3 billion packet-hops in 2 runs, some 4 min"; empty: less than ten
/// seconds
std::string RunEstimateNote(const ParsedScenario& parsed);

/// @param packetHops what all runs carry
/// @param seconds processor time that they take
/// @return the text of RunEstimateNote(), without a field
std::string RunEstimateText(double packetHops, double seconds, std::size_t runs);

} // namespace ns3::esa

#endif // ESA_RUN_ESTIMATE_H
