// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_ADVERSARY_SCHEDULE_H
#define ESA_TEST_ADVERSARY_SCHEDULE_H

#include <cstdint>
#include <string>

namespace ns3::esa
{

/// Faults of the network, and the set-up to which they happen.
struct Schedule
{
    std::string system;  ///< name in the registry
    uint64_t seed{0};    ///< of the random numbers
    uint32_t jobs{1};    ///< 1 to 3
    uint32_t workers{2}; ///< of each job, 1 to 8; with groups: to 256
    uint32_t group{32};  ///< bits of a bitmap that are used, 2 to 32: a job with more workers than
                         ///< this is summed in groups
    uint32_t levels{2};  ///< of switches that sum: 1, 2, or 3: all
    uint32_t spines{0};  ///< 0 to 4 switches above the racks, which sum if all do; above several of
                         ///< them there is one more
    uint32_t trees{1};   ///< 1 to 4, which tasks take in turn; each has another of the spines
    uint32_t racks{1}; ///< 1 to 40; worker w of job j is in rack (w + j) modulo racks, the PS in 0
    uint32_t fragments{20};  ///< of each worker, 1 to 60
    uint32_t aggregators{1}; ///< 1 to 8
    uint32_t window{8};      ///< of each worker, in packets, 1 to 24
    uint32_t ahead{0};       ///< windows a worker may run ahead, 1 to 4; 0: the window counts from
                             ///< the first missing result on
    double restart{0};       ///< probability that a PS starts again after a packet, 0 to 0.005
    double loss{0};          ///< probability that a packet is lost, 0 to 0.3
    double duplication{0};   ///< probability that a packet is duplicated, 0 to 0.5
    uint32_t reordering{0};  ///< packets that may overtake a packet, 0 to 64
    double pause{0};         ///< probability that a worker pauses after a packet, 0 to 0.005
    double junk{0};          ///< probability that a malformed packet follows, 0 to 0.1
    uint32_t turn{0};  ///< us from one question of a worker to the next, 1 to 100, as in large
                       ///< jobs; the PS has a budget of questions then; 0: small jobs
    bool wraps{false}; ///< sequence numbers pass 2^32
    bool fullPayload{false}; ///< values are carried
    bool recovers{true};     ///< losses are repaired; otherwise there must be no faults but pauses
    bool linear{false};      ///< tasks take aggregators one after another, and not by a hash

    /// @return the schedule of that number
    static Schedule Random(const std::string& system, uint64_t seed);

    /// @return the schedule of that number with jobs that are summed in groups
    static Schedule RandomWithGroups(const std::string& system, uint64_t seed);

    /// @return the schedule of that number with jobs that are summed by one level of switches and
    ///         the PS, or by all switches of a tree
    static Schedule RandomWithTrees(const std::string& system, uint64_t seed);

    /// @return the schedule of that number in one rack, without faults and their repair; workers
    /// pause
    static Schedule RandomWithoutFaults(const std::string& system, uint64_t seed);

    /// @brief Reads "system:seed" or "system:seed:field=value,...", as Replay() writes it.
    /// @param error what is wrong with it, if anything; else empty
    /// @return the schedule; fields that are not named are those of Random()
    static Schedule Parse(const std::string& text, std::string& error);

    /// @return the text from which Parse() makes this schedule
    std::string Replay() const;

    /// @return a line that describes the schedule, and how to run it again
    std::string Describe() const;
};

} // namespace ns3::esa

#endif // ESA_TEST_ADVERSARY_SCHEDULE_H
