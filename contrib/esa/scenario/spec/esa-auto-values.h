// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AUTO_VALUES_H
#define ESA_AUTO_VALUES_H

#include "esa-scenario-draft.h"

#include "ns3/esa-round-trip.h"

#include <map>
#include <nlohmann/json.hpp>
#include <string>

/**
 * @file
 * @ingroup esa
 * A window, a timer or a threshold that fits 100 Gb/s and 10 us does not fit another network. A
 * field of this kind may have the value "auto": then it follows from the network and the places of
 * the jobs, by one rule for each field. The rules are multiples of the longest round trip between
 * two hosts of a job (the PS included) and of rate times this round trip (RoundTrips).
 */

namespace ns3::esa
{

/// The value of a field that follows from the network.
inline constexpr const char* kAuto = "auto";

/**
 * @brief Replaces "auto" by numbers, in the configuration and in what was read from it.
 *
 * A value never leaves the range of its field.
 *
 * @param draft what was read from the configuration; its network and the hosts of its jobs have
 * been checked
 */
void FillAutoValues(nlohmann::json& config, ScenarioDraft& draft);

/// @param scenario a scenario whose jobs have room @return the round trips between a job's hosts
RoundTrips RoundTripsOf(const Scenario& scenario);

/// @return the round trips between all hosts of a scenario's network
RoundTrips RoundTripsOfAllHosts(const Scenario& scenario);

/// @return bytes that arrive over a link from the begin of a pause until it takes effect, at most;
/// for each rate of links in Gb/s
/// @param trips between the hosts of jobs
std::map<double, double> PauseHeadrooms(const RoundTrips& trips, const Scenario& scenario);

/// @param pointer a field that may be "auto" @return the number that "auto" stands for
nlohmann::json AutoValueOf(const Scenario& scenario, const std::string& pointer);

} // namespace ns3::esa

#endif // ESA_AUTO_VALUES_H
