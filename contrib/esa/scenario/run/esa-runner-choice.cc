// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-runner-choice.h"

#include "esa-scenario-failures.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"
#include "ns3/global-value.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdlib>

namespace ns3::esa
{
namespace
{

/// @return whether NS_LOG requests logs
bool
HasLogs()
{
    const char* const logs = std::getenv("NS_LOG");
    return logs && *logs != '\0';
}

} // namespace

std::string
ReasonOfFields(const Scenario& scenario, KnownTo runner, const std::string& knows)
{
    const auto unknown = FindUnknownField(scenario, runner);
    return unknown ? PathOfPointer(unknown->pointer) + " is " + unknown->value + ", and " + knows +
                         " " + unknown->allowed.words
                   : "";
}

std::string
ReasonAgainstRounds(const ValidScenario& scenario, const RunControl& control)
{
    if (scenario->engine == EngineChoice::Ns3)
    {
        return "engine is ns3";
    }
    if (!control.captures.IsEmpty() || NeedsEvents(control.recording))
    {
        return "captures, --timeline and --report need the events of ns-3";
    }
    if (control.built)
    {
        return "a program looks at the network";
    }
    if (HasLogs())
    {
        return "NS_LOG is set";
    }
    StringValue simulator;
    GlobalValue::GetValueByName("SimulatorImplementationType", simulator);
    if (simulator.Get() != "ns3::DefaultSimulatorImpl")
    {
        return "SimulatorImplementationType is " + simulator.Get();
    }
    return ReasonOfFields(*scenario, KnownTo::Rounds, "rounds allow only");
}

void
CheckRounds(const ValidScenario& scenario, const RunControl& control)
{
    const std::string reason = scenario->engine == EngineChoice::Rounds
                                   ? ReasonAgainstRounds(scenario, control)
                                   : std::string();
    if (!reason.empty())
    {
        throw ScenarioError({"engine: \"rounds\" is not allowed, as " + reason +
                             "; \"ns3\" or \"auto\" is allowed"});
    }
}

std::string
ReasonForOneThread(const ValidScenario& scenario, const RunControl& control)
{
    std::string reason = ReasonAgainstRounds(scenario, control);
    if (!reason.empty())
    {
        return reason;
    }
    if (scenario->parts)
    {
        return "parts is true";
    }
    for (const auto& direction : scenario->faults.links)
    {
        if (direction.spec.burstProbability > 0 || !direction.spec.lostPackets.empty())
        {
            return "ns-3's error models (faults.links: burst_probability, lost_packets) are of one "
                   "thread";
        }
    }
    return reason;
}

Picoseconds
LookaheadOfEnds(const ValidScenario& scenario)
{
    const bool isOnlyOfEnds = scenario->execution.loaded.empty() && !scenario->link.pfc.enabled &&
                              scenario->faults.workerPauses.empty() && !DoJobsShrink(scenario);
    Picoseconds lookahead = isOnlyOfEnds ? Picoseconds::max() : Picoseconds(0);
    for (const auto& [name, dnn] : scenario->dnns)
    {
        lookahead = std::min(lookahead, FromMicroseconds(dnn.layers.back().forwardUs));
    }
    return lookahead;
}

} // namespace ns3::esa
