// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HOOK_H
#define ESA_HOOK_H

#include <functional>
#include <utility>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Calls a listener for what happens in an object. Without one, it costs a comparison.
///
/// @tparam Args the arguments of a call
template <typename... Args>
class Hook
{
  public:
    /// @param listener called from now on; empty: there is none
    void Set(std::function<void(Args...)> listener)
    {
        m_listener = std::move(listener);
    }

    /// @return whether there is a listener
    bool IsUsed() const
    {
        return static_cast<bool>(m_listener);
    }

    /// @brief Something happens. @param args what
    void operator()(Args... args) const
    {
        if (m_listener)
        {
            m_listener(args...);
        }
    }

  private:
    std::function<void(Args...)> m_listener; ///< who listens
};

} // namespace ns3::esa

#endif // ESA_HOOK_H
