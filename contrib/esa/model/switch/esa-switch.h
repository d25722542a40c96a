// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_H
#define ESA_SWITCH_H

#include "esa-system-object.h"

#include "ns3/esa-net-device.h"
#include "ns3/esa-switch-node.h"
#include "ns3/esa-watched-trace.h"
#include "ns3/log.h"
#include "ns3/mac48-address.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The forwarding table for ordinary frames: a switch forwards them as a learning Ethernet
 * switch does.
 *
 * A learning switch floods frames, which would travel in circles where switches are connected by
 * several paths. In a network of several switches a route therefore chooses the port, nothing is
 * learnt, and a frame for all hosts travels on a tree of links.
 */
class FrameTable
{
  public:
    /// @param port a device of the switch
    void AddPort(Ptr<EsaNetDevice> port);

    /// Chooses the port for a frame by the addresses of its sender and receiver.
    /// @return the port; null: the receiver is unknown
    using Route = std::function<Ptr<EsaNetDevice>(Mac48Address from, Mac48Address to)>;

    /// From now on, a route chooses the ports, and nothing is learnt.
    /// @param route chooses the port for frames to one host
    /// @param tree the ports that belong to a tree of links: frames for all hosts take them
    void SetRoute(Route route, const std::vector<Ptr<EsaNetDevice>>& tree);

    /// Forwards a frame.
    /// @param frame the packet with its Ethernet header
    /// @param from the device that it arrived at
    void Forward(Ptr<Packet> frame, EsaNetDevice& from);

    /// @brief Removes all devices and entries.
    void Clear();

  private:
    /// @brief Forwards a frame by the route.
    void ForwardByRoute(Ptr<Packet> frame,
                        Mac48Address source,
                        Mac48Address to,
                        EsaNetDevice& from);

    std::vector<Ptr<EsaNetDevice>> m_ports;              ///< the devices of the switch
    std::map<Mac48Address, Ptr<EsaNetDevice>> m_learned; ///< the entries
    Route m_route;                                       ///< chooses the port; empty: the entries
    std::vector<Ptr<EsaNetDevice>> m_tree;               ///< with a route: for frames to all hosts

    static LogComponent g_log; ///< of NS_LOG
};

/**
 * @ingroup esa
 * @brief A switch: a SwitchNode of the core between EsaNetDevices, with attributes and trace
 * sources.
 *
 * The object is added to a Node (AggregateObject), whose devices are its ports. Every packet has an
 * Outcome, which is a trace source. Ordinary frames are forwarded as in a learning Ethernet switch,
 * through the same queues.
 *
 * NS_LOG=EsaSwitch=level_all prints what happens to each fragment.
 */
