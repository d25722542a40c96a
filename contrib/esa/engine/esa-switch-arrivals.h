/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCH_ARRIVALS_H
#define ESA_SWITCH_ARRIVALS_H

#include "esa-contended-tasks.h"
#include "esa-job-model.h"
#include "esa-link-order.h"
#include "esa-server-lane.h"

#include <deque>
#include <vector>

namespace ns3::esa
{

/// A packet that arrives at the switch and goes through its pipeline by itself.
struct SwitchArrival
{
    int64_t step;        ///< when it arrives
    uint32_t job;        ///< number of its job
    uint32_t worker;     ///< its sender; kFromServer: the PS
    uint64_t position;   ///< position of its task
    PacketKind kind;     ///< what it is
    uint64_t jobs;       ///< bits of the jobs to whose hosts it may make the switch send: bit j
                         ///< stands for job j modulo 64
    ArrivingFrame frame; ///< its link and frame

    static constexpr uint32_t kFromServer = UINT32_MAX; ///< it comes from the PS
};

/**
 * @ingroup esa
 * @brief The packets that go through the switch's pipeline by themselves, in order.
 */
class SwitchArrivals
{
  public:
    /**
     * @param repairKind what workers send about late results
     * @param isByServer whether sums go to PSes, which send the results
     */
    SwitchArrivals(PacketKind repairKind, bool isByServer)
        : m_repairKind(repairKind),
          m_isByServer(isByServer)
    {
    }

    /**
     * @brief Takes those of a round.
     * @param lanes the jobs
     * @param servers their PSes; empty: there are none
     * @param contended tasks that meet at aggregators
     * @param table the aggregators
     * @param end up to this step, exclusive
     * @param process called with each packet, in the order in which the simulator would process
     *        them
     */
    template <typename F>
    void Take(std::deque<JobModel>& lanes,
              const std::deque<ServerLane>& servers,
              ContendedTasks& contended,
              const AggregatorTable& table,
              int64_t end,
              F&& process)
    {
        Collect(lanes, servers, contended, table, end);
        for (const Place& place : m_order)
        {
            process(m_arrivals[place.index]);
        }
    }

  private:
    /// A packet's place in the order.
    struct Place
    {
        int64_t step;   ///< when it arrives
        uint32_t index; ///< its place in m_arrivals
    };

    /// @brief Fills in the packets of a round and their order.
    void Collect(std::deque<JobModel>& lanes,
                 const std::deque<ServerLane>& servers,
                 ContendedTasks& contended,
                 const AggregatorTable& table,
                 int64_t end);

    /// @brief Puts packets of one step in order. @param first the first one @param last behind them
    void Order(std::size_t first, std::size_t last);

    PacketKind m_repairKind;               ///< what workers send about late results
    bool m_isByServer;                     ///< whether PSes send the results
    std::vector<SwitchArrival> m_arrivals; ///< the packets
    std::vector<Place> m_order;            ///< their order
};

} // namespace ns3::esa

#endif // ESA_SWITCH_ARRIVALS_H
