// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ways/comparison.h"

#include "ways/apart.h"

#include "ns3/esa-results.h"
#include "ns3/esa-runner-choice.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <stdexcept>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr int kPatienceMs = 150;    ///< of a processor, for a run; longer ones are given up
constexpr double kFewSamples = 300; ///< of a recording

/// Small runs have few frames at a time. Threads that share each of them meet often, which takes
/// long where processors are few.
const std::vector<uint64_t> kFewFrames{1, 10, 10, 10, 50, 50, 50, 50};
constexpr double kShareOfThreads = 0.2; ///< of the scenarios that threads may share

/// What a run gives, by name.
using Outputs = std::map<std::string, std::string>;

/// What is the same for all runs of a scenario.
struct Recipe
{
    const DrawnScenario& drawn; ///< the scenario
    std::string system;         ///< one of its systems
    uint32_t seed;              ///< one of its seeds
    uint32_t threads;           ///< of Way::Threads
    uint64_t fewFrames;         ///< see RunControl
    RecordingFiles recording;   ///< of all but Way::Auto
    double stallAfterS;         ///< see RunControl
};

/// @return a text, or the first part of a long one in which two differ
std::pair<std::string, std::string>
WhereTheyDiffer(const std::string& a, const std::string& b)
{
    constexpr std::size_t before = 150;
    const auto mismatch = std::mismatch(a.begin(),
                                        a.begin() + static_cast<long>(std::min(a.size(), b.size())),
                                        b.begin());
    const auto place = static_cast<std::size_t>(mismatch.first - a.begin());
    const std::size_t begin = place > before ? place - before : 0;
    return {a.substr(begin, 2 * before), b.substr(begin, 2 * before)};
}

/// The runs of a scenario, and what they came to.
class Runs
{
  public:
    Runs(const DrawnScenario& drawn, void (*note)(const char*), std::optional<Way> wrong)
        : m_drawn(drawn),
          m_note(note),
          m_wrong(wrong)
    {
        const std::string text = drawn.config.dump();
        for (const char* const engine : {"auto", "ns3", "rounds", "rounds"})
        {
            const json value = m_scenarios.empty() || !m_isForEvents ? json(engine) : json("ns3");
            m_scenarios.push_back(
                ParseScenario(text, "drawn", {{"engine", "engine", value}}, drawn.folder).scenario);
            m_isForEvents = !ReasonAgainstRounds(m_scenarios[0], {}).empty();
        }
    }

    /// @return whether a way may run the scenario
    bool Knows(Way way) const
    {
        return way == Way::Auto || way == Way::Ns3 || !m_isForEvents;
    }

    const ValidScenario& Scenario() const
    {
        return m_scenarios[0];
    }

    /// @return whether threads have something to share
    bool MayShare() const
    {
        return ReasonForOneThread(m_scenarios[2], {}).empty();
    }

    /// Runs one way. @return what it gives; nothing: it took too long
    std::optional<Outputs> Run(Way way, const Recipe& recipe);

    WaysOutcome outcome; ///< of all runs

  private:
    const DrawnScenario& m_drawn;           ///< the scenario
    void (*m_note)(const char*);            ///< see CompareWays()
    std::optional<Way> m_wrong;             ///< see CompareWays()
    std::vector<ValidScenario> m_scenarios; ///< by way
    bool m_isForEvents{false};              ///< whether only ns-3's events may run it
};

