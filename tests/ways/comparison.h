// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_WAYS_COMPARISON_H
#define ESA_TEST_WAYS_COMPARISON_H

#include "ways/draft.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace ns3::esa::test
{

/// A way to run a scenario.
enum class Way : uint8_t
{
    Auto,    ///< what the program takes by itself, without recordings: often the task engine
    Ns3,     ///< events of ns-3
    Rounds,  ///< rounds
    Threads, ///< rounds of two to four threads, which share even a few frames
};

constexpr std::array<const char*, 4> kWayNames{"auto", "ns3", "rounds", "threads"};

/// What came of a scenario.
struct WaysOutcome
{
    std::array<uint32_t, 4> runs{};  ///< that were compared, by way
    std::array<double, 4> seconds{}; ///< of a processor, by way
    uint32_t tasks{0};               ///< runs that the task engine has computed
    uint32_t gaveUp{0};              ///< runs that it took, and could not compute
    uint32_t failed{0};              ///< runs that ended with an error, which is compared, too
    std::string tooSlow;             ///< a run that was given up; empty: none
    std::string difference;          ///< what differs; empty: nothing
};

/// Run a small scenario in each way. Processes that are forked afterwards need not set up again
/// what the first run of a program sets up.
void WarmUp();

/// Run a scenario in each way that may run it, and compare all that they give: rows but for events
/// and wall_s, recordings, errors and warnings.
/// @param asked whether a way is requested
/// @param seed chooses what is recorded, and the number of threads
/// @param note called before each run with the name of its way
/// @param wrong the way whose row gets a fault, to show that a comparison finds it; none
WaysOutcome CompareWays(const DrawnScenario& drawn,
                        const std::array<bool, 4>& asked,
                        uint64_t seed,
                        void (*note)(const char* way),
                        std::optional<Way> wrong = {});

/// Compare a small scenario, of which one way after the other has a wrong row.
/// @param folder for recordings
/// @return the ways whose wrong row is not found, and why; empty: none
std::string WrongRowsNotFound(const std::array<bool, 4>& asked,
                              const std::filesystem::path& folder);

} // namespace ns3::esa::test

#endif // ESA_TEST_WAYS_COMPARISON_H
