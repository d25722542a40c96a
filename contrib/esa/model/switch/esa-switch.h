/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCH_H
#define ESA_SWITCH_H

#include "esa-frame-table.h"
#include "esa-system-object.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-rack-route.h"
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
 * @brief A switch that aggregates: the pipeline of the core between EsaNetDevices.
 *
 * It is aggregated to a Node whose devices are its ports. Fragments go through the pipeline, but
 * for those that are none of its business: packets of jobs that it does not know or that have left,
 * of flows between hosts, and for another switch of a job. Whatever becomes of a packet has a name,
 * its Outcome, which is counted and is a trace source. Ordinary frames are forwarded as a learning
 * Ethernet switch does, through the same queues.
 *
 * NS_LOG=EsaSwitch=level_all tells the story of each fragment.
 */
class EsaSwitch : public Object,
                  public FragmentSink,
                  public FrameForwarder,
                  public FreezableAttributes
{
  public:
    /**
     * TracedCallback signature for fragments.
     * @param [in] fragment the fragment
     */
    typedef void (*FragmentTracedCallback)(const Fragment& fragment);

    /// The members of a job, as the switch reaches them.
    struct JobPorts
    {
        RackRoute route;                        ///< which of them it looks after
        std::vector<Ptr<EsaNetDevice>> workers; ///< the port towards each worker, by number; null
                                                ///< towards those that other switches look after
        std::vector<Ptr<EsaNetDevice>> hosts;   ///< the port towards each worker's host, wherever
                                                ///< it stands
        Ptr<EsaNetDevice> parameterServer;      ///< the port towards the PS; null: there is none
        bool hasLeft{false};                    ///< packets that still come are dropped
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
     * @brief Makes a device of the node a port towards a spine.
     * @param port the device
     */
    void AddUplink(Ptr<EsaNetDevice> port);

    /**
     * @brief Tells where the members of a job are.
     * @param job job number
     * @param ports its members, at least one worker
     */
    void AddJob(uint16_t job, const JobPorts& ports);

    /// @return where it sends ordinary frames
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
     * @brief Aggregators that the attributes make room for; with static slots, slots.
     * @return how many
     */
    uint32_t GetAggregators() const;

    /**
     * @brief The pipeline, made of the attributes at the first use.
     * @return the pipeline
     */
    const SwitchPipeline& GetPipeline();

    const char* AttributesSettableUntil() const override
    {
        return "a job is installed or the simulation begins";
    }

    void ReceiveFragment(Fragment& fragment, Picoseconds now) override;
    void ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from) override;

    /**
     * @brief A job has left: frees whatever it still holds, as the control plane does.
     * @param job job number
     */
    void RemoveJob(uint16_t job);

    /**
     * @brief A job has left for good: frees whatever it still holds, and drops what still comes, so
     * that nothing of it is left in memory that other jobs get.
     * @param job job number
     */
    void CloseJob(uint16_t job);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    class RandomStream;

    /// @brief Makes the pipeline of the attributes.
    void Prepare();

    /**
     * @brief Decides on packets that do not enter the pipeline.
     * @param fragment a packet
     * @return what becomes of it; nothing: the pipeline decides
     */
    std::optional<Decision> DecideOutside(const Fragment& fragment) const;

    /**
     * @param job job number
     * @return true if the switch was told where the job's members are
     */
    bool Knows(uint16_t job) const
    {
        return job < m_jobs.size() && !m_jobs[job].workers.empty();
    }

    /**
     * @param fragment a packet of a flow, of a job that the switch knows
     * @return the port towards its receiver; null: the job has no such endpoint
     */
    EsaNetDevice* PortOfReceiver(const Fragment& fragment) const;

    /**
     * @brief Sends a packet where it was decided.
     * @param fragment the packet
     * @param egress where it goes
     * @param now the time
     */
    void SendOn(Fragment& fragment, Egress egress, Picoseconds now);

    /**
     * @brief Sends a packet to the workers of its job, or to the switches that pass it on.
     * @param fragment the packet
     * @param now the time
     */
    void Multicast(Fragment& fragment, Picoseconds now);

    /**
     * @brief Sends a packet to one worker, or to the switch of its rack.
     * @param fragment the packet
     * @param worker number of the worker
     * @param now the time
     */
    void SendToWorker(Fragment& fragment, uint16_t worker, Picoseconds now);

    // Attributes
    Ptr<EsaSystem> m_systemObject; ///< the system
    uint64_t m_memoryBytes;        ///< memory for aggregation
    uint16_t m_reminderBytes;      ///< length of a reminder's frame
    Time m_staleAge;               ///< age of what is left over; 0: none is

    SimClock m_clock;                           ///< converts times
    std::unique_ptr<RandomStream> m_random;     ///< random numbers for its collision rule
    std::unique_ptr<SwitchPipeline> m_pipeline; ///< the pipeline
    FrameSizes m_frameSizes;                    ///< lengths by kind of packet
    std::vector<Ptr<EsaNetDevice>> m_ports;     ///< the ports
    std::vector<JobPorts> m_jobs;               ///< by job number
    FrameTable m_frames;                        ///< ordinary traffic

    // Trace sources, one per outcome and of the same name
    TracedCallback<const Fragment&> m_allocated;     ///< Outcome::Allocated
    TracedCallback<const Fragment&> m_aggregated;    ///< Outcome::Aggregated
    TracedCallback<const Fragment&> m_completed;     ///< Outcome::Completed
    TracedCallback<const Fragment&> m_duplicate;     ///< Outcome::Duplicate
    TracedCallback<const Fragment&> m_preempted;     ///< Outcome::Preempted
    TracedCallback<const Fragment&> m_passedThrough; ///< Outcome::PassedThrough
    TracedCallback<const Fragment&> m_fetched;       ///< Outcome::Fetched
    TracedCallback<const Fragment&> m_fetchMissed;   ///< Outcome::FetchMissed
    TracedCallback<const Fragment&> m_released;      ///< Outcome::Released
    TracedCallback<const Fragment&> m_returned;      ///< Outcome::Returned
    TracedCallback<const Fragment&> m_reclaimed;     ///< Outcome::Reclaimed
    TracedCallback<const Fragment&> m_forwarded;     ///< Outcome::Forwarded
    TracedCallback<const Fragment&> m_repeated;      ///< Outcome::Repeated
    TracedCallback<const Fragment&> m_stale;         ///< Outcome::Stale
    TracedCallback<const Fragment&> m_malformed;     ///< Outcome::Malformed
    TracedCallback<const Fragment&> m_jobLeft;       ///< Outcome::JobLeft
    TracedCallback<const Fragment&> m_unknownJob;    ///< Outcome::UnknownJob
    TracedCallback<const Fragment&> m_passedBy;      ///< Outcome::PassedBy
    TracedCallback<const Fragment&> m_flow;          ///< Outcome::Flow

    /// The trace source of each outcome, in the order of Outcome.
    static constexpr std::array<TracedCallback<const Fragment&> EsaSwitch::*, kOutcomes> kTraces{
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
