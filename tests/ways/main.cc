// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Compares the ways to run random scenarios: the task engine, events of ns-3, rounds, and rounds of
// threads. Rows, recordings, errors and warnings have to be the same bytes.

#include "ways/apart.h"
#include "ways/comparison.h"
#include "ways/options.h"

#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-scenario-schema.h"

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <iomanip>
#include <iostream>
#include <set>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;
using Clock = std::chrono::steady_clock;

/// Runs of each runner that are compared, as a share of the scenarios, at least. Few scenarios are
/// for rounds in threads. The number of each may differ by its root.
constexpr std::array<double, 4> kLeastRuns{0.9, 0.8, 0.7, 0.05};
constexpr double kLeastTasks = 0.01; ///< runs of the task runner, as a share of the scenarios
constexpr double kMostSlow = 0.2;    ///< scenarios that are given up, as a share of all
constexpr double kMostFailed = 0.4;  ///< runs that end with an error, as a share of all

volatile std::sig_atomic_t g_isOver{0}; ///< whether no other scenario begins

std::vector<std::string>
AllFields()
{
    std::vector<std::string> fields;
    for (const ScenarioField& field : ScenarioFields())
    {
        fields.push_back(field.pointer);
    }
    for (const StructuredField& field : StructuredFields())
    {
        fields.push_back(field.pointer);
    }
    return fields;
}

/// @return the fields to which a scenario gives another value than the default
std::vector<std::string>
ChangedFields(const json& config)
{
    std::vector<std::string> changed;
    for (const std::string& pointer : AllFields())
    {
        const json::json_pointer place(pointer);
        const json& defaults = ScenarioSchema::Get().Defaults();
        if (config.contains(place) &&
            (!defaults.contains(place) || config.at(place) != defaults.at(place)))
        {
            changed.push_back(pointer);
        }
    }
    return changed;
}

/// @return whether a number is less than what is expected at least
bool
IsFew(uint64_t number, double expected)
{
    return static_cast<double>(number) < expected - std::sqrt(expected);
}

/// @return whether a number is more than what is expected at most
bool
IsMuch(uint64_t number, double expected)
{
    return static_cast<double>(number) > expected + std::sqrt(expected);
}

/// @return what a scenario comes to, for the parent
json
DoScenario(uint64_t seed, const Options& options, const std::filesystem::path& folder)
{
    Note("draw");
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    const std::clock_t began = std::clock();
    const DrawnScenario drawn = DrawScenario(seed, folder);
    const double drawS = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    const WaysOutcome outcome = CompareWays(drawn, options.ways, seed, Note);
    return {{"fields", ChangedFields(drawn.config)},
            {"refusals", drawn.refusals},
            {"draw_s", drawS},
            {"all_s", static_cast<double>(std::clock()) / CLOCKS_PER_SEC},
            {"runs", outcome.runs},
            {"seconds", outcome.seconds},
            {"tasks", outcome.tasks},
            {"gave_up", outcome.gaveUp},
            {"failed", outcome.failed},
            {"too_slow", outcome.tooSlow},
            {"difference", outcome.difference}};
}

/// @return whether a stage is the first run: what does not look at its flag in time is slow then
bool
IsFirst(const std::string& stage)
{
    return stage == "auto" || stage == "ns3";
}

/// Runs a scenario in a process of its own. @return what it came to
json
RunScenarioApart(uint64_t seed, const Options& options, const std::filesystem::path& folder)
{
    const Apart apart = DoApart([&] { return DoScenario(seed, options, folder); });
    if (apart.said)
    {
        return *apart.said;
    }
    const bool isSlow = apart.isSlow && IsFirst(apart.stage);
    return {{isSlow ? "too_slow" : "difference", apart.stage + " " + apart.end}};
}

/// What all scenarios came to.
struct Totals
{
    std::size_t scenarios{0};
    uint64_t refusals{0};
    std::array<uint64_t, 4> runs{};
    std::array<double, 4> seconds{};
    double drawS{0};
    double allS{0};
    uint64_t tasks{0};
    uint64_t gaveUp{0};
    uint64_t failed{0};
    uint64_t tooSlow{0};
    uint64_t different{0};
    std::set<std::string> fields;

    void Add(const json& said)
    {
        ++scenarios;
        refusals += said.value("refusals", 0U);
        drawS += said.value("draw_s", 0.0);
        allS += said.value("all_s", 0.0);
        tasks += said.value("tasks", 0U);
        gaveUp += said.value("gave_up", 0U);
        failed += said.value("failed", 0U);
        tooSlow += said.value("too_slow", "").empty() ? 0 : 1;
        different += said.value("difference", "").empty() ? 0 : 1;
        for (std::size_t way = 0; said.contains("runs") && way < runs.size(); ++way)
        {
            runs[way] += said["runs"][way].get<uint64_t>();
            seconds[way] += said["seconds"][way].get<double>();
        }
        for (const auto& field : said.value("fields", json::array()))
        {
            fields.insert(field);
        }
    }

