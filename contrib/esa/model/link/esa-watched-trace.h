/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_WATCHED_TRACE_H
#define ESA_WATCHED_TRACE_H

#include "ns3/traced-callback.h"

#include <functional>
#include <string>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A trace source that says when somebody begins to listen.
 *
 * To ask a trace source about each packet costs time, and most are never connected. So the plain
 * classes of the core are told when somebody listens, and do nothing for it otherwise.
 * @tparam Ts what listeners get
 */
template <typename... Ts>
class WatchedTrace : public TracedCallback<Ts...>
{
  public:
    /// @param connected called whenever somebody begins to listen
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
    std::function<void()> m_connected{[] {}}; ///< called whenever somebody begins to listen
};

} // namespace ns3::esa

#endif // ESA_WATCHED_TRACE_H
