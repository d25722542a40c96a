// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_TEST_UTIL_H
#define ESA_TEST_SCENARIO_TEST_UTIL_H

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-text.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::esa::test
{

/// A temporary directory for a test, removed afterwards.
class TemporaryDirectory
{
  public:
    TemporaryDirectory()
    {
        std::string name = (std::filesystem::temp_directory_path() / "esa-test-").string();
        name += std::string(6, 'X'); // mkdtemp() fills them in
        m_path = mkdtemp(name.data());
    }

    ~TemporaryDirectory()
    {
        std::filesystem::remove_all(m_path);
    }

    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    /// @return the path of a file or directory in it
    std::string Path(const std::string& name) const
    {
        return (m_path / name).string();
    }

    /// Writes a file. @return its path
    std::string Write(const std::string& name, const std::string& text) const
    {
        std::ofstream(Path(name)) << text;
        return Path(name);
    }

  private:
    std::filesystem::path m_path; ///< where it is
};

/// @return whether a part is in a text
inline testing::AssertionResult
HasText(const std::string& text, const std::string& part)
{
    const bool found = text.find(part) != std::string::npos;
    return (found ? testing::AssertionSuccess() : testing::AssertionFailure())
           << "\"" << part << "\" in:\n"
           << text;
}

/// @return whether a text begins with the start
inline testing::AssertionResult
BeginsWith(const std::string& text, const std::string& start)
{
    const bool begins = text.compare(0, start.size(), start) == 0;
    return (begins ? testing::AssertionSuccess() : testing::AssertionFailure())
           << "\"" << start << "\" at the beginning of:\n"
           << text;
}

/// @return one text
inline std::string
Joined(const std::vector<std::string>& lines)
{
    std::string text;
    for (const std::string& line : lines)
    {
        text += line + "\n";
    }
    return text;
}

/// @return whether there are as many lines as starts, and each begins with its start
inline testing::AssertionResult
LinesBeginWith(const std::vector<std::string>& lines, const std::vector<std::string>& starts)
{
    if (lines.size() != starts.size())
    {
        return testing::AssertionFailure() << lines.size() << " lines:\n" << Joined(lines);
    }
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        const testing::AssertionResult begins = BeginsWith(lines[i], starts[i]);
        if (!begins)
        {
            return begins;
        }
    }
    return testing::AssertionSuccess();
}

/// The values of the ESA paper, as we read it, in place of those that follow from the network; no
/// recovery, and a hash that lets a job collide with itself. So they stand in scenarios/paper.
inline constexpr const char* kPaper = R"({
    "switch": {"aggregator_index": "mix64"},
    "window": {"initial_packets": 200, "max_packets": 500, "switchml_max_packets": 333,
               "iswitch_max_packets": 0},
    "ecn": {"threshold_bytes": 1000000},
    "rto": {"min_us": 1000, "check_us": 50},
    "reminder": {"ps_holdoff_us": 10},
    "priority": {"p_max_per_s": 5000},
    "recovery": {"enabled": false, "stale_us": 10000},
    "flow": {"window_packets": 256, "protocol": "none", "dctcp": {"threshold_bytes": 97500},
             "swift": {"target_us": 25, "hop_us": 3}},
    "link": {"overhead_bytes": 0, "pfc": {"xoff_bytes": 100000, "xon_bytes": 50000}},
    "a2tp": {"base_round_trip_us": 30},
    "hire": {"job_memory_bytes": 1000000}})";

/// @brief For tests that need the values of the paper, and not those of a deployed system: because
/// they state what follows from them, or what happens without recovery.
/// @param text a scenario
/// @return the same with the values of the paper, except those that it names itself
inline std::string
OnPaper(const std::string& text)
{
    nlohmann::json scenario = nlohmann::json::parse(kPaper);
    scenario.merge_patch(nlohmann::json::parse(text));
    return scenario.dump();
}

/// The same for a scenario file.
inline ParsedScenario
ReadOnPaper(const std::string& path, const std::vector<ScenarioOverride>& overrides = {})
{
    return ParseScenario(OnPaper(ReadTextFile(path)),
                         path,
                         overrides,
                         std::filesystem::path(path).parent_path());
}

/// @return what the arguments of --set set
inline std::vector<ScenarioOverride>
Overrides(const std::vector<std::string>& settings)
{
    std::vector<ScenarioOverride> overrides;
    for (const std::string& setting : settings)
    {
        overrides.push_back(ParseSetting(setting));
    }
    return overrides;
}

/// @return a scenario with the arguments of --set, which has to be valid
inline ValidScenario
ValidScenarioOf(const std::string& text, const std::vector<std::string>& settings = {})
{
    return ParseScenario(text, "FILE", Overrides(settings)).scenario;
}

/// @return the errors of reading something; empty if there are none
template <typename F>
std::vector<std::string>
ErrorsWhile(F read)
{
    try
    {
        read();
        return {};
    }
    catch (const ScenarioError& error)
    {
        return error.Lines();
    }
}

/// @return the errors of a scenario with the arguments of --set; empty if it is valid
inline std::vector<std::string>
ErrorsOf(const std::string& text, const std::vector<std::string>& settings = {})
{
    return ErrorsWhile([&] { ParseScenario(text, "FILE", Overrides(settings)); });
}

/// @return the first of some errors; "none"
inline std::string
FirstOf(const std::vector<std::string>& errors)
{
    return errors.empty() ? "none" : errors.front();
}

/// @return the cells of a line of a CSV file, quotes of quoted cells included
inline std::vector<std::string>
Cells(const std::string& line)
{
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    for (const char c : line)
    {
        isQuoted ^= c == '"';
        if (c == ',' && !isQuoted)
        {
            cells.emplace_back();
        }
        else
        {
            cells.back() += c;
        }
    }
    return cells;
}

/// @return the rows of a table of CSV without quotes: cells by the names of their columns
inline std::vector<std::map<std::string, std::string>>
ReadTable(const std::string& path)
{
    std::istringstream text(ReadTextFile(path));
    std::string line;
    std::getline(text, line);
    const std::vector<std::string> names = Cells(line);
    std::vector<std::map<std::string, std::string>> rows;
    while (std::getline(text, line))
    {
        std::vector<std::string> cells = Cells(line);
        cells.resize(names.size());
        auto& row = rows.emplace_back();
        for (std::size_t i = 0; i < names.size(); ++i)
        {
            row[names[i]] = cells[i];
        }
    }
    return rows;
}

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_TEST_UTIL_H
