// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-terminal.h"

#include <algorithm>
#include <cmath>
#include <unistd.h>

namespace ns3::esa
{

namespace
{

using WallSeconds = std::chrono::duration<double>;

constexpr WallSeconds kInterval{0.1}; ///< between two prints
constexpr double kMinShare = 0.01;    ///< the time left is shown from this share on

std::string
TimeLeftText(WallSeconds elapsed, double share)
{
    if (share < kMinShare)
    {
        return "";
    }
    const auto left = static_cast<int64_t>(std::ceil(elapsed.count() * (1 - share) / share));
    const int64_t hours = left / 3600;
    const int64_t minutes = left / 60 % 60;
    const std::string seconds = std::to_string(left % 60) + " s left";
    if (hours > 0)
    {
        return ", " + std::to_string(hours) + " h " + std::to_string(minutes) + " min left";
    }
    return minutes > 0 ? ", " + std::to_string(minutes) + " min " + seconds : ", " + seconds;
}

/// The signals that end a program.
constexpr std::array<int, 3> kSignals{SIGINT, SIGTERM, SIGHUP};

volatile std::sig_atomic_t g_signal = 0; ///< the signal that came first

int
ExitCodeOf(int signal)
{
    return 128 + signal; // as a shell reports it
}

extern "C" void
EsaOnSignal(int signal)
{
    if (g_signal != 0)
    {
        _exit(ExitCodeOf(signal)); // the files are well formed at every moment
    }
    g_signal = signal;
}

} // namespace

ProgressLine::ProgressLine(std::ostream& out, bool isShown, std::size_t runs)
    : m_out(out),
      m_isShown(isShown),
      m_runs(runs)
{
}

void
ProgressLine::BeginRun(const std::string& what, Time now)
{
    if (m_current == 0)
    {
        m_start = now;
    }
    ++m_current;
    m_what = what;
    m_printed = Time(); // the new run is shown at once
    Update(0, now);
}

void
ProgressLine::Update(double fraction, Time now)
{
    if (!m_isShown || now - m_printed < kInterval)
    {
        return;
    }
    m_printed = now;
    const double share = (static_cast<double>(m_current - 1) + std::clamp(fraction, 0.0, 1.0)) /
                         static_cast<double>(m_runs);
    Print("run " + std::to_string(m_current) + " of " + std::to_string(m_runs) + " (" + m_what +
          "): " + std::to_string(static_cast<int>(100 * share)) + " %" +
          TimeLeftText(now - m_start, share));
}

void
ProgressLine::Clear()
{
    if (m_width > 0)
    {
        Print("");
        m_out << "\r" << std::flush;
    }
}

void
ProgressLine::Print(const std::string& text)
{
    // Blanks, not an escape sequence, clear the rest of the former line: this works on any
    // terminal.
    const std::size_t rest = m_width > text.size() ? m_width - text.size() : 0;
    m_out << "\r" << text << std::string(rest, ' ') << std::flush;
    m_width = text.size();
}

InterruptGuard::InterruptGuard()
{
    g_signal = 0;
    struct sigaction action = {};
    action.sa_handler = EsaOnSignal;
    action.sa_flags = SA_RESTART; // a write that is under way goes on
    sigemptyset(&action.sa_mask);
    for (std::size_t i = 0; i < kSignals.size(); ++i)
    {
        sigaction(kSignals[i], nullptr, &m_former[i]);
        if (m_former[i].sa_handler != SIG_IGN)
        {
            sigaction(kSignals[i], &action, nullptr);
        }
    }
}

InterruptGuard::~InterruptGuard()
{
    for (std::size_t i = 0; i < kSignals.size(); ++i)
    {
        sigaction(kSignals[i], &m_former[i], nullptr);
    }
}

const volatile std::sig_atomic_t*
InterruptGuard::Flag()
{
    return &g_signal;
}

int
InterruptGuard::ExitCode()
{
    return ExitCodeOf(g_signal);
}

} // namespace ns3::esa
