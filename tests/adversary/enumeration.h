// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_ADVERSARY_ENUMERATION_H
#define ESA_TEST_ADVERSARY_ENUMERATION_H

#include <cstdint>
#include <string>
#include <vector>

/**
 * @file
 * Random schedules miss rare ones. So here a small job runs through every schedule that there is:
 * one rack, and a network without order that may lose and copy a few packets. The job is so small
 * that a search ends, and each fault that needs a few packets only is found for certain.
 *
 * Two things keep the search small. First, switch, PS and workers meet by packets only. So each of
 * them has a few states of its own, in each of which an input always has the same effect. A real
 * object runs once for each state and input, by a replay of the inputs that led to the state. The
 * search itself runs over tables of effects, and a state of the whole job is a few numbers. Second,
 * the states of a job that were seen before are not searched again.
 *
 * Inputs that led to a state are a name of it, whatever the classes keep. But other orders of the
 * same inputs often lead to an equal state. The aggregators of a switch are all
 * that it keeps, so they are the name of its state.
 *
 * Time stands still while packets are on their way, so delays that an implementation waits for
 * seem short. A timer runs when nothing is on its way; some, as a schedule allows, at any moment.
 *
 * Further reading: explicit-state model checking of implementations (VeriSoft, MaceMC, MODIST).
 */

namespace ns3::esa
{

/// A small job in one rack, and what the network may do to it.
struct EnumeratedJob
{
    std::string system;              ///< name in the registry
    uint32_t workers{2};             ///< of the job
    uint32_t fragments{2};           ///< of each worker
    uint32_t aggregators{1};         ///< of the switch
    uint32_t group{32};              ///< members of a group, at most
    uint32_t losses{1};              ///< packets that may be lost
    uint32_t copies{1};              ///< packets that may arrive twice
    uint32_t early{0};               ///< timers that may run while packets are on their way
    uint32_t restarts{0};            ///< times that the PS may forget all
    bool beginsLate{false};          ///< workers may begin late
    std::vector<uint8_t> priorities; ///< of the fragments, by position; at first 1
    uint64_t maxStates{20'000'000};  ///< after these the search gives up
};

/// The result of a search.
struct EnumerationReport
{
    std::string violation;          ///< what went wrong; empty: nothing
    std::vector<std::string> steps; ///< the schedule in which it did
    uint64_t states{0};             ///< states of the job
    uint64_t parts{0};              ///< states of switch, PS and workers
    uint64_t effects{0};            ///< inputs that real objects took
    uint64_t checks{0};             ///< of these, to compare states with one name
    uint64_t ends{0};               ///< states in which all results are here and nothing is left
    double schedules{0};            ///< ways from the first state to an end
};

/// @brief Runs a job through all its schedules. In each of them every worker must get the exact sum
/// of every fragment once, and at the end the PS has no open entry.
EnumerationReport Enumerate(const EnumeratedJob& job);

} // namespace ns3::esa

#endif // ESA_TEST_ADVERSARY_ENUMERATION_H
