/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Compares the ways to run random scenarios: the task engine, events of ns-3, rounds, and rounds of
// threads. Rows, recordings, errors and warnings have to be the same bytes.
//
// Each scenario has a process of its own. So a crash or a hang of one is a finding, and the others
// go on; and a scenario that is repeated alone does what it did among the others.

#include "ways/comparison.h"
#include "ways/options.h"

#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-scenario-schema.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iomanip>
#include <iostream>
#include <poll.h>
#include <set>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kMostCpuS = 30; ///< of a scenario; a run that passes it does not look at its flag
constexpr int kMostWallMs = 300000; ///< of a scenario; threads may wait for each other for ever

char* g_stage{nullptr};                 ///< what a process does, for its parent
volatile std::sig_atomic_t g_isOver{0}; ///< whether no other scenario begins

void
Note(const char* stage)
{
    std::strncpy(g_stage, stage, 15);
}

/// @return all fields of the tables
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
            {"failed", outcome.failed},
            {"too_slow", outcome.tooSlow},
            {"difference", outcome.difference}};
}

/// The process of a scenario. @param out where its parent reads
[[noreturn]] void
RunChild(uint64_t seed, const Options& options, const std::filesystem::path& folder, int out)
{
    const rlimit cpu{kMostCpuS, kMostCpuS + 5};
    setrlimit(RLIMIT_CPU, &cpu);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    json said;
    try
    {
        said = DoScenario(seed, options, folder);
    }
    catch (const std::exception& error)
    {
        said = {{"difference", std::string(g_stage) + ": " + error.what()}};
    }
    const std::string text = said.dump(-1, ' ', true, json::error_handler_t::replace);
    const bool isWritten = write(out, text.data(), text.size()) == static_cast<long>(text.size());
    _exit(isWritten ? 0 : 1); // what would be destroyed is not part of the comparison
}

/// @return what came through a pipe until its end; nothing: that took too long
std::optional<std::string>
ReadAll(int in)
{
    std::string text;
    std::array<char, 65536> part;
    const auto end = Clock::now() + std::chrono::milliseconds(kMostWallMs);
    while (true)
    {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd event{in, POLLIN, 0};
        if (left <= 0 || poll(&event, 1, static_cast<int>(left)) == 0)
        {
            return std::nullopt;
        }
        const ssize_t size = read(in, part.data(), part.size());
        if (size <= 0)
        {
            return text;
        }
        text.append(part.data(), static_cast<std::size_t>(size));
    }
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
    std::array<int, 2> ends;
    if (pipe(ends.data()) != 0)
    {
        throw std::runtime_error("no pipe");
    }
    const pid_t child = fork();
    if (child == 0)
    {
        close(ends[0]);
        RunChild(seed, options, folder, ends[1]);
    }
    close(ends[1]);
    const auto text = ReadAll(ends[0]);
    close(ends[0]);
    if (!text)
    {
        kill(child, SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (!text)
    {
        return {
            {IsFirst(g_stage) ? "too_slow" : "difference", std::string(g_stage) + " does not end"}};
    }
    if (WIFSIGNALED(status))
    {
        const int signal = WTERMSIG(status);
        const std::string stage = g_stage;
        const bool isSlow = signal == SIGXCPU && IsFirst(stage);
        return {{isSlow ? "too_slow" : "difference", stage + " ends by " + strsignal(signal)}};
    }
    return json::parse(*text);
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

    void Print() const
    {
        std::cout << scenarios << " scenarios, " << refusals << " drafts were refused; seconds of "
                  << "a processor: all " << std::fixed << std::setprecision(1) << allS
                  << ", drawing " << drawS << "\n";
        for (std::size_t way = 0; way < runs.size(); ++way)
        {
            std::cout << kWayNames[way] << ": " << runs[way] << " runs, " << seconds[way] << " s\n";
        }
        std::cout << tasks << " runs of auto were of the task engine; " << failed
                  << " runs ended with an error\n";
        std::string missing;
        const std::vector<std::string> all = AllFields();
        for (const std::string& field : all)
        {
            missing += fields.count(field) == 0 ? " " + field : "";
        }
        std::cout << fields.size() << " of " << all.size() << " fields had another value than the "
                  << "default" << (missing.empty() ? "" : "; never:" + missing) << "\n"
                  << tooSlow << " scenarios were given up, as they take long\n"
                  << different << " scenarios differ" << std::endl;
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
    totals.Print();
    return totals.different > 0 ? 1 : 0;
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
        g_stage = static_cast<char*>(
            mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
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
