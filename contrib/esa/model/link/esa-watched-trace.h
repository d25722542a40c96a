// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WATCHED_TRACE_H
#define ESA_WATCHED_TRACE_H

#include "ns3/esa-hook.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <string>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A trace source that reports its listeners.
 *
 * To test a trace source for each packet costs time, and most are never connected. So the plain
 * classes of the core get a call when a listener is connected, and do nothing for it otherwise.
 * @tparam Ts what listeners get
 */
template <typename... Ts>
class WatchedTrace : public TracedCallback<Ts...>
{
  public:
    /// @param connected called whenever a listener is connected
    void OnConnect(std::function<void()> connected)
    {
        m_connected = std::move(connected);
    }

    /// @param callback listens from now on
    void ConnectWithoutContext(const CallbackBase& callback)
    {
        TracedCallback<Ts...>::ConnectWithoutContext(callback);
        m_connected();
    }

    /// @param callback listens from now on @param path its first argument
    void Connect(const CallbackBase& callback, std::string path)
    {
        TracedCallback<Ts...>::Connect(callback, path);
        m_connected();
    }

  private:
    std::function<void()> m_connected{[] {}}; ///< called whenever a listener is connected
};

/**
 * @ingroup esa
 * @brief A trace source, and a log, that a Hook of a plain class feeds.
 *
 * The hook has a listener only once a sink is connected or a log is set.
 *
 * @tparam Args what is traced
 */
template <typename... Args>
class TracedHook : public WatchedTrace<Args...>
{
  public:
    /// @param hook feeds the trace source; outlives it
    explicit TracedHook(Hook<Args...>& hook)
        : m_hook(hook)
    {
        this->OnConnect([this] { Listen(); });
    }

    TracedHook(const TracedHook&) = delete;
    TracedHook& operator=(const TracedHook&) = delete;

    /// @param log called with all that happens, before the sinks
    void SetLog(std::function<void(Args...)> log)
    {
        m_log = std::move(log);
        Listen();
    }

  private:
    /// @brief Connects the hook from now on.
    void Listen()
    {
        m_hook.Set([this](Args... args) {
            if (m_log)
            {
                m_log(args...);
            }
            (*this)(args...);
        });
    }

    Hook<Args...>& m_hook;              ///< feeds the trace source
    std::function<void(Args...)> m_log; ///< the log; empty: there is none
};

} // namespace ns3::esa

#endif // ESA_WATCHED_TRACE_H
