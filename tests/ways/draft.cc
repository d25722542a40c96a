// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ways/draft.h"

#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <stdexcept>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr uint32_t kMostRefusals = 200; ///< in a row, before the drawers themselves must be wrong

/// All drawers, in the order in which they draw: later ones use what earlier ones have drawn.
const std::vector<Drawer>&
Drawers()
{
    static const std::vector<Drawer> drawers = [] {
        std::vector<Drawer> all = NetworkDrawers();
        for (const auto& more : {JobDrawers(), FaultDrawers()})
        {
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }();
    return drawers;
}

/// @return the fields that have drawers
const std::set<std::string>&
Drawn()
{
    static const std::set<std::string> drawn = [] {
        std::set<std::string> all;
        for (const Drawer& drawer : Drawers())
        {
            all.insert(drawer.pointers.begin(), drawer.pointers.end());
        }
        return all;
    }();
    return drawn;
}

/// @return whether the task engine knows a field, or a part of one, at any value
bool
IsKnownToTasks(const std::string& pointer)
{
    const auto isUnknown = [&pointer](const auto& field) {
        return field.knownTo != KnownTo::Tasks && PointerCovers(pointer, field.pointer);
    };
    return std::none_of(ScenarioFields().begin(), ScenarioFields().end(), isUnknown) &&
           std::none_of(StructuredFields().begin(), StructuredFields().end(), isUnknown);
}

/// Draws the fields that have no drawer, group by group as they stand in the table.
void
DrawOthers(Draft& draft)
{
    for (const ScenarioField& field : ScenarioFields())
    {
        if (Drawn().count(field.pointer) == 0 && !draft.Has(field.pointer) && draft.Wants())
        {
            draft.Put(field.pointer,
                      DrawValue(draft, *ScenarioSchema::Get().Find(field.pointer), field.pointer));
        }
    }
}

} // namespace

Draft::Draft(uint64_t seed, std::filesystem::path place)
    : random(seed),
      config(json::object()),
      folder(std::move(place)),
      share(random.Pick<double>({0.02, 0.05, 0.1, 0.2, 0.35})),
      isWild(random.Chance(0.03)),
      isTiny(random.Chance(0.5)),
      isForTasks(random.Chance(0.35))
{
}

void
Draft::Put(const std::string& pointer, json value)
{
    if (!isForTasks || IsKnownToTasks(pointer))
    {
        config[json::json_pointer(pointer)] = std::move(value);
    }
}

json
Draft::Get(const std::string& pointer) const
{
    const json::json_pointer place(pointer);
    return config.contains(place) ? config.at(place) : ScenarioSchema::Get().Defaults().at(place);
}

std::string
Draft::Write(const std::string& name, const std::string& text) const
{
    std::ofstream(folder / name) << text;
    return name;
}

void
RequireDrawers()
{
    Draft trial(1, {});
    for (const ScenarioField& field : ScenarioFields())
    {
        const json* const part = ScenarioSchema::Get().Find(field.pointer);
        if (Drawn().count(field.pointer) == 0 &&
            (!part || DrawValue(trial, *part, field.pointer).is_null()))
        {
            throw std::logic_error("nobody draws field " + field.pointer);
        }
    }
    for (const StructuredField& field : StructuredFields())
    {
        if (Drawn().count(field.pointer) == 0)
        {
            throw std::logic_error("nobody draws field " + field.pointer);
        }
    }
}

DrawnScenario
DrawScenario(uint64_t seed, const std::filesystem::path& folder, void (*change)(Draft& draft))
{
    for (uint32_t refusals = 0; refusals < kMostRefusals; ++refusals)
    {
        Draft draft(Hash64(seed) + refusals, folder);
        for (const Drawer& drawer : Drawers())
        {
            drawer.draw(draft);
        }
        DrawOthers(draft);
        // The task engine knows no recovery, which is the default.
        if (draft.random.Chance(draft.isForTasks ? 0.8 : 0.2) && !draft.Has("/recovery/enabled"))
        {
            draft.Put("/recovery/enabled", false);
        }
        if (change)
        {
            change(draft);
        }
        if (Mend(draft))
        {
            return {std::move(draft.config), refusals, folder};
        }
    }
    throw std::logic_error("no draft becomes legal");
}

} // namespace ns3::esa::test
