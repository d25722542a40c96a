// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_NODE_H
#define ESA_SWITCH_NODE_H

#include "esa-agenda.h"
#include "esa-packet-receiver.h"
#include "esa-port.h"

#include "ns3/esa-by-job.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-flow-paths.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-group-table.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-task-tree.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Follows what a switch does with each packet.
class SwitchWatcher
{
  public:
    virtual ~SwitchWatcher() = default;

    /// @brief A packet arrives. @param fragment the packet
    virtual void OnArrived(const InaPacket& fragment) = 0;

    /// @brief The switch has decided. @param decision what it does @param fragment what leaves
    virtual void OnDecided(const Decision& decision, const InaPacket& fragment) = 0;

    /// @brief A packet is dropped, as no port leads to its receiver. @param fragment the packet
    virtual void OnUnreachable(const InaPacket& fragment) = 0;
};

/// How a switch reaches the members of a job in one of its trees.
struct TreePorts
{
    std::vector<Port*> workers;     ///< the port towards each worker, by number; null for those
                                    ///< that other switches serve
    Port* parameterServer{nullptr}; ///< the port towards the PS; null: there is none
};

/// Ports with which equal paths begin; null: there is only one.
using EqualPorts = std::shared_ptr<const std::vector<Port*>>;

/// How a switch reaches the members of a job.
struct JobPorts
{
    /// Its groups that the switch sums; null: only flows come here.
    std::shared_ptr<const GroupTable> groups;
    std::vector<TreePorts> trees = std::vector<TreePorts>(1); ///< of each tree
    std::vector<Port*> hosts;             ///< the port towards each worker's host, in whatever
                                          ///< rack it stands, then towards each extra server's
    std::size_t extraServers{0};          ///< how many
    FlowPaths flowPaths{FlowPaths::Job};  ///< how flows choose a port
    uint64_t salt{0};                     ///< of the switch in this run, for hashes
    std::vector<uint32_t> cards{};        ///< place of each sender in its rack, as hosts
    std::vector<EqualPorts> equalPorts{}; ///< between which flows choose, as hosts; with
                                          ///< FlowPaths::Job none

    /// @param seq sequence number of a task @return the ports in its tree
    const TreePorts& OfTask(uint32_t seq) const
    {
        return trees[TreeOfTask(seq, static_cast<uint32_t>(trees.size()))];
    }

    /// @param endpoint of a flow @return its place among the hosts; above all: it is unknown
    std::size_t PlaceOf(uint16_t endpoint) const
    {
        const std::size_t workers = hosts.size() - extraServers;
        const std::size_t server = std::size_t{kDedicatedServer} - endpoint;
        if (server < extraServers)
        {
            return workers + server;
        }
        const std::size_t worker = WorkerAt(endpoint);
        return worker < workers ? worker : hosts.size();
    }

    /// @brief Opens all of the ports.
    void Open() const;
};

/**
 * @ingroup esa
 * @brief A switch: the pipeline between ports. One without aggregators is a spine, which only
 * forwards.
 *
 * Fragments go through the pipeline. Some packets do not: packets of jobs that are unknown or have
 * left, packets of flows between hosts, and those for another switch of their job. Every packet has
 * an Outcome, which is counted.
 */
class SwitchNode : public PacketReceiver
{
  public:
    /// @param pipeline sums @param frameSizes lengths of what leaves it
    void SetPipeline(std::unique_ptr<SwitchPipeline> pipeline, const FrameSizes& frameSizes);

    /// @brief Sets the agenda, which fetches aggregators into the cache before packets arrive;
    /// before the first job. @param agenda of the switch
    void Bind(const std::shared_ptr<Agenda>& agenda)
    {
        m_agenda = agenda;
    }

    /// @return sums; null: it was not set yet
    const SwitchPipeline* Pipeline() const
    {
        return m_pipeline.get();
    }

    /// @param watcher is called for each packet; null: there is none
    void SetWatcher(SwitchWatcher* watcher)
    {
        m_watcher = watcher;
    }

    /// @brief Adds the ports towards the members of a job.
    /// @param ports its members, at least one worker
    void AddJob(uint16_t job, const JobPorts& ports);

    /// @return true if the job was added, and has not left
    bool HasJob(uint16_t job) const
    {
        return m_jobs.Has(job);
    }

    /// @return the ports towards the members of a job; null: it was not added, or has left
    const JobPorts* PortsOf(uint16_t job) const
    {
        return m_jobs.Find(job);
    }

