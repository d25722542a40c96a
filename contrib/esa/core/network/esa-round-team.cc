// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-round-team.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// How often a thread checks for the others before it sleeps: some ten microseconds.
constexpr int kSpins = 4000;

/// Lets the processor save power while a thread only waits.
void
Relax()
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#endif
}

} // namespace

void
RoundBarrier::Wait()
{
    const uint32_t meeting = m_meetings.load(std::memory_order_acquire);
    if (m_arrived.fetch_add(1, std::memory_order_acq_rel) + 1 == m_threads)
    {
        m_arrived.store(0, std::memory_order_relaxed);
        {
            const std::lock_guard lock(m_mutex);
            m_meetings.store(meeting + 1, std::memory_order_release);
        }
        m_all.notify_all();
        return;
    }
    for (int look = 0; look < kSpins; ++look)
    {
        if (m_meetings.load(std::memory_order_acquire) != meeting)
        {
            return;
        }
        Relax();
    }
    std::unique_lock lock(m_mutex);
    m_all.wait(lock,
               [this, meeting] { return m_meetings.load(std::memory_order_acquire) != meeting; });
}

RoundTeam::RoundTeam(uint32_t threads, std::function<void(uint32_t thread)> work)
    : m_work(std::move(work)),
      m_barrier(threads)
{
    for (uint32_t thread = 1; thread < threads; ++thread)
    {
        m_helpers.emplace_back([this, thread] { Help(thread); });
    }
}

RoundTeam::~RoundTeam()
{
    m_isOver = true;
    Meet();
    for (std::thread& helper : m_helpers)
    {
        helper.join();
    }
}

void
RoundTeam::Run()
{
    Meet();
    m_work(0);
    Meet();
}

void
RoundTeam::Help(uint32_t thread)
{
    for (;;)
    {
        Meet();
        if (m_isOver)
        {
            return;
        }
        m_work(thread);
        Meet();
    }
}

} // namespace ns3::esa
