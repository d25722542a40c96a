// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_WAYS_APART_H
#define ESA_TEST_WAYS_APART_H

#include <csignal>
#include <ctime>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

/**
 * @file
 * Each scenario has a process of its own. So a crash or a hang of one is a finding, and the others
 * go on; and a scenario that is repeated alone does what it did among the others.
 */

namespace ns3::esa::test
{

/// Prepares the notes that processes of their own leave for their parent.
void PrepareApart();

/// Notes what this process does now, at most 15 letters.
void Note(const char* stage);

/// What came of work in a process of its own.
struct Apart
{
    std::optional<nlohmann::json> said; ///< what the work returned; nothing: it did not return
    std::string stage;                  ///< what it noted last
    std::string end;                    ///< how it ended otherwise, for example by a signal
    bool isSlow{false};                 ///< whether that only means that it took long
};

/// Does work in a process of its own.
/// @param cpuS seconds of a processor that it may take; a run that passes them does not look at
/// its flag
Apart DoApart(const std::function<nlohmann::json()>& work, int cpuS = 30);

/// Interrupts runs that take too long: RunControl::interrupted points to its flag.
class Patience
{
  public:
    /// @param milliseconds of a processor
    explicit Patience(int milliseconds);
    ~Patience();
    Patience(const Patience&) = delete;
    Patience& operator=(const Patience&) = delete;

    /// @return not 0: the time is over
    static const volatile std::sig_atomic_t* Flag();
};

} // namespace ns3::esa::test

#endif // ESA_TEST_WAYS_APART_H