    /// @brief A job has left: frees all aggregators that it still holds, as the control plane does.
    /// @return number of aggregators freed
    uint32_t RemoveJob(uint16_t job, Picoseconds now);

    /// @brief The switch has failed: it has lost all sums. @param now the time
    void LoseSums(Picoseconds now)
    {
        m_pipeline->LoseSums(now);
    }

    /// @brief Forgets the ports of a job that was removed. Packets of it that still come are
    /// dropped.
    /// @param job job number
    void CloseJob(uint16_t job)
    {
        m_jobs.Remove(job);
        m_pipeline->SetGroups(job, nullptr);
    }

    /// @brief Forgets all ports.
    void Clear()
    {
        m_jobs.Clear();
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

    /// Packets that recirculate at a time, at most: a group's number has 16 bits.
    static constexpr std::size_t kMaxRecirculating = UINT16_MAX;

  private:
    /// A packet that goes through the switch once more, or that waits for one that does.
    struct Recirculating
    {
        InaPacket packet; ///< the packet
        uint16_t worker;  ///< the name of its receiver
        bool isHere;      ///< whether it goes through the switch; otherwise it leaves
    };

    /// @brief A packet arrives that is not of a flow. On hardware, what it makes for other groups
    /// of this switch is recirculated. Here these packets wait in m_recirculating.
    void ReceiveForSum(InaPacket& fragment, Picoseconds now);

    /// @brief A packet goes through the switch once.
    void PassOnce(InaPacket& fragment, Picoseconds now);

    /// @brief A packet of a flow arrives: it is sent on towards its receiver.
    void ForwardFlow(InaPacket& packet, Picoseconds now);

    /// @return the outcome of a packet of a job that is not one of the switch
    Outcome OutcomeWithout(uint16_t job) const
    {
        return m_jobs.IsRemoved(job) ? Outcome::JobLeft : Outcome::UnknownJob;
    }

    /// @brief Decides on packets that do not enter the pipeline; false: the pipeline decides.
    bool DecideOutside(const InaPacket& fragment, Decision& out) const;

    /// @return the port towards the receiver of a packet of a flow; null: the job has no endpoint
    /// of that number @param ports of its job
    Port* PortOfReceiver(const JobPorts& ports, const InaPacket& packet) const;

    /// @return the one of equal ports that a packet of a flow takes; null: its sender is unknown
    Port* ChoosePort(const JobPorts& ports,
                     const std::vector<Port*>& equal,
                     const InaPacket& fragment) const;

    /// @brief Sends a packet as decided.
    void SendOn(InaPacket& fragment, Egress egress, Picoseconds now);

    /// @brief Sends a result to the members of the group that it is addressed to.
    void Multicast(const InaPacket& fragment, Picoseconds now);

    /// @brief Whether a result leaves without its sum, as a sign that the task is done: by a port
    /// that does not lead to the only worker that gets the sum, or to the worker that has sent it.
    /// @param role of the task
    /// @param ports towards the workers
    /// @param isForOne whether it is for this worker, and not for all that are below a switch
    static bool LeavesWithoutSum(const TaskRole& role,
                                 uint16_t worker,
                                 const std::vector<Port*>& ports,
                                 bool isForOne);

    /// @return the role of a result's task; of other packets one that changes nothing
    /// @param members of its job
    static TaskRole RoleOf(const JobPorts& members, const InaPacket& packet);

    /// @brief Sends a packet to one worker, or to the switch of its rack.
    /// @param members of its job
    /// @param role see RoleOf()
    /// @param isForOne see LeavesWithoutSum()
    void SendToWorker(const JobPorts& members,
                      const TaskRole& role,
                      const InaPacket& fragment,
                      uint16_t worker,
                      bool isForOne,
                      Picoseconds now) const;

    /// @brief No port leads to the receiver of a packet.
    void Drop(const InaPacket& fragment) const;

    std::unique_ptr<SwitchPipeline> m_pipeline; ///< sums
    FrameSizes m_frameSizes;                    ///< lengths by kind of packet
    ByJob<JobPorts> m_jobs;                     ///< of jobs that have not left
    std::shared_ptr<Agenda> m_agenda;           ///< of the switch; null: it is in no node
    SwitchWatcher* m_watcher{nullptr};          ///< is called for each packet; null: none
    /// The packets that recirculate, the next one last. Each is of another group of the job's tree,
    /// so there are at most as many as the tree has groups (kMaxRecirculating).
    std::vector<Recirculating> m_recirculating;
};

} // namespace ns3::esa

#endif // ESA_SWITCH_NODE_H
