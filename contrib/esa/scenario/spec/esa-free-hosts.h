/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FREE_HOSTS_H
#define ESA_FREE_HOSTS_H

#include "esa-scenario.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The hosts that no member of a job has taken, and the order in which a policy takes them.
 */
class FreeHosts
{
  public:
    /**
     * @param racks hosts of each rack
     * @param placement policy and seed
     */
    FreeHosts(std::vector<std::vector<uint32_t>> racks, const Scenario::Placement& placement);

    /**
     * @brief Takes a host. There is a free one.
     * @param rack where the policy ByRack looks first; if that is full, the next rack with a free
     *        host takes its place
     * @return the host
     */
    uint32_t Take(uint32_t rack);

  private:
    /// @return the next host of a rack
    uint32_t TakeFrom(std::size_t rack);

    std::vector<std::vector<uint32_t>> m_racks; ///< hosts of each rack
    std::vector<std::size_t> m_taken;           ///< by rack: number of its hosts that are taken
    std::vector<uint32_t> m_order;              ///< of the policies Packed and Random
    std::size_t m_next{0};                      ///< of them, the next
    PlacementPolicy m_policy;                   ///< the policy
};

} // namespace ns3::esa

#endif // ESA_FREE_HOSTS_H
