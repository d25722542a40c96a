// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// One number changes. A network that has more of what is good is not slower, and neighbours of a
// number have about the same result.

#include "physics/pair.h"

#include "ns3/esa-field-row.h"
#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-scenario-schema.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kSlower = 1.05;
constexpr double kJump = 1.25;

/// @return the time to send a few frames on the slowest link, in ms: what comes first at a queue
/// that two frames reach at once is nobody's promise
double
FramesMs(const json& config)
{
    double gbps = NumberAt(config, "/link/rate_gbps");
    for (const json& rate : config["topology"]["uplinks_gbps"])
    {
        gbps = std::min(gbps, rate.get<double>());
    }
    for (const json& link : config["topology"]["graph"]["links"])
    {
        gbps = std::min(gbps, link.value("rate_gbps", gbps));
    }
    const double over = std::max(1.0, NumberAt(config, "/topology/oversubscription"));
    return 2 * 8 * LongestBytes(config) * over / gbps / 1e6;
}

/// A number of which more, or less, is better.
struct Direction
{
    std::string pointer;
    bool isUp; ///< whether more is better
};

const std::vector<Direction>&
Directions()
{
    static const std::vector<Direction> directions = [] {
        std::vector<Direction> all;
        ForEachRow([&all](const FieldRow& row, const std::string& pointer) {
            if (row.better != Better::Unknown)
            {
                all.push_back({pointer, row.better == Better::More});
            }
        });
        return all;
    }();
    return directions;
}

std::optional<Pair>
DeriveDirection(Base& base)
{
    Random& random = base.random;
    const Direction& direction = Directions()[base.choice % Directions().size()];
    const json::json_pointer place(direction.pointer);
    Pair pair;
    pair.field = direction.pointer;
    pair.a = base.config;
    pair.b = base.config;
    if (pair.field == "/faults/every_link/loss_probability")
    {
        pair.a[place] = random.Pick<double>({0.001, 0.01});
        pair.a["recovery"]["enabled"] = true;
        pair.b["recovery"]["enabled"] = true;
    }
    else
    {
        if (!base.config.at(place).is_number() || base.config.at(place) == 0)
        {
            return std::nullopt; // it follows from others, or 0 is something else
        }
        const double better = random.Pick<double>({1.1, 1.5, 2, 4, 10});
        const double value = base.config.at(place).get<double>();
        const double changed = direction.isUp ? value * better : value / better;
        const bool isWhole = NumberOf(*ScenarioSchema::Get().Find(pair.field))["type"] == "integer";
        pair.b[place] = isWhole ? json(static_cast<int64_t>(changed)) : json(changed);
        if (pair.b[place] == pair.a[place])
        {
            return std::nullopt;
        }
    }
    pair.values = pair.a[place].dump() + " -> " + pair.b[place].dump();
    return pair;
}

std::string
JudgeDirection(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return b.row.is_null() && !a.row.is_null() ? "the second one fails: " + b.error : "";
    }
    const double before = a.row["jct_ms"];
    const double after = b.row["jct_ms"];
    if (after <= before * kSlower + FramesMs(pair.a) + FramesMs(pair.b))
    {
        return "";
    }
    return "jct_ms " + Text(before) + " -> " + Text(after) + ", x " + Text(after / before);
}

/// @return whether a value of 0 means something else
bool
IsZeroOther(const std::string& pointer)
{
    const auto& fields = ScenarioFields();
    return std::any_of(fields.begin(), fields.end(), [&pointer](const ScenarioField& field) {
        return field.pointer == pointer && field.row && field.row->isZeroOther;
    });
}

constexpr double kLeastWhole = 16;  ///< below it, neighbours of a whole number differ by much
constexpr double kPart = 1e-4;      ///< by which neighbours of other numbers differ
constexpr double kMostMemory = 4e7; ///< a larger one takes long to set up
constexpr double kLeastUs = 0.001;  ///< neighbour of no time

/// @return a place where products, roundings or limits change
double
EdgeOf(Random& random, const std::string& field, double least, double most, double own)
{
    const double frame = random.Pick<double>({306, 1514, 1514});
    std::vector<double> edges{own,
                              own,
                              least,
                              most,
                              std::exp2(static_cast<double>(random.Whole(4, 30))),
                              std::exp2(31),
                              std::exp2(32),
                              std::exp2(53)};
    // Bytes whose time to send in picoseconds is beyond 63 and 64 bits, and as many frames
    const double unit = EndsWith(field, "_packets") ? frame : 1;
    for (const double bits : {31, 32, 63, 64})
    {
        if (EndsWith(field, "_packets") || EndsWith(field, "_bytes"))
        {
            edges.push_back(std::exp2(bits) / (bits > 32 ? 8e12 : 1) / unit);
        }
    }
    return std::clamp(random.Pick(edges), least, most);
}

