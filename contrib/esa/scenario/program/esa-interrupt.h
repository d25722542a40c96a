// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_INTERRUPT_H
#define ESA_INTERRUPT_H

#include <array>
#include <csignal>

namespace ns3::esa
{

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

#endif // ESA_INTERRUPT_H
