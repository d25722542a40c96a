// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_RUN_SIMULATE_H
#define ESA_TEST_SCENARIO_RUN_SIMULATE_H

#include "scenario/run/closed-form.h"
#include "scenario/test-util.h"

#include "ns3/esa-scenario-run.h"

#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ns3::esa::test
{

/// @return a small scenario with some settings
inline ParsedScenario
Small(const std::vector<std::string>& settings)
{
    return ParseScenario(
        OnPaper(R"({"jobs": {"count": 2, "workers": 2}, "topology": {"hosts": 4}})"),
        "small",
        Overrides(settings));
}

/// @return DNN A, which has one layer and partitions of these sizes
inline nlohmann::json
DnnOf(double computeUs, const std::vector<uint64_t>& partitionBytes)
{
    nlohmann::json dnn{{"layers", {{{"compute_us", computeUs}}}}, {"comm_comp_ratio", 1}};
    for (const uint64_t bytes : partitionBytes)
    {
        dnn["partitions"].push_back({{"layer", 1}, {"bytes", bytes}});
    }
    return {{"A", dnn}};
}

/// @return the result of a scenario with one system and some settings; its sums have to be exact
inline RunResult
SimulateWithDefaults(const std::string& text,
                     const std::string& system,
                     std::vector<std::string> settings = {},
                     const RunControl& control = {})
{
    SCOPED_TRACE(system + " " + text);
    settings.push_back("systems=[\"" + system + "\"]");
    const RunResult result = *RunScenario(ValidScenarioOf(text, settings), system, 1, control);
    EXPECT_GT(result.resultsChecked, 0U);
    EXPECT_EQ(result.resultsWrong, 0U);
    return result;
}

/// @return the same with the values of the paper, see OnPaper()
inline RunResult
Simulate(const std::string& text,
         const std::string& system,
         const std::vector<std::string>& settings = {},
         const RunControl& control = {})
{
    return SimulateWithDefaults(OnPaper(text), system, settings, control);
}

/// @return the error with which a run ends; "none"
template <typename F>
std::string
ErrorOfRun(F run)
{
    try
    {
        run();
    }
    catch (const std::runtime_error& error)
    {
        return error.what();
    }
    return "none";
}

/// @return what a closed form gives for the JCT of Simulate(); nothing: there is none
inline std::optional<double>
FormulaMs(const std::string& text,
          const std::string& system,
          std::vector<std::string> settings = {})
{
    settings.push_back("systems=[\"" + system + "\"]");
    return ClosedFormMs(ValidScenarioOf(OnPaper(text), settings), system);
}

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_RUN_SIMULATE_H