    /// @param asked the runners that were asked for, by number
    /// @return what was hardly compared, so that it shows little that nothing differs; empty:
    /// nothing
    std::string Lack(const std::array<bool, 4>& asked) const
    {
        const auto all = static_cast<double>(scenarios);
        std::string lack;
        uint64_t runsOfAll = 0;
        for (std::size_t way = 0; way < runs.size(); ++way)
        {
            runsOfAll += runs[way];
            if (asked[way] && IsFew(runs[way], kLeastRuns[way] * all))
            {
                lack += std::string("; too few runs of ") + kWayNames[way];
            }
        }
        lack += runsOfAll == 0 ? "; nothing was compared" : "";
        // Where the workers of a job may differ, the task runner gives up.
        if (asked[0] && (IsFew(tasks, kLeastTasks * all) || IsMuch(gaveUp, 4. * tasks)))
        {
            lack += "; too few runs of the task runner";
        }
        lack += IsMuch(tooSlow, kMostSlow * all) ? "; too many are given up" : "";
        // All runs of a scenario end with the same error.
        const bool areErrors = IsMuch(failed / runs.size(), kMostFailed * runsOfAll / runs.size());
        lack += areErrors ? "; too many errors" : "";
        return lack;
    }

    void Print(const std::array<bool, 4>& asked) const
    {
        std::cout << scenarios << " scenarios, " << refusals << " drafts were refused; seconds of "
                  << "a processor: all " << std::fixed << std::setprecision(1) << allS
                  << ", drawing " << drawS << "\n";
        for (std::size_t way = 0; way < runs.size(); ++way)
        {
            std::cout << kWayNames[way] << ": " << runs[way] << " runs were compared, "
                      << seconds[way] << " s\n";
        }
        std::cout << tasks << " runs of auto were of the task engine, which gave up " << gaveUp
                  << "; " << failed << " runs ended with an error\n";
        std::string missing;
        const std::vector<std::string> all = AllFields();
        for (const std::string& field : all)
        {
            missing += fields.count(field) == 0 ? " " + field : "";
        }
        std::cout << fields.size() << " of " << all.size() << " fields had another value than the "
                  << "default" << (missing.empty() ? "" : "; never:" + missing) << "\n"
                  << tooSlow << " scenarios were given up, as they take long\n"
                  << different << " scenarios differ" << Lack(asked) << std::endl;
    }
};

int
RunAll(const Options& options)
{
    const std::filesystem::path folder = MakeFolder();
    const auto end = Clock::now() + std::chrono::duration<double>(options.seconds);
    Totals totals;
    for (const int signal : {SIGINT, SIGTERM})
    {
        std::signal(signal, [](int) { g_isOver = 1; }); // what there is so far is printed
    }
    WarmUp();
    if (const std::string missed = WrongRowsNotFound(options.ways, folder); !missed.empty())
    {
        std::cout << "rows that are wrong on purpose are not found" << missed << std::endl;
        return 1;
    }
    for (uint64_t seed = options.seed;
         seed < options.seed + options.count && Clock::now() < end && g_isOver == 0;
         ++seed)
    {
        const json said = RunScenarioApart(seed, options, folder / "scenario");
        totals.Add(said);
        for (const char* const what : {"difference", "too_slow"})
        {
            const std::string text = said.value(what, "");
            if (!text.empty() && (*what == 'd' || options.isVerbose))
            {
                std::cout << "esa-ways --seed " << seed << " --count 1  # " << what << ": " << text
                          << std::endl;
            }
        }
    }
    std::filesystem::remove_all(folder);
    totals.Print(options.ways);
    return totals.different > 0 || !totals.Lack(options.ways).empty() ? 1 : 0;
}

/// Prints a scenario. Its files are written into the folder.
void
PrintOne(const Options& options)
{
    std::filesystem::create_directories(options.folder);
    for (uint64_t seed = options.seed; seed < options.seed + options.count; ++seed)
    {
        const DrawnScenario drawn = DrawScenario(seed, options.folder);
        std::cout << ScenarioSchema::Get().InOrder(drawn.config).dump(2) << std::endl;
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
        const Options options = ReadOptions({argv + 1, argv + argc});
        if (options.isHelp)
        {
            std::cout << kHelp;
            return 0;
        }
        unsetenv("NS_LOG");
        RequireDrawers();
        PrepareApart();
        if (options.isPrinted)
        {
            PrintOne(options);
            return 0;
        }
        return RunAll(options);
    }
    catch (const std::exception& error)
    {
        std::cerr << "esa-ways: " << error.what() << std::endl;
        return 2;
    }
}
