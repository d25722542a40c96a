// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_WAYS_OPTIONS_H
#define ESA_TEST_WAYS_OPTIONS_H

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace ns3::esa::test
{

/// The options of the program.
struct Options
{
    uint64_t seed{1};                                 ///< of the first scenario
    uint64_t count{100};                              ///< of scenarios
    double seconds{1e9};                              ///< after which no other one begins
    std::array<bool, 4> ways{true, true, true, true}; ///< by Way
    bool isPrinted{false};             ///< whether scenarios are printed, and not run
    bool isVerbose{false};             ///< whether also what is given up is printed
    bool isHelp{false};                ///< whether the options are requested
    std::filesystem::path folder{"."}; ///< for files of a printed scenario
};

extern const char* const kHelp; ///< what the options are

/// @param arguments of the program
/// @throws std::invalid_argument if there is no such option, or a value is wrong
Options ReadOptions(const std::vector<std::string>& arguments);

/// @return a new folder, in memory if there is such a place: each run writes its recordings
std::filesystem::path MakeFolder();

} // namespace ns3::esa::test

#endif // ESA_TEST_WAYS_OPTIONS_H
