// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A scenario file may contain any bytes. If they are not a valid scenario, they are refused with a
// ScenarioError, whose lines a terminal can show. If they are valid, the effective configuration is
// the same scenario.

#include "memory-file.h"

#include "ns3/esa-scenario-parse.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

/// @return 0, as libFuzzer requires
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    std::optional<ns3::esa::ParsedScenario> parsed;
    try
    {
        parsed = ns3::esa::ParseScenario(std::string(data, data + size), "input");
    }
    catch (const ns3::esa::ScenarioError& error)
    {
        RequireShowable(error);
        return 0;
    }
    auto again = ns3::esa::ParseScenario(parsed->effective.dump(), "effective configuration");
    if (IsCanary("effective"))
    {
        again.effective.erase("run");
    }
    Require(again.effective == parsed->effective,
            "the effective configuration says the same again");
    return 0;
}
