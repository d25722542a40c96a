// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TERMINAL_H
#define ESA_TERMINAL_H

#include <array>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <ostream>
#include <string>

/// @file
/// @ingroup esa
/// Runs may take hours: a terminal shows how far they are, and may interrupt them.

namespace ns3::esa
{

/// @ingroup esa
/// @brief One line on a terminal that shows the progress of the runs and the time left.
class ProgressLine
{
  public:
    /// A time of the wall clock.
    using Time = std::chrono::steady_clock::time_point;

    /// Constructor.
    ProgressLine(std::ostream& out, bool isShown, std::size_t runs);

    /// Begin a run.
    void BeginRun(const std::string& what, Time now = std::chrono::steady_clock::now());

    /// Show the progress of the run; prints at most ten times per second.
    /// @param fraction part of the run that is done, from 0 to 1
    void Update(double fraction, Time now = std::chrono::steady_clock::now());

    /// Clear the line, so that something else can be printed.
    void Clear();

  private:
    /// Replace the line.
    void Print(const std::string& text);

    std::ostream& m_out;      ///< the terminal
    bool m_isShown;           ///< whether to print anything
    std::size_t m_runs;       ///< number of runs
    std::size_t m_current{0}; ///< number of the current run, from 1
    std::string m_what;       ///< system and seed of the current run
    Time m_start;             ///< when the first run began
    Time m_printed;           ///< when the line was last printed
    std::size_t m_width{0};   ///< characters on the line
};

/**
 * @ingroup esa
 * @brief While this object exists, Ctrl-C (SIGINT), SIGTERM and SIGHUP (the terminal has gone) set
 * a flag. A second signal ends the program.
 *
 * A signal that was ignored before stays ignored: `nohup` does so with SIGHUP.
 *
 * There may be only one at a time, since signals belong to the process.
 */
class InterruptGuard
{
  public:
    InterruptGuard();
    ~InterruptGuard();

    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// @return a flag for code that checks it often: the number of the first signal, 0 if there was
    /// none
    static const volatile std::sig_atomic_t* Flag();

    /// @return the exit code that shows by which signal a program ended: 130 after Ctrl-C
    static int ExitCode();

  private:
    std::array<struct sigaction, 3> m_former; ///< what the signals did before
};

} // namespace ns3::esa

#endif // ESA_TERMINAL_H
