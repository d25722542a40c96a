// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_WAYS_DRAFT_H
#define ESA_TEST_WAYS_DRAFT_H

#include "ways/random.h"

#include "ns3/esa-scenario-parse.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * A scenario is drawn from the table of fields (ScenarioFields(), StructuredFields()) and the
 * limits of the schema. So a field is drawn from the day on which it is added. Most fields need no
 * word here: an enum, a flag, a number or a list of numbers is drawn by its schema. Names, and
 * lists of objects that have to fit each other, have drawers. A field that nobody can draw is an
 * error as soon as the program starts, since it would never be tested otherwise.
 */

namespace ns3::esa::test
{

/// A scenario while it is drawn.
struct Draft
{
    /// @param place a folder for the files that it names
    Draft(uint64_t seed, std::filesystem::path place);

    Random random;                ///< what decides
    nlohmann::json config;        ///< the scenario so far
    std::filesystem::path folder; ///< of its files
    double share;                 ///< probability that a field gets a value
    bool isWild;                  ///< whether numbers may have any value that the schema allows
    bool isTiny;                  ///< whether jobs have a handful of packets only
    bool isForTasks;              ///< whether only what the task engine knows gets a value
    std::optional<ValidScenario> network; ///< hosts, racks and links, once they are known

    /// @return whether a field was drawn
    bool Has(const std::string& pointer) const
    {
        return config.contains(nlohmann::json::json_pointer(pointer));
    }

    /// @return a field, which was drawn, or its default
    nlohmann::json Get(const std::string& pointer) const;

    /// @return whether the scenario gets a rare thing, or a field
    bool Wants(double times = 1)
    {
        return random.Chance(share * times);
    }

    /// @brief Sets a field, unless the draft is one for the task engine, which does not know it.
    void Put(const std::string& pointer, nlohmann::json value);

    /// @brief Writes a file beside the scenario. @return its name
    std::string Write(const std::string& name, const std::string& text) const;
};

/// Draws some fields that belong together.
struct Drawer
{
    std::vector<std::string> pointers; ///< the fields
    void (*draw)(Draft& draft);        ///< draws them, or leaves some out
};

std::vector<Drawer> NetworkDrawers(); ///< @return of hosts, switches and links
std::vector<Drawer> JobDrawers();     ///< @return of systems, jobs, and where they run
std::vector<Drawer> FaultDrawers();   ///< @return of what names hosts, links and switches

/// Draw a value by its part of the schema: an enum, a flag, a number or a list of such.
/// @param pointer the field; its last name has the unit of a number
/// @return the value; null: a name, or a list of objects, needs a drawer
nlohmann::json DrawValue(Draft& draft, const nlohmann::json& part, const std::string& pointer);

/// Draw the properties of an entry of a list that the schema does not require.
/// @param entry has those that were drawn already; no other one is drawn that stands in leaveOut
void DrawRest(Draft& draft,
              const std::string& listPointer,
              nlohmann::json& entry,
              const std::vector<std::string>& leaveOut = {});

/// Draw execution traces: Chakra traces of parallel jobs, and GOAL schedules.
/// @param hosts ranks of all traces together, at most
/// @return their names, as in execution.traces
nlohmann::json DrawExecution(Draft& draft, uint32_t hosts);

/// Check that each field of the tables is drawn by somebody.
/// @throws std::logic_error if one is not
void RequireDrawers();

/// A scenario that the program accepts.
struct DrawnScenario
{
    nlohmann::json config;        ///< as a file has it
    uint32_t refusals;            ///< drafts before it that could not be made legal
    std::filesystem::path folder; ///< to which its paths are relative
};

/// Draw a legal scenario.
/// @param folder where files that it names are written
/// @param change called with each draft before it is made legal; may be null
DrawnScenario DrawScenario(uint64_t seed,
                           const std::filesystem::path& folder,
                           void (*change)(Draft& draft) = nullptr);

/// @return the alternative of a part of the schema that is a number: a field may also allow "auto"
nlohmann::json NumberOf(const nlohmann::json& part);

/// Make a scenario legal: do what the errors say is allowed, or leave fields out.
/// @return whether it is legal now
bool Mend(Draft& draft);

} // namespace ns3::esa::test

#endif // ESA_TEST_WAYS_DRAFT_H
