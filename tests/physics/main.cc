// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Checks what physics demands of random scenarios. See pair.h.

#include "physics/pair.h"
#include "ways/apart.h"
#include "ways/comparison.h"
#include "ways/options.h"

#include "ns3/esa-hash.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <iomanip>
#include <iostream>
#include <map>
#include <stdexcept>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kMostCpuS = 20;        ///< of a pair; what takes longer does not look at its flag
constexpr uint32_t kMostDraws = 40;  ///< of a scenario, until a relation is about it
constexpr uint32_t kNanoseconds = 6; ///< runs that show what a nanosecond changes
constexpr uint64_t kMany = 20000;    ///< scenarios in which each reason should apply once
constexpr uint64_t kSome = 10;       ///< faults or pairs from which on shares show something

/// Shares of the pairs of a relation, which may differ by one over the root of their number.
constexpr double kLeastJudged = 0.75;  ///< of all; others end too late, or in errors
constexpr double kMostExplained = 0.1; ///< of those that were judged
constexpr double kLeastFound = 0.5;    ///< faults made on purpose that are found

volatile std::sig_atomic_t g_isOver{0}; ///< whether no other scenario begins

const char* const kPhysicsHelp =
    R"(Draws legal scenarios from seeds, derives a second one from each, and checks what physics demands
of both results. A finding is one line, which repeats it.

usage: esa-physics [OPTION VALUE]...
  --seed N         the seed of the first scenario [1]
  --count N        number of scenarios [100; 1 with --print]
  --seconds S      begin no scenario after so many seconds
  --relation NAME  only this relation: scale, monotone, step, neutral, same, bounds, ends, repair,
                   meet, late, operations
  --system NAME    all scenarios with this system
  --verbose        also name what a reason or chance explains, and what is not judged
  --print          print both scenarios as esa-scenario --config reads them, run nothing
  --folder PATH    with --print: where files are written that scenarios name [.]
  --help           print this
)";

/// The options of this program.
struct PhysicsOptions
{
    Options common;       ///< those that esa-ways has, too
    std::string relation; ///< empty: all
    std::string system;   ///< empty: as drawn
};

PhysicsOptions
Read(std::vector<std::string> arguments)
{
    PhysicsOptions options;
    const auto take = [&arguments](const std::string& name) {
        const auto found = std::find(arguments.begin(), arguments.end(), name);
        std::string value;
        if (found != arguments.end() && found + 1 != arguments.end())
        {
            value = *(found + 1);
            arguments.erase(found, found + 2);
        }
        return value;
    };
    options.relation = take("--relation");
    options.system = take("--system");
    options.common = ReadOptions(arguments);
    return options;
}

/// @return the relation of a seed
const Relation&
RelationOf(uint64_t seed, const std::string& wanted)
{
    std::vector<const Relation*> turns;
    for (const Relation& relation : Relations())
    {
        if (wanted == relation.name)
        {
            return relation;
        }
        turns.insert(turns.end(), relation.share, &relation);
    }
    if (!wanted.empty())
    {
        throw std::invalid_argument("--relation " + wanted + " is none; see --help");
    }
    return *turns[seed % turns.size()];
}

std::string g_system; ///< all scenarios have it; empty: as drawn
const Relation* g_relation{nullptr};

void
Change(Draft& draft)
{
    if (!g_system.empty())
    {
        draft.config["systems"] = {g_system};
    }
    g_relation->tame(draft);
}

bool
IsLegal(const json& config, const std::filesystem::path& folder)
{
    try
    {
        return config.is_null() ||
               !ParseScenario(config.dump(), "pair", {}, folder).effective.empty();
    }
    catch (const ScenarioError&)
    {
        return false;
    }
}

