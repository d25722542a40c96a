// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PROGRESS_H
#define ESA_PROGRESS_H

#include <chrono>
#include <cstddef>
#include <ostream>
#include <string>

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

} // namespace ns3::esa

#endif // ESA_PROGRESS_H
