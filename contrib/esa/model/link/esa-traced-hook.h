/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRACED_HOOK_H
#define ESA_TRACED_HOOK_H

#include "ns3/callback.h"
#include "ns3/esa-hook.h"
#include "ns3/traced-callback.h"

#include <functional>
#include <string>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A trace source of ns-3 that a Hook of the core feeds, and a log.
 *
 * The hook has a listener only while a sink is connected or a log is on.
 *
 * @tparam Args what is traced
 */
template <typename... Args>
class TracedHook
{
  public:
    /// @param hook feeds the trace source; outlives it
    explicit TracedHook(Hook<Args...>& hook)
        : m_hook(hook)
    {
    }

    TracedHook(const TracedHook&) = delete;
    TracedHook& operator=(const TracedHook&) = delete;

    /// @brief Also logs what happens. @param log called with it, before all sinks
    void SetLog(std::function<void(Args...)> log)
    {
        m_log = std::move(log);
        Update();
    }

    // As TracedCallback has them, for MakeTraceSourceAccessor()

    /// @param sink a sink
    void ConnectWithoutContext(const CallbackBase& sink)
    {
        m_traced.ConnectWithoutContext(sink);
        Update();
    }

    /// @param sink a sink @param path what it gets as its first argument
    void Connect(const CallbackBase& sink, std::string path)
    {
        m_traced.Connect(sink, std::move(path));
        Update();
    }

    /// @param sink a sink
    void DisconnectWithoutContext(const CallbackBase& sink)
    {
        m_traced.DisconnectWithoutContext(sink);
        Update();
    }

    /// @param sink a sink @param path what it was connected with
    void Disconnect(const CallbackBase& sink, std::string path)
    {
        m_traced.Disconnect(sink, std::move(path));
        Update();
    }

  private:
    /// @brief Lets the hook tell if somebody listens.
    void Update()
    {
        if (m_traced.IsEmpty() && !m_log)
        {
            m_hook.Set(nullptr);
            return;
        }
        m_hook.Set([this](Args... args) {
            if (m_log)
            {
                m_log(args...);
            }
            m_traced(args...);
        });
    }

    Hook<Args...>& m_hook;              ///< feeds the trace source
    TracedCallback<Args...> m_traced;   ///< the sinks
    std::function<void(Args...)> m_log; ///< the log; empty: there is none
};

} // namespace ns3::esa

#endif // ESA_TRACED_HOOK_H
