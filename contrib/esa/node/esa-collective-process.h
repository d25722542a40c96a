// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COLLECTIVE_PROCESS_H
#define ESA_COLLECTIVE_PROCESS_H

#include "esa-flow-end.h"
#include "esa-host-process.h"
#include "esa-host-settings.h"
#include "esa-training-process.h"

#include "ns3/esa-collective.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <memory>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker of a system in which hosts sum the gradients, with parameter servers or in a
 * ring: a Collective whose data travels over flows.
 *
 * The HostSum of the job's system makes the collective. The flows have a timer of their own.
 */
class CollectiveProcess : public TrainingProcess, private CollectiveOwner
{
  public:
    /// @param worker its number in the job @param settings of the job
    CollectiveProcess(std::shared_ptr<const TrainingJob> job,
                      uint16_t worker,
                      std::shared_ptr<const HostSettings> settings);
    ~CollectiveProcess() override;

    void Start(HostNode& host, Picoseconds now) override;
    void Release() override;
    void ReceiveFragment(InaPacket& packet, Picoseconds now) override;

    /// @return 0: there is no limit
    uint32_t MaxOutstanding() const override
    {
        return 0;
    }

    /// @return retransmitted packets
    uint64_t RepairsSent() const override;

  private:
    void Offer(const PositionRange& fragments, Picoseconds now) override;

    /// @brief The collective of some fragments begins.
    void Begin(const PositionRange& fragments, Picoseconds now);

    void Send(FlowConnection receiver, const PositionRange& range) override;
    void Deliver(const InaPacket& result, StreamPosition position, CollectiveKind kind) override;
    void DeliverForeign(const InaPacket& data, StreamPosition position, uint16_t of) override;
    void OnDone(const PositionRange& block) override;

    std::shared_ptr<const HostSettings> m_settings; ///< of its job
    std::shared_ptr<FlowEnd> m_flows;               ///< the flows; null: they are closed
    std::unique_ptr<Collective> m_collective;       ///< decides what is sent
    Picoseconds m_now{0};                           ///< time of what the collective does
    uint64_t m_repairsOfClosed{0};                  ///< retransmitted by flows that are closed
};

/**
 * @ingroup esa
 * @brief A parameter server that sums without help from the network: a Collective whose data
 * travels over flows.
 *
 * The HostSum of the job's system makes the collective.
 */
class PushPullProcess : public HostProcess, private CollectiveOwner
{
  public:
    /// @param endpoint one of the job's ServerPlan
    /// @param settings of the job
    PushPullProcess(std::shared_ptr<const TrainingJob> job,
                    uint16_t endpoint,
                    std::shared_ptr<const HostSettings> settings);
    ~PushPullProcess() override;

    void Start(HostNode& host, Picoseconds now) override;
    void Release() override;
    std::string Describe() const override;

    Hooks& GetHooks() override
    {
        return m_hooks;
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

  private:
    void Send(FlowConnection receiver, const PositionRange& range) override;
    void Deliver(const InaPacket& result, StreamPosition position, CollectiveKind kind) override;
    void DeliverForeign(const InaPacket& data, StreamPosition position, uint16_t of) override;
    void OnDone(const PositionRange& block) override;

    std::shared_ptr<const HostSettings> m_settings; ///< of its job
    uint16_t m_endpoint;                            ///< its address in the job
    std::unique_ptr<Collective> m_server;           ///< sums the data
    std::shared_ptr<FlowEnd> m_flows;               ///< the flows
    Picoseconds m_now{0};                           ///< time of what the server does
    Hooks m_hooks;                                  ///< what it reports
};

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_PROCESS_H