/// Draws the pair of a seed. @return it; an empty one: nothing that was drawn is of the relation
Pair
DrawPair(uint64_t seed, const PhysicsOptions& options, const std::filesystem::path& folder)
{
    g_relation = &RelationOf(seed, options.relation);
    g_system = options.system;
    for (uint32_t turn = 0; turn < kMostDraws; ++turn)
    {
        std::filesystem::remove_all(folder / std::to_string(turn));
        std::filesystem::create_directories(folder / std::to_string(turn));
        const uint64_t own = Hash64(seed) + 1000 * turn;
        const DrawnScenario drawn = DrawScenario(own, folder / std::to_string(turn), Change);
        const auto parsed = ParseScenario(drawn.config.dump(), "drawn", {}, drawn.folder);
        if (!parsed.scenario->trace.jobs.empty() && std::string(g_relation->name) != "ends" &&
            std::string(g_relation->name) != "bounds")
        {
            continue; // jobs wait for each other, and what comes first may be anything
        }
        Random random(own + 1);
        const bool hasPatience = turn < kMostDraws / 2;
        const uint64_t choice = Hash64(hasPatience ? seed + 1 : own + 2);
        Base base{random, choice, parsed.effective, parsed.scenario, drawn.folder};
        auto pair = g_relation->derive(base);
        if (pair && IsLegal(pair->a, drawn.folder) && IsLegal(pair->b, drawn.folder))
        {
            pair->folder = drawn.folder;
            return *pair;
        }
    }
    return {};
}

/// @return the number of the reason of a finding, or none
std::optional<std::size_t>
ReasonOf(const Pair& pair, const Outcome& a, const Outcome& b)
{
    const std::string system = "," + pair.a["systems"][0].get<std::string>() + ",";
    for (std::size_t i = 0; i < Reasons().size(); ++i)
    {
        const Reason& reason = Reasons()[i];
        const std::string systems = std::string(",") + reason.systems + ",";
        if (std::string(reason.relation) == g_relation->name &&
            pair.field.rfind(reason.field, 0) == 0 &&
            (systems == ",," || systems.find(system) != std::string::npos) &&
            (!reason.applies || reason.applies(pair, a, b)))
        {
            return i;
        }
    }
    return std::nullopt;
}

/// What compares times should not depend on a nanosecond. Where tasks or flows meet, it may: a
/// packet that comes first by a nanosecond can decide about all that follow. So can one aggregator
/// more, as a hash is taken modulo their number, the packets that DCQCN marks by chance, and a
/// millionth of a packet by which a window of Swift grows more.
/// @param pair how two scenarios relate
/// @param from one of both
/// @param jct its time in ms
/// @return the least and the largest time of it and of the same with some nanoseconds more, some
/// aggregators more where memory differs, other marks, and other windows
std::pair<double, double>
TimesNear(const Pair& pair, const json& from, double jct)
{
    std::pair<double, double> times{jct, jct};
    for (uint32_t ns = 1; ns <= kNanoseconds; ++ns)
    {
        Note("run with a nanosecond more");
        json config = from;
        for (const char* const place :
             {"/link/delay_us", "/topology/uplink_delay_us", "/topology/server_delay_us"})
        {
            config[json::json_pointer(place)] = NumberAt(config, place) + 0.001 * ns;
        }
        for (json& link : config["topology"]["graph"]["links"])
        {
            if (link.contains("delay_us"))
            {
                link["delay_us"] = link["delay_us"].get<double>() + 0.001 * ns;
            }
        }
        if (pair.field == "/switch/memory_bytes")
        {
            const double more = ns * NumberAt(config, "/switch/aggregator_bytes");
            config["switch"]["memory_bytes"] =
                static_cast<int64_t>(NumberAt(config, pair.field) + more);
        }
        if (config["flow"]["congestion_control"] == "dcqcn")
        {
            config["seeds"] = {1 + ns};
        }
        if (config["flow"]["congestion_control"] == "swift")
        {
            const double more = 1 + 1e-6 * ns;
            config["flow"]["swift"]["increase_packets"] =
                more * NumberAt(config, "/flow/swift/increase_packets");
        }
        const Outcome other = RunOnce(config, pair.folder, pair.wishA);
        if (!other.row.is_null())
        {
            const double time = other.row["jct_ms"];
            times = {std::min(times.first, time), std::max(times.second, time)};
        }
    }
    return times;
}