std::optional<Outputs>
Runs::Run(Way way, const Recipe& recipe)
{
    const auto index = static_cast<std::size_t>(way);
    m_note(kWayNames[index]);
    Outputs outputs;
    RunControl control;
    control.stallAfter = Seconds(recipe.stallAfterS);
    control.interrupted = Patience::Flag();
    control.threads = way == Way::Threads ? recipe.threads : 1;
    control.fewFrames = recipe.fewFrames;
    control.warn = [&outputs](const std::string& warning) { outputs["warnings"] += warning; };
    control.why = [this](const std::string& why) {
        outcome.tasks += why.rfind("tasks", 0) == 0 ? 1 : 0;
        outcome.gaveUp += why.find("gave up") != std::string::npos ? 1 : 0;
    };
    if (way != Way::Auto)
    {
        control.recording = recipe.recording;
    }
    const std::clock_t began = std::clock();
    {
        const Patience patience(kPatienceMs);
        try
        {
            auto result = RunScenario(m_scenarios[index], recipe.system, recipe.seed, control);
            if (result)
            {
                result->packetHops += way == m_wrong ? 1 : 0;
                nlohmann::ordered_json row = JsonRow(*result);
                row.erase("events");
                row.erase("wall_s");
                outputs["row"] = row.dump();
                outputs["sim_ms"] = row["sim_ms"].dump();
            }
        }
        catch (const std::exception& error)
        {
            outputs["error"] = error.what();
            ++outcome.failed;
        }
    }
    outcome.seconds[index] += static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    if (*Patience::Flag() != 0)
    {
        return std::nullopt;
    }
    for (const RecordingOption& option : kRecordingOptions)
    {
        if (const std::string& path = control.recording.*option.path; !path.empty())
        {
            outputs[option.option] = ReadTextFile(path);
        }
    }
    return outputs;
}

/// @param late the way that was given up
void
JudgeLate(WaysOutcome& outcome, Way late)
{
    const auto index = static_cast<std::size_t>(late);
    // Threads that have to meet after each frame may take any time on a machine that is in use.
    const bool isHang = late == Way::Rounds && outcome.seconds[static_cast<int>(Way::Ns3)] < 0.015;
    (isHang ? outcome.difference : outcome.tooSlow) = std::string(kWayNames[index]) +
                                                      " has not ended after " +
                                                      std::to_string(kPatienceMs) + " ms";
}

/// Adds what differs between two ways.
void
Compare(const std::pair<Way, Outputs>& first,
        const std::pair<Way, Outputs>& second,
        WaysOutcome& to)
{
    for (const auto& [name, text] : first.second)
    {
        const auto other = second.second.find(name);
        const bool isRecording = name.rfind("--", 0) == 0;
        if (other == second.second.end() && (first.first == Way::Auto || !isRecording))
        {
            to.difference += name + " of " + kWayNames[static_cast<int>(first.first)] +
                             " only: " + text.substr(0, 300) + "; ";
        }
        else if (other != second.second.end() && other->second != text)
        {
            const auto [a, b] = WhereTheyDiffer(text, other->second);
            to.difference += name + " of " + kWayNames[static_cast<int>(first.first)] + " and " +
                             kWayNames[static_cast<int>(second.first)] + " differ: " + a + " AND " +
                             b + "; ";
        }
    }
    for (const auto& [name, text] : second.second)
    {
        if (first.second.count(name) == 0 && name.rfind("--", 0) != 0)
        {
            to.difference += name + " of " + kWayNames[static_cast<int>(second.first)] +
                             " only: " + text.substr(0, 300) + "; ";
        }
    }
}

/// @return what is recorded: nothing, switches, or all; samples are few
RecordingFiles
DrawRecording(const DrawnScenario& drawn, Random& random, const Outputs& known)
{
    RecordingFiles files;
    files.replace = true;
    const int64_t kind = random.Whole(0, 2);
    if (kind > 0)
    {
        files.switches = drawn.folder / "switches.csv";
    }
    if (kind > 1)
    {
        files.links = drawn.folder / "links.csv";
        files.occupancy = drawn.folder / "occupancy.csv";
        const auto ms = known.find("sim_ms");
        const double us = ms == known.end() ? 1e6 : std::stod(ms->second) * 1000;
        files.sampleUs = std::max(random.Pick<double>({0.3, 2, 10}), us / kFewSamples);
    }
    return files;
}

const char* const kSmallScenario =
    R"({"jobs": {"count": 1, "workers": 2}, "topology": {"hosts": 2}, "iterations": 1,
        "systems": ["esa"], "dnns": {"A": {"layers": [{"compute_us": 1}],
            "partitions": [{"layer": 1, "bytes": 1}], "comm_comp_ratio": 1}}})";

} // namespace

