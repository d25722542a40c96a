/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LINK_FRAMES_H
#define ESA_LINK_FRAMES_H

#include "esa-link-ends.h"

#include "ns3/esa-system-record.h"
#include "ns3/esa-valid-scenario.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief About how many frames each link of a run carries, both ways.
 *
 * The link of a worker is taken to carry each of its gradient packets and each result once, and the
 * link of a PS what the PS receives and sends in any case. What collisions, reminders, losses and
 * background traffic add is not known before the run.
 */
class LinkFrames
{
  public:
    /**
     * @param scenario the scenario; outlives this
     * @param system the system; outlives this
     */
    LinkFrames(const ValidScenario& scenario, const SystemRecord& system);

    /// @return frames at an end of a link @param point the end
    double At(const LinkEnd& point) const;

    /// @return frames on all links
    double Total() const;

  private:
    /// @brief Adds the frames of a job. @param number its number @param placement its hosts
    void AddJob(std::size_t number, const JobPlacement& placement);

    /// @brief Adds what each rank of execution traces sends and receives itself. What passes PSes
    /// and links between switches depends on sums.
    void AddRanks();

    /// @brief Adds the jobs of a trace. Their hosts are not known, so all hosts are taken to share
    /// the frames. In a fat tree or graph each may be one for PSes.
    void AddTrace();

    /// @return the links that the packets of a rack's workers take, by number among those between
    /// switches
    std::vector<std::size_t> UplinksOf(uint32_t rack, uint32_t home, std::size_t job) const;

    /// @brief Numbers the links between switches of a fat tree or graph.
    void NumberUplinks(const TopologyRoutes& routes);

    const ValidScenario& m_scenario;         ///< the scenario
    const SystemRecord& m_system;            ///< the system
    uint32_t m_payload;                      ///< gradient bytes of a packet
    std::vector<double> m_hosts;             ///< frames on the link of each host
    std::map<std::size_t, double> m_uplinks; ///< frames on the up-links
    /// In a fat tree or graph, by link: links between switches before it.
    std::vector<std::size_t> m_numberAmongUplinks;
};

} // namespace ns3::esa

#endif // ESA_LINK_FRAMES_H
