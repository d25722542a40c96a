// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_ATTRIBUTES_H
#define ESA_SCENARIO_ATTRIBUTES_H

#include "ns3/data-rate.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-scenario.h"
#include "ns3/esa-serial-line.h"
#include "ns3/nstime.h"

#include <cmath>
#include <string>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief An attribute that a field of the scenario sets in the objects that a scenario makes.
struct ScenarioAttribute
{
    std::string field;     ///< the field, for example link.delay_us
    std::string className; ///< TypeId of the attribute's class, for example ns3::esa::EsaChannel
    std::string attribute; ///< name of the attribute, for example Delay
    bool everywhere{true}; ///< set in every object of the class, so that its default is the field's
};

/// @brief List the attributes that belong to the scenario, as the table of fields has them.
///
/// If an attribute is set everywhere, its default is as in the scenario schema (a test checks
/// this). An --ns3:: argument for one of them is refused, because it would have no effect.
const std::vector<ScenarioAttribute>& ScenarioAttributes();

/// @return the rate in the type of ns-3
DataRate Gbps(double gbps);

/// @return the rate of links that have no rate of their own
LineRate LinkRateOf(const ValidScenario& scenario);

/// @return what is set at the workers and servers of jobs
HostSettings SettingsOf(const ValidScenario& scenario);

/// Set the attributes of fields, by the table of fields.
void SetAttributes(const ValidScenario& scenario, EsaHelper& helper);

/// Set the parameters of a system in a helper.
/// @param system the helper's system, or the one that some of its jobs fall back on
void SetSystemParameters(const ValidScenario& scenario,
                         EsaHelper& helper,
                         const SystemRecord& system);

/// @return the shortest timeout of workers, PSes and flows, in us. Before the first sample, and
/// while nothing arrives, a timer has only this. On slow or long links a shorter one fills the
/// queues with questions, and nothing else gets through.
double MinTimeoutUs(const Scenario& scenario);

/// @param us microseconds, as scenarios give times
/// @return the time in ns-3's type, rounded to the nearest time step
inline Time
Us(double us)
{
    return TimeStep(
        std::llround(us * static_cast<double>(MicroSeconds(1000).GetTimeStep()) / 1000));
}

} // namespace ns3::esa

#endif // ESA_SCENARIO_ATTRIBUTES_H