void
WarmUp()
{
    for (const char* const engine : {"auto", "ns3", "rounds"})
    {
        const auto parsed = ParseScenario(kSmallScenario, "small", {{"engine", "engine", engine}});
        RunScenario(parsed.scenario, "esa", 1, {});
    }
}

WaysOutcome
CompareWays(const DrawnScenario& drawn,
            const std::array<bool, 4>& asked,
            uint64_t seed,
            void (*note)(const char* way),
            std::optional<Way> wrong)
{
    Random random(seed);
    note("parse");
    Runs runs(drawn, note, wrong);
    const ValidScenario& scenario = runs.Scenario();
    const std::size_t nodes = scenario->Hosts() + scenario->routes->Switches().size();
    const double stallAfterS = std::clamp(2000 * scenario->rto.checkUs / 1e6, 0.05, 2.0);
    const bool areShared = random.Chance(kShareOfThreads) || wrong == Way::Threads;
    for (const std::string& system : scenario->systems)
    {
        for (const uint32_t seedOfRun : scenario->seeds)
        {
            Recipe recipe{drawn, system, seedOfRun, 1, 0, {}, stallAfterS};
            recipe.fewFrames = random.Pick(kFewFrames);
            recipe.threads = static_cast<uint32_t>(
                random.Whole(2, static_cast<int64_t>(std::min<std::size_t>(nodes, 4))));
            std::vector<std::pair<Way, Outputs>> ended;
            for (const Way way : {Way::Auto, Way::Ns3, Way::Rounds, Way::Threads})
            {
                const bool canRun =
                    runs.Knows(way) && (way != Way::Threads || (areShared && runs.MayShare()));
                if (!asked[static_cast<std::size_t>(way)] || !canRun)
                {
                    continue;
                }
                auto outputs = runs.Run(way, recipe);
                if (!outputs)
                {
                    JudgeLate(runs.outcome, way);
                    return runs.outcome;
                }
                if (way == Way::Auto)
                {
                    recipe.recording = DrawRecording(drawn, random, *outputs);
                }
                else if (recipe.recording.IsSampled() && !ended.empty() &&
                         ended[0].first == Way::Auto && ended[0].second.count("error") > 0)
                {
                    // Samples go on where nothing else is left to do, so the message is another.
                    ended.erase(ended.begin());
                }
                ended.emplace_back(way, std::move(*outputs));
                if (ended.size() < 2)
                {
                    continue;
                }
                Compare(ended.front(), ended.back(), runs.outcome);
                ++runs.outcome.runs[static_cast<std::size_t>(way)];
                if (ended.size() == 2)
                {
                    ++runs.outcome.runs[static_cast<std::size_t>(ended.front().first)];
                }
                else
                {
                    Compare(ended[1], ended.back(), runs.outcome); // the recordings
                }
                if (!runs.outcome.difference.empty())
                {
                    runs.outcome.difference = system + ", seed " + std::to_string(seedOfRun) +
                                              ": " + runs.outcome.difference;
                    return runs.outcome;
                }
            }
        }
    }
    return runs.outcome;
}

std::string
WrongRowsNotFound(const std::array<bool, 4>& asked, const std::filesystem::path& folder)
{
    const DrawnScenario drawn{json::parse(kSmallScenario), 0, folder};
    std::string missed;
    for (const Way way : {Way::Auto, Way::Ns3, Way::Rounds, Way::Threads})
    {
        const bool isAlone = std::count(asked.begin(), asked.end(), true) < 2;
        if (!asked[static_cast<std::size_t>(way)] || isAlone)
        {
            continue;
        }
        const WaysOutcome found = CompareWays(
            drawn,
            asked,
            1,
            [](const char*) {},
            way);
        if (found.difference.find("packet_hops") == std::string::npos)
        {
            missed += std::string("; ") + kWayNames[static_cast<std::size_t>(way)] +
                      (found.tooSlow.empty() ? "" : ", as " + found.tooSlow);
        }
    }
    return missed;
}

} // namespace ns3::esa::test
