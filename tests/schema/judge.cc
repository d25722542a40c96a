// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Judges JSON documents by their schema alone, without the rules beyond it. Each line of the
// standard input is the name of a definition in --print-schema ("scenario": the schema itself), a
// space and a document. Each line of the output is "valid", "invalid" or "accepted": the schema
// refuses the scenario, but esa-scenario would take it, since it merges a file into the defaults.

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace
{

using namespace ns3::esa;

/// @return the verdict about a document
const char*
Judge(const std::string& kind, const std::string& document)
{
    static const std::map<std::string, const ScenarioSchema*> schemas{
        {"scenario", &ScenarioSchema::Get()},
        {"model_file", &ScenarioSchema::OfModels()},
        {"placement_file", &ScenarioSchema::OfPlacements()},
        {"trees_file", &ScenarioSchema::OfTrees()},
        {"topology_file", &ScenarioSchema::OfTopologies()},
    };
    if (FindExplainedErrors(*schemas.at(kind), ParseJsonText(document, "document")).empty())
    {
        return "valid";
    }
    if (kind == "scenario")
    {
        try
        {
            ParseScenario(document, "document");
            return "accepted";
        }
        catch (const ScenarioError&)
        {
        }
    }
    return "invalid";
}

} // namespace

int
main()
{
    for (std::string line; std::getline(std::cin, line);)
    {
        const std::size_t space = line.find(' ');
        std::cout << Judge(line.substr(0, space), line.substr(space + 1)) << "\n";
    }
    return 0;
}