/// @return whether the second time is as near to the first one as those of the first scenario are
/// to each other
bool
IsWithinChance(const Pair& pair, const Outcome& a, const Outcome& b)
{
    if (a.row.is_null() || b.row.is_null() || !g_relation->comparesTimes)
    {
        return false;
    }
    const auto [least, most] = TimesNear(pair, pair.a, a.row["jct_ms"]);
    const auto others = TimesNear(pair, pair.b, b.row["jct_ms"]);
    const double span = most - least;
    return span > 0 && others.second / pair.factor >= least - span &&
           others.first / pair.factor <= most + span;
}

/// Makes all times of a row far too long or short.
void
Spoil(json& row, double factor)
{
    for (auto& [name, value] : row.items())
    {
        const bool isTime = name.find("_ms") != std::string::npos || name == "utilization";
        ForEachNumber(value, [factor = isTime ? factor : 1](const std::string&, json& number) {
            number = number.get<double>() * factor;
        });
    }
    row["results_checked"] = 0;
}

/// @return whether the relation of a pair finds a fault made on purpose: a relation that finds
/// none says nothing of the pairs that hold
bool
FindsFault(const Pair& pair, const Outcome& a, const Outcome& b)
{
    constexpr double kFar = 1e6;
    for (const double factor : {kFar, 1 / kFar})
    {
        Outcome wrongA = a;
        Outcome wrongB = b;
        Spoil(b.row.is_null() ? wrongA.row : wrongB.row, factor);
        if (!g_relation->judge(pair, wrongA, wrongB).empty())
        {
            return true;
        }
    }
    return false;
}

/// @return what a seed comes to, for the parent
json
DoSeed(uint64_t seed, const PhysicsOptions& options, const std::filesystem::path& folder)
{
    Note("draw");
    std::filesystem::remove_all(folder);
    const Pair pair = DrawPair(seed, options, folder);
    if (pair.a.is_null())
    {
        return {{"relation", g_relation->name},
                {"what", g_relation->name},
                {"skipped", "nothing that was drawn is of the relation"}};
    }
    json said{{"relation", g_relation->name},
              {"what",
               g_relation->name + std::string(", ") + pair.a["systems"][0].get<std::string>() +
                   ", " + pair.field + " " + pair.values}};
    Note("first run");
    const Outcome a = RunOnce(pair.a, pair.folder, pair.wishA);
    const bool isLate = a.row.is_null() && a.error.empty();
    const bool needsOther =
        !pair.b.is_null() && !isLate && (!g_relation->judgesErrors || a.row.is_null());
    Outcome b;
    if (needsOther)
    {
        Note("second run");
        b = RunOnce(pair.b, pair.folder, pair.wishB);
    }
    const auto isOtherLate = [&] { return needsOther && b.row.is_null() && b.error.empty(); };
    // A hang of one and not of the other is a finding of its own. A busy machine is none.
    const bool mayHang = !isLate && isOtherLate() && a.events < 20000 && !a.row.is_null();
    if (mayHang)
    {
        Wish longer = pair.wishB;
        longer.isLong = true;
        b = RunOnce(pair.b, pair.folder, longer);
    }
    if (isLate || isOtherLate())
    {
        said[mayHang ? "finding" : "too_slow"] = "the run takes long";
    }
    else if (const std::string wrong = g_relation->judge(pair, a, b); !wrong.empty())
    {
        const auto reason = ReasonOf(pair, a, b);
        const bool isChance = !reason && IsWithinChance(pair, a, b);
        said[reason     ? "explained"
             : isChance ? "by_chance"
                        : "finding"] = wrong + (isChance ? "; a nanosecond changes as much" : "");
        if (reason)
        {
            said["reason"] = *reason;
        }
    }
    else
    {
        // Where both end with an error, there is nothing to compare.
        said[a.row.is_null() && !g_relation->judgesErrors ? "failed" : "held"] = a.error;
        if (!a.row.is_null())
        {
            said["finds_fault"] = FindsFault(pair, a, b);
        }
    }
    said["cpu_s"] = static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
    return said;
}

