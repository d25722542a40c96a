// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LINK_H
#define ESA_LINK_H

#include "esa-net-device.h"

#include "ns3/assert.h"
#include "ns3/node.h"

#include <array>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A cable of the network and the devices at its two ends.
 *
 * Programs often need "the switch's port towards this host". They get it from the link, instead of
 * counting devices. A network has a lower and an upper side: hosts stand below their switches, and
 * switches of racks below those that connect racks.
 */
class EsaLink
{
  public:
    /// What a link connects.
    enum class Kind : uint8_t
    {
        Host,   ///< a host and a switch
        Uplink, ///< a switch and one above it
    };

    /// @param lower the end at the host, or at the lower switch
    /// @param upper the end at the switch above
    EsaLink(Kind kind, Ptr<EsaNetDevice> lower, Ptr<EsaNetDevice> upper)
        : m_kind(kind),
          m_lower(lower),
          m_upper(upper)
    {
    }

    /// @return what it connects
    Kind GetKind() const
    {
        return m_kind;
    }

    /// @return the end at the host, or at the lower switch
    Ptr<EsaNetDevice> Lower() const
    {
        return m_lower;
    }

    /// @return the end at the switch above
    Ptr<EsaNetDevice> Upper() const
    {
        return m_upper;
    }

    /// @return the end at the host; the link has one
    Ptr<EsaNetDevice> AtHost() const
    {
        NS_ASSERT_MSG(m_kind == Kind::Host, "EsaLink: an up-link has no end at a host");
        return m_lower;
    }

    /// @return the end at the host's switch: its port towards the host
    Ptr<EsaNetDevice> AtSwitch() const
    {
        NS_ASSERT_MSG(m_kind == Kind::Host, "EsaLink: an up-link has two ends at switches");
        return m_upper;
    }

    /// @return the host, or the lower switch
    Ptr<Node> LowerNode() const
    {
        return m_lower->GetNode();
    }

    /// @return the switch above
    Ptr<Node> UpperNode() const
    {
        return m_upper->GetNode();
    }

    /// @return both ends, the lower one first
    std::array<Ptr<EsaNetDevice>, 2> Ends() const
    {
        return {m_lower, m_upper};
    }

  private:
    Kind m_kind;               ///< what it connects
    Ptr<EsaNetDevice> m_lower; ///< the end at the host, or at the lower switch
    Ptr<EsaNetDevice> m_upper; ///< the end at the switch above
};

} // namespace ns3::esa

#endif // ESA_LINK_H
