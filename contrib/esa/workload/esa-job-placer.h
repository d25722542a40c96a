// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_PLACER_H
#define ESA_JOB_PLACER_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// In which order jobs take hosts.
enum class PlacementPolicy : uint8_t
{
    ByRack, ///< split over some racks
    Packed, ///< the free hosts of the first racks
    Spread, ///< each in the rack that has most free ones
    Random, ///< by a seed
};

/// How jobs get hosts.
struct PlacementOrder
{
    PlacementPolicy policy{PlacementPolicy::ByRack}; ///< in which order
    uint32_t racksPerJob{1};                         ///< of the policy ByRack
    uint32_t seed{1};                                ///< of the policy Random
};

/// The hosts of a cluster.
struct ClusterHosts
{
    /// A host that only PSes run on.
    struct Server
    {
        uint32_t host; ///< its number
        uint32_t rack; ///< its rack
    };

    std::vector<std::vector<uint32_t>> racks{{0}}; ///< hosts for workers of each rack, ascending
    std::vector<Server> servers;                   ///< hosts for PSes
    uint32_t furtherServers{0}; ///< hosts of racks that PSes take in addition, one after the other
};

/// Where the servers of one job run: host numbers, workers in the order of their bitmap bits.
struct JobPlacement
{
    std::vector<uint32_t> workerHosts; ///< host of each worker
    uint32_t psHost{0};                ///< host of the parameter server

    /// Hosts of the servers of byteps besides those beside workers, the PS's first.
    std::vector<uint32_t> serverHosts{};
};

/**
 * @ingroup esa
 * @brief Chooses the hosts of jobs: each worker gets a free host.
 *
 * With the policy ByRack, the PS gets its host first. The workers are split evenly over racksPerJob
 * racks from the PS's rack on. If a rack is full, the next rack with a free host takes its place.
 * With the other policies, the workers come first.
 *
 * A PS shares its host with others only if there is no host without PSes: it gets one of those with
 * the fewest, in the rack with most of the job's workers if it can. Where PSes have no hosts of
 * their own, a PS runs on the host of its first worker in the rack with most of the job's workers.
 * Then sums of that rack take no link between switches, and PSes of different jobs share no host.
 */
class JobPlacer
{
  public:
    /// @param hosts the hosts, all of them free
    /// @param order how jobs get them
    JobPlacer(const ClusterHosts& hosts, const PlacementOrder& order);

    /// @param workers workers of a job; as many hosts are free
    /// @param servers of byteps besides those beside workers
    /// @return its hosts
    JobPlacement Place(uint32_t workers, uint32_t servers = 0);

    /// @brief Chooses the host of a further PS, which is there until the end.
    /// @param workers hosts of those for whom it sums
    /// @return its host
    uint32_t PlaceServer(const std::vector<uint32_t>& workers);

    /// A job has ended: its hosts are free.
    void Free(const JobPlacement& job);

    /// @return free hosts for workers
    std::size_t FreeHosts() const
    {
        return m_free.size();
    }

    /// @return hosts for workers, free or not
    std::size_t Hosts() const
    {
        return m_rackOf.size();
    }

  private:
    /// A host for PSes.
    struct Server
    {
        uint32_t host; ///< its number
        uint32_t rack; ///< its rack
        uint32_t pses; ///< PSes that run there
    };

    /// @brief Takes a free host. @param rack where the policy ByRack begins @return the host
    uint32_t Take(uint32_t rack);

    /// @return the rack that the next host comes from, unless the policy is Random
    std::size_t NextRack(uint32_t first) const;

    /// @return the server for the PS of a job @param workers hosts of its workers
    Server& ChooseServer(const std::vector<uint32_t>& workers);

    /// @return where a host stands in the order of the policy Random
    std::pair<uint64_t, uint32_t> KeyOf(uint32_t host) const;

    /// @return workers of a job by rack
    std::vector<uint32_t> WorkersIn(const std::vector<uint32_t>& workers) const;

    PlacementOrder m_order;                         ///< how jobs get hosts
    std::map<uint32_t, uint32_t> m_rackOf;          ///< racks, by host
    std::vector<std::set<uint32_t>> m_freeIn;       ///< free hosts, by rack
    std::set<std::pair<uint64_t, uint32_t>> m_free; ///< all free hosts, by KeyOf()
    std::vector<Server> m_servers;                  ///< hosts for PSes
    uint32_t m_furtherServers;                      ///< that PSes may still take from racks
    uint32_t m_jobs{0};                             ///< that have been placed
};

/// A job that has got its place.
struct PlacedJob
{
    uint32_t job{0};    ///< its number
    uint32_t slot{0};   ///< lowest number, below maxJobs, that no running job has
    JobPlacement hosts; ///< its hosts
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
    /// @param placer chooses hosts
    /// @param maxJobs jobs that may run at a time
    JobQueue(JobPlacer placer, uint32_t maxJobs);

    /// @brief A job comes, and waits behind the others.
    /// @param workers hosts that it needs
    /// @param servers see JobPlacer::Place()
    void Submit(uint32_t job, uint32_t workers, uint32_t servers = 0);

    /// @brief Places the first job that waits, if it fits.
    /// @return the job, which now counts as running; nothing if none waits or the first does not
    /// fit
    std::optional<PlacedJob> PlaceNext();

    /// @brief A job has ended: its hosts are free.
    /// @param job what PlaceNext() returned; it is freed once
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
        uint32_t servers; ///< see JobPlacer::Place()
    };

    JobPlacer m_placer;              ///< chooses hosts
    std::vector<bool> m_isSlotTaken; ///< by slot
    uint32_t m_running{0};           ///< jobs that run
    std::deque<Request> m_waiting;   ///< jobs that wait, first come first
};

} // namespace ns3::esa

#endif // ESA_JOB_PLACER_H
