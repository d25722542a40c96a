/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_QUEUE_H
#define ESA_JOB_QUEUE_H

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace ns3::esa
{

/// Which free hosts a job gets.
enum class PlacementRule : uint8_t
{
    FirstFit, ///< those of the first racks, in each those with the lowest numbers
    Spread,   ///< one after the other, each from the rack that has most free ones
};

/// A cluster in which jobs are placed.
struct ClusterRacks
{
    std::vector<std::vector<uint32_t>> racks{{0}}; ///< hosts for workers of each rack, ascending
    std::vector<uint32_t> psRacks{0};              ///< by host for PSes: its rack
    uint32_t maxJobs{1};                           ///< jobs that may run at a time
};

/**
 * @param hosts hosts for workers; they fill the racks in order
 * @param racks racks, all of the same size
 * @param psHosts hosts for PSes; they stand in rack 0, 1, ... in turn
 * @param maxJobs jobs that may run at a time
 * @return the cluster
 */
ClusterRacks EvenCluster(uint32_t hosts, uint32_t racks, uint32_t psHosts, uint32_t maxJobs);

/// A job that has got its place.
struct PlacedJob
{
    uint32_t job{0};             ///< its number
    uint32_t slot{0};            ///< lowest number, below maxJobs, that no running job has
    std::vector<uint32_t> hosts; ///< a host for each worker
    uint32_t psHost{0};          ///< the PS's, counted from 0: in the rack with most of the job's
                                 ///< workers, the one with the fewest PSes
};

/**
 * @ingroup esa
 * @brief Jobs that wait for hosts.
 *
 * Jobs of a job trace come while others run, and need free hosts. The queue is first come first
 * served: while the first job does not fit, none behind it starts.
 */
class JobQueue
{
  public:
    /**
     * @param cluster the cluster, all of it free
     * @param rule which hosts a job gets
     */
    JobQueue(const ClusterRacks& cluster, PlacementRule rule);

    /**
     * @brief A job comes, and waits behind the others.
     * @param job its number
     * @param workers hosts that it needs
     */
    void Submit(uint32_t job, uint32_t workers);

    /**
     * @brief Places the first job that waits, if it fits.
     * @return the job, which now counts as running; nothing if none waits or the first does not fit
     */
    std::optional<PlacedJob> PlaceNext();

    /**
     * @brief A job has ended: its hosts are free.
     * @param job what PlaceNext() returned; it is freed once
     */
    void Free(const PlacedJob& job);

    /// @return jobs that wait
    std::size_t Waiting() const
    {
        return m_waiting.size();
    }

    /// @return jobs that run
    uint32_t Running() const
    {
        return m_running;
    }

  private:
    /// A job in the queue.
    struct Request
    {
        uint32_t job;     ///< its number
        uint32_t workers; ///< hosts that it needs
    };

    /**
     * @param hosts hosts of a job's workers
     * @return the PS host for it
     */
    uint32_t ChoosePsHost(const std::vector<uint32_t>& hosts) const;

    /// @return the rack that the next host comes from, by the rule
    uint32_t NextRack() const;

    /**
     * @brief Takes the free host with the lowest number.
     * @param rack of this rack
     * @return the host
     */
    uint32_t TakeHost(uint32_t rack);

    PlacementRule m_rule;                     ///< which hosts a job gets
    std::vector<std::set<uint32_t>> m_freeIn; ///< free hosts, by rack
    std::map<uint32_t, uint32_t> m_rackOf;    ///< racks, by host
    std::vector<uint32_t> m_psRacks;          ///< racks, by PS host
    std::vector<bool> m_isSlotTaken;          ///< by slot
    std::size_t m_free;                       ///< free hosts
    std::vector<uint32_t> m_pses;             ///< PSes that run, by PS host
    uint32_t m_running{0};                    ///< jobs that run
    std::deque<Request> m_waiting;            ///< jobs that wait, first come first
};

} // namespace ns3::esa

#endif // ESA_JOB_QUEUE_H