/// How a pair can end, in the order of the output.
const char* const
    kWaysToEnd[]{"held", "explained", "by_chance", "finding", "failed", "too_slow", "skipped"};

/// The pairs of a relation.
struct Counts
{
    std::map<std::string, uint64_t> ends; ///< by kWaysToEnd
    uint64_t spoiled{0};                  ///< pairs that held, and got a fault made on purpose
    uint64_t faultsFound{0};              ///< of these, those whose fault was found

    uint64_t Of(const std::string& end) const
    {
        const auto found = ends.find(end);
        return found == ends.end() ? 0 : found->second;
    }

    /// @return pairs that the relation was applied to
    uint64_t Judged() const
    {
        return Of("held") + Explained() + Of("finding");
    }

    /// @return pairs that break the relation, and are no finding
    uint64_t Explained() const
    {
        return Of("explained") + Of("by_chance");
    }

    /// @return what is wrong with these numbers; empty: nothing
    std::string Lack() const
    {
        const auto judged = static_cast<double>(Judged());
        double tried = 0;
        for (const auto& [end, count] : ends)
        {
            tried += static_cast<double>(count);
        }
        if (judged < kLeastJudged * tried - std::sqrt(tried))
        {
            return "too few are judged";
        }
        if (spoiled >= kSome && static_cast<double>(faultsFound) < kLeastFound * spoiled)
        {
            return "too few faults made on purpose are found";
        }
        return judged >= kSome && Explained() > kMostExplained * judged + std::sqrt(judged)
                   ? "too many are explained"
                   : "";
    }
};

/// What all seeds came to.
struct Totals
{
    std::map<std::string, Counts> counts; ///< by relation
    std::map<std::size_t, uint64_t> reasons;
    double cpuS{0};

    /// @return the pairs of all relations
    Counts OfAll() const
    {
        Counts sum;
        for (const auto& [relation, of] : counts)
        {
            for (const auto& [end, count] : of.ends)
            {
                sum.ends[end] += count;
            }
            sum.spoiled += of.spoiled;
            sum.faultsFound += of.faultsFound;
        }
        return sum;
    }

    uint64_t Findings() const
    {
        return OfAll().Of("finding");
    }

    /// @return whether nothing was judged, or some relations were hardly applied
    bool IsLacking() const
    {
        const Counts all = OfAll();
        return all.Judged() == 0 || !all.Lack().empty() ||
               std::any_of(counts.begin(), counts.end(), [](const auto& each) {
                   return !each.second.Lack().empty();
               });
    }

    void Print(uint64_t scenarios) const
    {
        std::cout << scenarios << " scenarios, " << std::fixed << std::setprecision(1) << cpuS
                  << " s of a processor\n";
        auto lines = std::vector<std::pair<std::string, Counts>>(counts.begin(), counts.end());
        lines.emplace_back("all relations", OfAll());
        for (const auto& [relation, all] : lines)
        {
            std::cout << relation << ": judged " << all.Judged();
            for (const char* const end : kWaysToEnd)
            {
                if (all.Of(end) > 0)
                {
                    std::cout << ", " << end << " " << all.Of(end);
                }
            }
            std::cout << "; found " << all.faultsFound << " of " << all.spoiled
                      << " faults made on purpose";
            const std::string lack = all.Lack();
            std::cout << (lack.empty() ? "" : "; ") << lack << "\n";
        }
        for (std::size_t i = 0; i < Reasons().size(); ++i)
        {
            const auto found = reasons.find(i);
            const uint64_t times = found == reasons.end() ? 0 : found->second;
            if (times > 0 || scenarios >= kMany)
            {
                const Reason& reason = Reasons()[i];
                std::cout << "reason: " << reason.relation << ", " << reason.systems << ", "
                          << reason.field << ": " << times << " times"
                          << (times == 0 ? "; it never applies, and should go" : "") << "\n";
            }
        }
        std::cout << Findings() << " findings" << std::endl;
    }
};

