// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "adversary/schedule.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <random>
#include <sstream>
#include <vector>

namespace ns3::esa
{
namespace
{

/// A number of a schedule that a replay can name.
struct Field
{
    std::string name;                             ///< in the text
    double lowest;                                ///< smallest value
    double highest;                               ///< largest value
    bool whole;                                   ///< an integer
    std::function<double(const Schedule&)> get;   ///< reads it
    std::function<void(Schedule&, double)> write; ///< writes it
};

/// A member of a schedule.
template <typename T>
using MemberOf = T Schedule::*;

/// @return a field by its member
template <typename T>
Field
FieldOf(const std::string& name, double lowest, double highest, MemberOf<T> member)
{
    return {name,
            lowest,
            highest,
            std::is_integral_v<T>,
            [member](const Schedule& s) { return static_cast<double>(s.*member); },
            [member](Schedule& s, double value) { s.*member = static_cast<T>(value); }};
}

/// @return every field but system and seed
const std::vector<Field>&
Fields()
{
    static const std::vector<Field> fields{
        FieldOf("jobs", 1, 3, &Schedule::jobs),
        FieldOf("workers", 1, 256, &Schedule::workers),
        FieldOf("group", 2, 32, &Schedule::group),
        FieldOf("levels", 1, 3, &Schedule::levels),
        FieldOf("spines", 0, 4, &Schedule::spines),
        FieldOf("trees", 1, 4, &Schedule::trees),
        FieldOf("racks", 1, 40, &Schedule::racks),
        FieldOf("fragments", 1, 60, &Schedule::fragments),
        FieldOf("aggregators", 1, 24, &Schedule::aggregators),
        FieldOf("window", 1, 24, &Schedule::window),
        FieldOf("ahead", 0, 4, &Schedule::ahead),
        FieldOf("restart", 0, 0.005, &Schedule::restart),
        FieldOf("loss", 0, 0.3, &Schedule::loss),
        FieldOf("duplication", 0, 0.5, &Schedule::duplication),
        FieldOf("reordering", 0, 64, &Schedule::reordering),
        FieldOf("pause", 0, 0.05, &Schedule::pause),
        FieldOf("junk", 0, 0.1, &Schedule::junk),
        FieldOf("turn", 0, 100, &Schedule::turn),
        FieldOf("wraps", 0, 1, &Schedule::wraps),
        FieldOf("fullPayload", 0, 1, &Schedule::fullPayload),
        FieldOf("recovers", 0, 1, &Schedule::recovers),
        FieldOf("linear", 0, 1, &Schedule::linear),
    };
    return fields;
}

/// @return the fields as "name=value,..."
std::string
FieldList(const Schedule& schedule)
{
    std::ostringstream list;
    for (const auto& field : Fields())
    {
        list << (&field == &Fields().front() ? "" : ",") << field.name << "="
             << field.get(schedule);
    }
    return list.str();
}

/// Sets a field as "name=value" says; @return what is wrong, if anything
std::string
SetField(Schedule& schedule, const std::string& text)
{
    const auto equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const auto field = std::find_if(Fields().begin(), Fields().end(), [&](const Field& candidate) {
        return candidate.name == name;
    });
    if (equals == std::string::npos || field == Fields().end())
    {
        return "'" + text + "' is not one of " + FieldList(Schedule{});
    }
    const char* digits = text.c_str() + equals + 1;
    char* end = nullptr;
    const double value = std::strtod(digits, &end);
    if (end == digits || *end != '\0' || !(value >= field->lowest && value <= field->highest) ||
        (field->whole && value != std::floor(value)))
    {
        std::ostringstream error;
        error << "'" << text << "': " << name << " is a " << (field->whole ? "whole " : "")
              << "number from " << field->lowest << " to " << field->highest;
        return error.str();
    }
    field->write(schedule, value);
    return "";
}

/// How many per cent of something are a chance.
double
PerCent(uint32_t percent)
{
    return percent / 100.0;
}

} // namespace

Schedule
Schedule::Random(const std::string& system, uint64_t seed)
{
    std::mt19937_64 random(seed * 2654435761 + system.size() * 256 + system.back());
    const auto between = [&random](uint32_t lowest, uint32_t highest) {
        return lowest + static_cast<uint32_t>(random() % (highest - lowest + 1));
    };
    Schedule s;
    s.system = system;
    s.seed = seed;
    s.jobs = between(1, 3);
    s.workers = between(1, 8);
    s.fragments = between(1, 60);
    s.aggregators = between(1, 8);
    s.window = between(1, 24);
    // Every third schedule is without each kind of fault, so that faults also occur alone.
    s.loss = between(0, 2) > 0 ? PerCent(between(1, 30)) : 0;
    s.duplication = between(0, 2) > 0 ? PerCent(between(1, 50)) : 0;
    s.reordering = between(0, 2) > 0 ? between(1, 64) : 0;
    s.pause = between(0, 2) == 0 ? 0.01 : 0;
    s.wraps = between(0, 3) == 0;
    s.fullPayload = between(0, 7) == 0;
    s.junk = between(0, 3) == 0 ? PerCent(between(1, 10)) : 0;
    s.racks = between(0, 1) == 0 ? between(2, 4) : 1;
    s.ahead = between(0, 4);
    s.restart = between(0, 3) == 0 ? PerCent(between(1, 5)) / 10 : 0;
    return s;
}

Schedule
Schedule::RandomWithGroups(const std::string& system, uint64_t seed)
{
    Schedule s = Random(system, seed);
    std::mt19937_64 random(~seed * 2654435761 + system.size());
    const auto between = [&random](uint32_t lowest, uint32_t highest) {
        return lowest + static_cast<uint32_t>(random() % (highest - lowest + 1));
    };
    const bool isLarge = between(0, 15) == 0;
    if (isLarge)
    {
        // as large as bitmaps make it; a few schedules, since they take long
        s.jobs = 1;
        s.workers = between(33, 256);
        s.group = kMaxFanIn;
        s.racks = between(1, 40);
        s.fragments = between(1, 8);
        s.loss = std::min(s.loss, PerCent(2));
        s.duplication = std::min(s.duplication, PerCent(5));
        // A PS needs some packets of each worker before it starts again.
        s.restart = std::min(s.restart, 0.0002);
    }
    else
    {
        // few members, so that a few workers need several levels
        s.group = between(2, 4);
        s.workers = between(s.group + 1, 20);
        s.racks = between(1, 8);
        s.fragments = between(1, 30);
        s.loss = std::min(s.loss, PerCent(15));
        // With Straw1 each packet of a task may reach the PS by itself, and twice.
        s.restart = std::min(s.restart, 0.0005);
    }
    s.aggregators = between(1, 24);
    s.turn = between(0, 1) == 0 ? between(1, 100) : 0;
    return s;
}

Schedule
Schedule::RandomWithTrees(const std::string& system, uint64_t seed)
{
    Schedule s = RandomWithGroups(system, seed);
    std::mt19937_64 random(~seed * 0x9e3779b97f4a7c15 + system.size());
    const auto between = [&random](uint32_t lowest, uint32_t highest) {
        return lowest + static_cast<uint32_t>(random() % (highest - lowest + 1));
    };
    const bool sumsAtServer = FindSystem(system)->onHost.hasSummingServer && between(0, 1) == 0;
    s.levels = sumsAtServer ? 1 : 3;
    s.spines = between(0, 4);
    s.racks = between(2, 8);
    // The sums of all levels have to reach a PS before it starts again.
    s.restart = std::min(s.restart, 0.0005);
    if (s.workers <= 20 && between(0, 1) == 0)
    {
        // a small job, which needs no groups for its number of workers
        s.workers = between(2, 12);
        s.group = kMaxFanIn;
    }
    // Last, so that the other fields are as without several trees.
    s.trees = between(0, 1) == 0 ? between(2, 4) : 1;
    return s;
}

Schedule
Schedule::RandomWithoutFaults(const std::string& system, uint64_t seed)
{
    Schedule s = Random(system, seed);
    s.recovers = false;
    s.linear = seed % 2 == 0;
    s.workers = seed % 8 == 0 ? kMaxFanIn : s.workers;
    s.racks = 1;
    s.pause = 0.01;
    s.loss = s.duplication = s.restart = s.junk = 0;
    s.reordering = 0;
    return s;
}

Schedule
Schedule::Parse(const std::string& text, std::string& error)
{
    error.clear();
    std::istringstream words(text);
    std::string system;
    std::string seed;
    std::getline(words, system, ':');
    std::getline(words, seed, ':');
    if (!FindSystem(system))
    {
        error = "'" + system + "' is not a system";
        return {};
    }
    if (seed.empty() || seed.size() > 19 || seed.find_first_not_of("0123456789") != seed.npos)
    {
        error = "'" + seed + "' is not a seed, an integer of at most 19 digits";
        return {};
    }
    Schedule schedule = Random(system, std::strtoull(seed.c_str(), nullptr, 10));
    std::string field;
    while (error.empty() && std::getline(words, field, ','))
    {
        error = SetField(schedule, field);
    }
    return schedule;
}

std::string
Schedule::Replay() const
{
    const std::string fields = FieldList(*this);
    const std::string name = system + ":" + std::to_string(seed);
    return fields == FieldList(Random(system, seed)) ? name : name + ":" + fields;
}

std::string
Schedule::Describe() const
{
    return FieldList(*this) + "; replay with ESA_REPLAY='" + Replay() +
           "' ./ns3 run esa-gtest-runs -- --gtest_filter='AdversaryReplay.*'";
}

} // namespace ns3::esa
