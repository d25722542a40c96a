// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_ARRIVALS_H
#define ESA_SWITCH_ARRIVALS_H

#include "esa-contended-tasks.h"
#include "esa-engine-setup.h"
#include "esa-job-model.h"
#include "esa-server-lane.h"

#include <deque>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The packets that go through the switch's pipeline by themselves, in order.
class SwitchArrivals
{
  public:
    /// @param repairKind what workers send about late results
    /// @param isByServer whether sums go to PSes, which send the results
    SwitchArrivals(PacketKind repairKind, bool isByServer)
        : m_repairKind(repairKind),
          m_isByServer(isByServer)
    {
    }

    /**
     * @brief Takes the arrivals of a round.
     * @param lanes the jobs
     * @param servers their PSes; empty: there are none
     * @param contended tasks that meet at aggregators
     * @param begin first step of the round
     * @param end up to this step, exclusive
     * @return them, valid until the next call
     */
    const std::vector<SwitchArrival>& Take(std::deque<JobModel>& lanes,
                                           const std::deque<ServerLane>& servers,
                                           ContendedTasks& contended,
                                           int64_t begin,
                                           int64_t end);

  private:
    /// @brief Puts the packets in order. @param beginPs when the round begins @param endPs its end
    void Sort(int64_t beginPs, int64_t endPs);

    PacketKind m_repairKind;               ///< what workers send about late results
    bool m_isByServer;                     ///< whether PSes send the results
    std::vector<SwitchArrival> m_arrivals; ///< the packets
    std::vector<SwitchArrival> m_sorted;   ///< the same, while they are put in order
    std::vector<uint32_t> m_buckets;       ///< to put them in order
};

} // namespace ns3::esa

#endif // ESA_SWITCH_ARRIVALS_H