int
RunAll(const PhysicsOptions& options)
{
    const std::filesystem::path folder = MakeFolder();
    const auto end = Clock::now() + std::chrono::duration<double>(options.common.seconds);
    Totals totals;
    for (const int signal : {SIGINT, SIGTERM})
    {
        std::signal(signal, [](int) { g_isOver = 1; }); // what there is so far is printed
    }
    WarmUp();
    const uint64_t last = options.common.seed + options.common.count;
    uint64_t seed = options.common.seed;
    for (; seed < last && Clock::now() < end && g_isOver == 0; ++seed)
    {
        const Apart apart =
            DoApart([&] { return DoSeed(seed, options, folder / "pair"); }, kMostCpuS);
        json said = apart.said ? *apart.said : json::object();
        if (!apart.said || said.contains("difference"))
        {
            said["relation"] = RelationOf(seed, options.relation).name;
            said["what"] = said["relation"];
            const bool isSlow = apart.isSlow && apart.stage == "draw";
            said[isSlow ? "too_slow" : "finding"] =
                said.value("difference", apart.stage + " " + apart.end);
        }
        totals.cpuS += said.value("cpu_s", 0.0);
        for (const char* const end : kWaysToEnd)
        {
            if (!said.contains(end))
            {
                continue;
            }
            ++totals.counts[said["relation"]].ends[end];
            const bool isFinding = *end == 'f' && end[1] == 'i';
            if (isFinding || (options.common.isVerbose && *end != 'h'))
            {
                std::cout << "esa-physics --seed " << seed << " --count 1"
                          << (options.relation.empty() ? "" : " --relation " + options.relation)
                          << (options.system.empty() ? "" : " --system " + options.system) << "  # "
                          << end << ": " << said["what"].get<std::string>() << ": "
                          << said[end].get<std::string>() << std::endl;
            }
        }
        if (said.contains("finds_fault"))
        {
            Counts& counts = totals.counts[said["relation"]];
            ++counts.spoiled;
            counts.faultsFound += said["finds_fault"].get<bool>() ? 1 : 0;
        }
        if (said.contains("reason"))
        {
            ++totals.reasons[said["reason"]];
        }
    }
    std::filesystem::remove_all(folder);
    totals.Print(seed - options.common.seed);
    return totals.Findings() > 0 || totals.IsLacking() ? 1 : 0;
}

/// Prints pairs. Their files are written into the folder.
void
PrintPairs(const PhysicsOptions& options)
{
    for (uint64_t i = 0; i < options.common.count; ++i)
    {
        const std::filesystem::path& folder = options.common.folder;
        const Pair pair = DrawPair(options.common.seed + i, options, folder);
        std::filesystem::copy(pair.folder,
                              folder,
                              std::filesystem::copy_options::overwrite_existing |
                                  std::filesystem::copy_options::recursive);
        for (const json* const config : {&pair.a, &pair.b})
        {
            if (!config->is_null())
            {
                std::cout << ScenarioSchema::Get().InOrder(*config).dump(2) << std::endl;
            }
        }
    }
}

} // namespace
} // namespace ns3::esa::test

int
main(int argc, char* argv[])
{
    using namespace ns3::esa::test;
    try
    {
        const PhysicsOptions options = Read({argv + 1, argv + argc});
        if (options.common.isHelp)
        {
            std::cout << kPhysicsHelp;
            return 0;
        }
        unsetenv("NS_LOG");
        RequireDrawers();
        RelationOf(1, options.relation);
        PrepareApart();
        if (options.common.isPrinted)
        {
            PrintPairs(options);
            return 0;
        }
        return RunAll(options);
    }
    catch (const std::exception& error)
    {
        std::cerr << "esa-physics: " << error.what() << std::endl;
        return 2;
    }
}
