// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-interrupt.h"

#include <unistd.h>

namespace ns3::esa
{

namespace
{

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
