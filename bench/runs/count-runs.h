/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef COUNT_RUNS_H
#define COUNT_RUNS_H

#include "run-counter.h"

#include "ns3/esa-run-result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace esabench
{

/// What an independent simulator of the same model had counted before, as mean lengths. It had
/// times in picoseconds throughout. 0: not counted.
struct EarlierCounts
{
    double up{0};           ///< worker to switch, equal spacing
    double down{0};         ///< switch to worker, equal spacing
    double upByNumber{0};   ///< worker to switch, by number alone
    double downByNumber{0}; ///< switch to worker, by number alone
};

/// A scenario and a system.
struct CountedCase
{
    std::string name;                  ///< for the table
    std::string system;                ///< the system
    std::vector<std::string> settings; ///< what differs from the defaults
    EarlierCounts earlier;             ///< counts of the independent simulator
};

/// What was counted.
struct CountedRun
{
    RunCounts up;               ///< from workers to the switch
    RunCounts down;             ///< from the switch to workers
    RunCounts server;           ///< on links of PSes, both ways
    uint64_t tasks{0};          ///< tasks that a switch may sum; 0: hosts sum
    uint64_t cutTasks{0};       ///< of these, tasks that have met another one (CutTasks)
    uint64_t singlePackets{0};  ///< packet-hops of these, and of packets about late results
    ns3::esa::RunResult result; ///< the run's result
};

/// @return the settings of links of 2.5 us, as in scenarios/paper/jct-8x8-2.5us.json
std::vector<std::string> ShortLinkSettings();

/// @return the cases of the table
std::vector<CountedCase> CountedCases();

/**
 * @brief Runs a case with seed 1, and counts the runs on every link.
 * @param counted the case
 * @return what was counted
 */
CountedRun CountRuns(const CountedCase& counted);

/**
 * @brief Prints a table of several cases, each with the independent simulator's counts.
 * @param only a part of the names of cases; empty: all
 * @throws std::runtime_error if there is no such case
 */
void PrintCounts(const std::string& only);

} // namespace esabench

#endif // COUNT_RUNS_H
