/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef SCENARIO_TEST_UTIL_H
#define SCENARIO_TEST_UTIL_H

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-text.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{

/// A directory of its own for a test, gone afterwards.
class TemporaryDirectory
{
  public:
    TemporaryDirectory()
    {
        std::string name = (std::filesystem::temp_directory_path() / "esa-test-XXXXXX").string();
        m_path = mkdtemp(name.data());
    }

    ~TemporaryDirectory()
    {
        std::filesystem::remove_all(m_path);
    }

    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

    /**
     * @param name name of a file or directory in it
     * @return its path
     */
    std::string Path(const std::string& name) const
    {
        return (m_path / name).string();
    }

    /**
     * @param name name of a file to write
     * @param text its contents
     * @return its path
     */
    std::string Write(const std::string& name, const std::string& text) const
    {
        std::ofstream(Path(name)) << text;
        return Path(name);
    }

  private:
    std::filesystem::path m_path; ///< where it is
};

/**
 * @param text a scenario
 * @param settings what follows each --set
 * @return the errors; empty if it is valid
 */
inline std::vector<std::string>
ErrorsOf(const std::string& text, const std::vector<std::string>& settings = {})
{
    try
    {
        std::vector<ScenarioOverride> overrides;
        for (const std::string& setting : settings)
        {
            overrides.push_back(ParseSetting(setting));
        }
        ParseScenario(text, "FILE", overrides);
        return {};
    }
    catch (const ScenarioError& error)
    {
        return error.Lines();
    }
}

} // namespace ns3::esa::test

#endif // SCENARIO_TEST_UTIL_H
