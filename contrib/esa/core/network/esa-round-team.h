// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ROUND_TEAM_H
#define ESA_ROUND_TEAM_H

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A place where threads wait for each other.
 *
 * Rounds are short, so a thread first checks again and again whether the others have come. If it
 * takes long, for example on a processor with other work, the thread sleeps.
 */
class RoundBarrier
{
  public:
    /// @param threads how many meet here
    explicit RoundBarrier(uint32_t threads)
        : m_threads(threads)
    {
    }

    /// @brief Waits until all threads have come.
    void Wait();

  private:
    uint32_t m_threads;                  ///< how many meet here
    std::atomic<uint32_t> m_arrived{0};  ///< that wait
    std::atomic<uint32_t> m_meetings{0}; ///< how often all have come
    std::mutex m_mutex;                  ///< for those that sleep
    std::condition_variable m_all;       ///< all have come
};

/**
 * @ingroup esa
 * @brief Threads that do a piece of work together, over and over: the caller and helpers.
 *
 * *The problem.* A round of a network takes some 20 us, and a thousand rounds a run's second. To
 * begin a thread, or to wake it, takes as long as a round.
 *
 * *What looks simpler.* A queue of groups from which each thread takes the next one balances the
 * work, but then a group moves between caches, and its memory with it. Here a group belongs to one
 * thread for good. Threads that only spin take twice the time when they share a core with others:
 * so they spin for some microseconds, then sleep.
 *
 * *Invariants.* All threads have come before one goes on. What a thread has written before a
 * meeting, every other one can read after it: each arrival is an acquire and a release of one
 * counter, so the last thread has seen all of them, and its release of the number of meetings is
 * what the others acquire. So all else in Rounds is plain memory: between two meetings, only one
 * thread changes it.
 */
class RoundTeam
{
  public:
    /// @param threads how many, with the caller; at least 2
    /// @param work what each does in a round; called with the number of the thread, 0 is the
    /// caller.
    ///        It does not throw
    RoundTeam(uint32_t threads, std::function<void(uint32_t thread)> work);
    ~RoundTeam();

    RoundTeam(const RoundTeam&) = delete;
    RoundTeam& operator=(const RoundTeam&) = delete;

    /// @brief Each thread works once; returns when all are done.
    void Run();

    /// @brief In the work of a thread: waits until the others are as far.
    void Meet()
    {
        m_barrier.Wait();
    }

  private:
    /// @brief What a helper does. @param thread its number
    void Help(uint32_t thread);

    std::function<void(uint32_t thread)> m_work; ///< in a round
    RoundBarrier m_barrier;                      ///< where all meet
    bool m_isOver{false};                        ///< there are no more rounds
    std::vector<std::thread> m_helpers;          ///< all but the caller
};

} // namespace ns3::esa

#endif // ESA_ROUND_TEAM_H
