/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCH_H
#define ESA_SWITCH_H

#include "esa-frame-table.h"
#include "esa-system-object.h"

#include "ns3/esa-flow-paths.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-job-forwarding.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/random-variable-stream.h"
#include "ns3/traced-callback.h"

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A switch: the pipeline of the core between EsaNetDevices. One without aggregators is a
 * spine, which only forwards.
 *
 * The object is added to a Node (AggregateObject), whose devices are its ports. Fragments go
 * through the pipeline. Some packets do not: packets of jobs that are unknown or have left, packets
 * of flows between hosts, and those for another switch of their job. Every packet has an Outcome,
 * which is counted and is a trace source. Ordinary frames are forwarded as in a learning Ethernet
 * switch, through the same queues.
 *
 * NS_LOG=EsaSwitch=level_all prints what happens to each fragment.
 */
class EsaSwitch : public Object,
                  public PacketReceiver,
                  public FrameForwarder,
                  public FreezableAttributes
{
  public:
    /**
     * TracedCallback signature for fragments.
     * @param [in] fragment the fragment
     */
    typedef void (*FragmentTracedCallback)(const InaPacket& fragment);

    /// How the switch reaches the members of a job in one of its trees.
    struct TreePorts
    {
        std::vector<Ptr<EsaNetDevice>> workers; ///< the port towards each worker, as in JobPorts
        Ptr<EsaNetDevice> parameterServer;      ///< the port towards the PS
    };

    /// Ports with which equal paths begin; null: there is only one.
    using EqualPorts = std::shared_ptr<const std::vector<Ptr<EsaNetDevice>>>;

    /// How the switch reaches the members of a job.
    struct JobPorts
    {
        JobForwarding forwarding;               ///< which packets it sums
        std::vector<Ptr<EsaNetDevice>> workers; ///< the port towards each worker, by number; null
                                                ///< for those that other switches serve
        std::vector<Ptr<EsaNetDevice>> hosts;   ///< the port towards each worker's host, in
                                                ///< whatever rack it stands
        Ptr<EsaNetDevice> parameterServer;      ///< the port towards the PS; null: there is none
        std::optional<uint16_t> onlyReceiver{}; ///< the worker that alone gets sums; the others get
                                                ///< results without values
        bool hasLeft{false};                    ///< whether packets that still come are dropped
        bool hasTrees{false};                   ///< whether the job has several trees
        std::vector<TreePorts> trees{};         ///< if so, the ports of each
        FlowPaths flowPaths{FlowPaths::Job};    ///< how flows choose a port
        std::vector<uint32_t> cards{};          ///< place of each sender in its rack, by worker,
                                                ///< then the PS
        std::vector<EqualPorts> equalPorts{};   ///< between which flows choose, by worker, then the
                                                ///< PS; with FlowPaths::Job none

        /**
         * @param seq sequence number of a task
         * @return the port towards each worker, in the task's tree
         */
        const std::vector<Ptr<EsaNetDevice>>& WorkersOf(uint32_t seq) const
        {
            return hasTrees ? TreeOf(seq).workers : workers;
        }

        /**
         * @param seq sequence number of a task
         * @return the port towards the PS, in the task's tree
         */
        const Ptr<EsaNetDevice>& ServerOf(uint32_t seq) const
        {
            return hasTrees ? TreeOf(seq).parameterServer : parameterServer;
        }

      private:
        /// @return the ports of a task's tree
        const TreePorts& TreeOf(uint32_t seq) const
        {
            return trees[TreeOfTask(seq, static_cast<uint32_t>(trees.size()))];
        }
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    EsaSwitch();
    ~EsaSwitch() override;

    /**
     * @brief Makes a device of the node a port of the switch.
     * @param port the device
     */
    void AddPort(Ptr<EsaNetDevice> port);

    /**
     * @brief Adds the ports towards the members of a job.
     * @param job job number
     * @param ports its members, at least one worker
     */
    void AddJob(uint16_t job, const JobPorts& ports);

    /// @return the forwarding table for ordinary frames
    FrameTable& Frames()
    {
        return m_frames;
    }

    /**
     * @brief Fixes the random stream of collision rules that draw random numbers.
     * @param stream first stream number to use
     * @return streams used
     */
    int64_t AssignStreams(int64_t stream);

    /// @return the system; its attribute is set
    const System& GetSystem() const;

    /**
     * @brief Number of aggregators that MemoryBytes has room for; with static slots, number of
     * slots.
     * @return the number
     */
    uint32_t GetAggregators() const;

    /**
     * @brief Says how many indexes packets may have, if that is another number than that of the
     * aggregators. A switch without memory may then be one that only passes packets on. To be said
     * before the pipeline is made.
     * @param indexes the number, as of GetAggregators(); 0: as many as aggregators (default)
     */
    void SetIndexes(uint32_t indexes);

    /**
     * @brief The pipeline. It is made from the attributes at the first use.
     * @return the pipeline
     */
    const SwitchPipeline& GetPipeline();

    const char* AttributesSettableUntil() const override
    {
        return "a job is installed or the simulation begins";
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;
    void ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from) override;

    /**
     * @brief A job has left: frees all aggregators that it still holds, as the control plane does.
     * @param job job number
     */
    void RemoveJob(uint16_t job);

    /// @brief The switch has failed: it has lost all sums.
    void Forget();

    /**
     * @brief A job has left for good: frees all aggregators that it still holds, and drops packets
     * that still come. So it leaves nothing in memory that another job gets.
     * @param job job number
     */
    void CloseJob(uint16_t job);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    class RandomStream;

    /// @brief Makes the pipeline from the attributes, once.
    void Prepare();

    /// @brief Decides on packets that do not enter the pipeline; false: the pipeline decides.
    bool DecideOutside(const InaPacket& fragment, Decision& out) const;

    /// @return true if the job was added
    bool HasJob(uint16_t job) const
    {
        return job < m_jobs.size() && !m_jobs[job].workers.empty();
    }

    /**
     * @return the port towards the receiver of a packet of a flow; null: the job has no endpoint of
     *        that number
     */
    EsaNetDevice* PortOfReceiver(const InaPacket& fragment) const;

    /// @brief Sends a packet where the decision says.
    void SendOn(InaPacket& fragment, Egress egress, Picoseconds now);

    /// @brief Sends a result to the members of the group that it is addressed to.
    void Multicast(const InaPacket& fragment, Picoseconds now);

    /**
     * @brief Takes the sum out of a result that leaves by a port which does not lead to the only
     * worker that gets sums.
     */
    void StripSum(InaPacket& fragment, uint16_t worker, const JobPorts& members) const;

    /// @brief Sends a packet to one worker, or to the switch of its rack.
    void SendToWorker(InaPacket& fragment, uint16_t worker, Picoseconds now);

    // Attributes
    Ptr<EsaSystem> m_systemObject; ///< the system
    uint64_t m_memoryBytes;        ///< memory for aggregation
    uint16_t m_reminderBytes;      ///< length of a reminder's frame
    Time m_staleAge;               ///< age at which an aggregator becomes stale; 0: never

    uint32_t m_indexes{0};                      ///< that packets may have; 0: one per aggregator
    SimClock m_clock;                           ///< converts times
    std::unique_ptr<RandomStream> m_random;     ///< random numbers for its collision rule
    std::unique_ptr<SwitchPipeline> m_pipeline; ///< the pipeline
    FrameSizes m_frameSizes;                    ///< lengths by kind of packet
    std::vector<Ptr<EsaNetDevice>> m_ports;     ///< the ports
    std::vector<JobPorts> m_jobs;               ///< by job number
    FrameTable m_frames;                        ///< forwarding table for ordinary frames

    // Trace sources, one per outcome and of the same name
    TracedCallback<const InaPacket&> m_allocated;     ///< Outcome::Allocated
    TracedCallback<const InaPacket&> m_aggregated;    ///< Outcome::Aggregated
    TracedCallback<const InaPacket&> m_completed;     ///< Outcome::Completed
    TracedCallback<const InaPacket&> m_duplicate;     ///< Outcome::Duplicate
    TracedCallback<const InaPacket&> m_preempted;     ///< Outcome::Preempted
    TracedCallback<const InaPacket&> m_passedThrough; ///< Outcome::PassedThrough
    TracedCallback<const InaPacket&> m_fetched;       ///< Outcome::Fetched
    TracedCallback<const InaPacket&> m_fetchMissed;   ///< Outcome::FetchMissed
    TracedCallback<const InaPacket&> m_released;      ///< Outcome::Released
    TracedCallback<const InaPacket&> m_returned;      ///< Outcome::Returned
    TracedCallback<const InaPacket&> m_reclaimed;     ///< Outcome::Reclaimed
    TracedCallback<const InaPacket&> m_forwarded;     ///< Outcome::Forwarded
    TracedCallback<const InaPacket&> m_repeated;      ///< Outcome::Repeated
    TracedCallback<const InaPacket&> m_stale;         ///< Outcome::Stale
    TracedCallback<const InaPacket&> m_malformed;     ///< Outcome::Malformed
    TracedCallback<const InaPacket&> m_jobLeft;       ///< Outcome::JobLeft
    TracedCallback<const InaPacket&> m_unknownJob;    ///< Outcome::UnknownJob
    TracedCallback<const InaPacket&> m_passedBy;      ///< Outcome::PassedBy
    TracedCallback<const InaPacket&> m_flow;          ///< Outcome::Flow

    /// The trace source of each outcome, in the order of Outcome.
    static constexpr std::array<TracedCallback<const InaPacket&> EsaSwitch::*, kOutcomes> kTraces{
        &EsaSwitch::m_allocated, &EsaSwitch::m_aggregated,  &EsaSwitch::m_completed,
        &EsaSwitch::m_duplicate, &EsaSwitch::m_preempted,   &EsaSwitch::m_passedThrough,
        &EsaSwitch::m_fetched,   &EsaSwitch::m_fetchMissed, &EsaSwitch::m_released,
        &EsaSwitch::m_returned,  &EsaSwitch::m_reclaimed,   &EsaSwitch::m_forwarded,
        &EsaSwitch::m_repeated,  &EsaSwitch::m_stale,       &EsaSwitch::m_malformed,
        &EsaSwitch::m_jobLeft,   &EsaSwitch::m_unknownJob,  &EsaSwitch::m_passedBy,
        &EsaSwitch::m_flow,
    };

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_SWITCH_H