class EsaSwitch : public Object,
                  public PacketReceiver,
                  public FrameForwarder,
                  public FreezableAttributes,
                  private SwitchWatcher
{
  public:
    /// TracedCallback signature for fragments.
    /// @param [in] fragment the fragment
    typedef void (*FragmentTracedCallback)(const InaPacket& fragment);

    /// @return the TypeId
    static TypeId GetTypeId();

    EsaSwitch();
    ~EsaSwitch() override;

    /// Makes a device of the node a port of the switch.
    void AddPort(Ptr<EsaNetDevice> port);

    /// Adds the ports towards the members of a job.
    /// @param ports its members, at least one worker
    void AddJob(uint16_t job, const JobPorts& ports);

    /// @return the forwarding table for ordinary frames
    FrameTable& Frames()
    {
        return m_frames;
    }

    /// Fixes the random stream of collision rules that draw random numbers.
    /// @param stream first stream number to use
    /// @return streams used
    int64_t AssignStreams(int64_t stream);

    /// @return the system; its attribute is set
    const System& GetSystem() const;

    /// Number of aggregators that MemoryBytes has room for; with static slots, number of
    /// slots.
    uint32_t GetAggregators() const;

    /// @return entries of the table that an aggregator takes, or a slot
    uint32_t EntriesPerAggregator() const;

    /// Sets the number of indexes of packets, if it is not the number of aggregators. A switch
    /// without memory may then be one that only passes packets on. Call it before GetPipeline().
    /// @param indexes the number, as of GetAggregators(); 0: as many as aggregators (default)
    void SetIndexes(uint32_t indexes);

    /// The pipeline. It is made from the attributes at the first use.
    const SwitchPipeline& GetPipeline();

    const char* AttributesSettableUntil() const override
    {
        return "a job is installed or the simulation begins";
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;
    void ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from) override;

    /// @return whether packets of a job may come to it
    bool HasJob(uint16_t job) const
    {
        return m_node.HasJob(job);
    }

    /// @return the ports towards the members of a job; null: none of its packets come here
    const JobPorts* PortsOf(uint16_t job) const
    {
        return m_node.PortsOf(job);
    }

    /// A job has left: frees all aggregators that it still holds, as the control plane does.
    void RemoveJob(uint16_t job);

    /// @brief The switch has failed: it has lost all sums.
    void LoseSums();

    /// A job has left for good: frees all aggregators that it still holds, and drops packets
    /// that still come. So it leaves nothing in memory that another job gets.
    void CloseJob(uint16_t job);

  protected:
    void DoInitialize() override;
    void DoDispose() override;

  private:
    class RandomStream;

    /// @brief Makes the pipeline from the attributes, once.
    void Prepare();

    void OnArrived(const InaPacket& fragment) override;
    void OnDecided(const Decision& decision, const InaPacket& fragment) override;
    void OnUnreachable(const InaPacket& fragment) override;

    /// @brief Connects the trace sources of packets that have a listener.
    void WatchNode();

    // Attributes
    Ptr<EsaSystem> m_systemObject; ///< the system
    uint64_t m_memoryBytes;        ///< memory for aggregation
    uint16_t m_reminderBytes;      ///< length of a reminder's frame
    Time m_staleAge;               ///< age at which an aggregator becomes stale; 0: never

    uint32_t m_indexes{0};                  ///< that packets may have; 0: one per aggregator
    SimClock m_clock;                       ///< converts times
    std::unique_ptr<RandomStream> m_random; ///< random numbers for its collision rule
    SwitchNode m_node;                      ///< what the switch does with fragments
    std::vector<Ptr<EsaNetDevice>> m_ports; ///< the ports
    FrameTable m_frames;                    ///< forwarding table for ordinary frames

    using OutcomeTrace = WatchedTrace<const InaPacket&>; ///< packets that have an outcome

    // Trace sources, one per outcome and of the same name
    OutcomeTrace m_allocated;     ///< Outcome::Allocated
    OutcomeTrace m_aggregated;    ///< Outcome::Aggregated
    OutcomeTrace m_completed;     ///< Outcome::Completed
    OutcomeTrace m_duplicate;     ///< Outcome::Duplicate
    OutcomeTrace m_preempted;     ///< Outcome::Preempted
    OutcomeTrace m_passedThrough; ///< Outcome::PassedThrough
    OutcomeTrace m_fetched;       ///< Outcome::Fetched
    OutcomeTrace m_fetchMissed;   ///< Outcome::FetchMissed
    OutcomeTrace m_released;      ///< Outcome::Released
    OutcomeTrace m_returned;      ///< Outcome::Returned
    OutcomeTrace m_reclaimed;     ///< Outcome::Reclaimed
    OutcomeTrace m_forwarded;     ///< Outcome::Forwarded
    OutcomeTrace m_repeated;      ///< Outcome::Repeated
    OutcomeTrace m_stale;         ///< Outcome::Stale
    OutcomeTrace m_malformed;     ///< Outcome::Malformed
    OutcomeTrace m_jobLeft;       ///< Outcome::JobLeft
    OutcomeTrace m_unknownJob;    ///< Outcome::UnknownJob
    OutcomeTrace m_passedBy;      ///< Outcome::PassedBy
    OutcomeTrace m_flow;          ///< Outcome::Flow

    /// The trace source of each outcome, in the order of Outcome.
    static constexpr std::array<OutcomeTrace EsaSwitch::*, kOutcomes> kTraces{
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