/// @return a number of the table of fields
std::string
PickField(uint64_t choice)
{
    static const std::vector<std::string> all = [] {
        std::vector<std::string> numbers;
        for (const ScenarioField& field : ScenarioFields())
        {
            const json* const part = ScenarioSchema::Get().Find(field.pointer);
            const bool isOther = field.row && field.row->isOtherRun;
            if (part && !NumberOf(*part).is_null() && !isOther)
            {
                numbers.push_back(field.pointer);
            }
        }
        return numbers;
    }();
    return all[choice % all.size()];
}

std::optional<Pair>
DeriveStep(Base& base)
{
    Random& random = base.random;
    Pair pair;
    pair.field = PickField(base.choice);
    const json::json_pointer place(pair.field);
    const json part = NumberOf(*ScenarioSchema::Get().Find(pair.field));
    const bool isWhole = part["type"] == "integer";
    const bool isTime = EndsWith(pair.field, "_us") || EndsWith(pair.field, "_ns");
    double least = part.contains("exclusiveMinimum")
                       ? std::max(part["exclusiveMinimum"].get<double>(), 1e-6)
                       : part.value("minimum", 0.0);
    double most = part.value("maximum", 1e12);
    if (EndsWith(pair.field, "memory_bytes"))
    {
        most = std::min(most, kMostMemory);
    }
    if (pair.field.rfind("/faults/every_link/", 0) == 0)
    {
        most = std::min(most, pair.field.find("probability") == std::string::npos ? most : 0.01);
        base.config["recovery"]["enabled"] = true;
    }
    double value = EdgeOf(random, pair.field, least, most, NumberAt(base.config, pair.field));
    if (pair.field == "/jitter/max_us")
    {
        // What is drawn is a matter of luck; but almost none is as good as none.
        value = 0;
        base.config["jitter"]["mode"] = random.Pick<std::string>(
            {"partition", "iteration", "packet", "packet", "packet_in_order"});
    }
    double next = value * (1 - kPart);
    if (isWhole)
    {
        value = std::max(std::floor(value), std::max(least, kLeastWhole));
        next = value > most - 1 || random.Chance(0.5) ? value - 1 : value + 1;
        if (next < least || next < kLeastWhole || next > most)
        {
            return std::nullopt;
        }
    }
    else if (value == 0)
    {
        if (IsZeroOther(pair.field) || !isTime)
        {
            return std::nullopt;
        }
        next = EndsWith(pair.field, "_us") ? kLeastUs : 1;
    }
    else if (next < least)
    {
        next = value * (1 + kPart);
    }
    pair.a = base.config;
    pair.b = base.config;
    pair.a[place] = isWhole ? json(static_cast<int64_t>(value)) : json(value);
    pair.b[place] = isWhole ? json(static_cast<int64_t>(next)) : json(next);
    pair.values = pair.a[place].dump() + " and " + pair.b[place].dump();
    return pair;
}

std::string
JudgeStep(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null())
    {
        return a.row.is_null() == b.row.is_null()
                   ? ""
                   : "only one ends: " + a.error.substr(0, 200) + b.error.substr(0, 200);
    }
    const double before = a.row["jct_ms"];
    const double after = b.row["jct_ms"];
    const double slack = FramesMs(pair.a) + FramesMs(pair.b);
    if (std::max(before, after) <= std::min(before, after) * kJump + slack)
    {
        return "";
    }
    return "jct_ms " + Text(before) + " and " + Text(after) + ", x " + Text(after / before);
}

void
TameChange(Draft& draft)
{
    Calm(draft);
    EnlargePartitions(draft);
    if (draft.Get("/flow/protocol") == "auto") // the model chooses for NCCL, not for this network
    {
        draft.config["flow"]["protocol"] = "simple";
    }
}

} // namespace

const Relation kMonotone{"monotone", 5, TameChange, DeriveDirection, JudgeDirection, true};
const Relation kStep{"step", 5, TameChange, DeriveStep, JudgeStep, true};

} // namespace ns3::esa::test
