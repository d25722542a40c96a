/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-run-estimate-note.h"

#include "ns3/esa-run-estimate.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace ns3::esa
{
namespace
{

/// The field that takes a slice of the first whole model that a job trains; empty: there is none.
std::string
FieldOfSlice(const ParsedScenario& parsed)
{
    const bool hasTraces = !parsed.scenario->execution.loaded.empty();
    for (const char letter : hasTraces ? "" : parsed.scenario->jobs.workload)
    {
        const nlohmann::json& dnn = parsed.named["dnns"][std::string(1, letter)];
        if (dnn.contains("model") && dnn.value("slice", 1.0) == 1)
        {
            return std::string("dnns.") + letter + ".slice";
        }
    }
    return "";
}

} // namespace

void
PrintRunEstimate(const std::string& program, const ParsedScenario& parsed)
{
    const auto runs = parsed.scenario->systems.size() * parsed.scenario->seeds.size();
    const std::string text = EstimateText(EstimateRuns(parsed.scenario), runs);
    if (text.empty())
    {
        return;
    }
    const std::string field = FieldOfSlice(parsed);
    std::cerr << program << ": " << text
              << (field.empty() ? "" : "; a slice of the model takes less: --set " + field + "=0.1")
              << std::endl;
}

} // namespace ns3::esa
