/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-default-placement.h"

namespace ns3::esa
{
namespace
{

/// The hosts that no worker has taken.
class FreeHosts
{
  public:
    /// @param scenario with the racks
    explicit FreeHosts(const Scenario& scenario)
        : m_perRack(scenario.topology.hosts / scenario.topology.racks),
          m_taken(scenario.topology.racks, 0)
    {
    }

    /**
     * @brief Takes the next host of a rack or, if that is full, of the next rack with a free one.
     * @param rack the rack
     * @return number of the host
     */
    uint32_t Take(uint32_t rack)
    {
        const auto racks = static_cast<uint32_t>(m_taken.size());
        uint32_t from = rack % racks;
        while (m_taken[from] == m_perRack)
        {
            from = (from + 1) % racks;
        }
        return from * m_perRack + m_taken[from]++;
    }

  private:
    uint32_t m_perRack;            ///< hosts of a rack
    std::vector<uint32_t> m_taken; ///< by rack: number of its hosts that are taken
};

} // namespace

std::vector<JobPlacement>
DefaultPlacement(const Scenario& scenario)
{
    FreeHosts free(scenario);
    std::vector<JobPlacement> placement;
    for (uint32_t job = 0; job < scenario.jobs.count; ++job)
    {
        JobPlacement place;
        place.psHost = scenario.topology.hosts + job % scenario.PsHosts();
        const uint32_t firstRack = scenario.RackOf(place.psHost);
        for (uint32_t worker = 0; worker < scenario.jobs.workers; ++worker)
        {
            const uint32_t part = worker * scenario.placement.racksPerJob / scenario.jobs.workers;
            place.workerHosts.push_back(free.Take(firstRack + part));
        }
        placement.push_back(place);
    }
    return placement;
}

} // namespace ns3::esa
