// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PUSH_PULL_PROCESS_H
#define ESA_PUSH_PULL_PROCESS_H

#include "esa-flow-end.h"

#include "ns3/esa-collective.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A parameter server that sums without help from the network, or a switch that sums for the
 * workers of its rack: a Collective whose data travels over flows.
 *
 * The HostSum of the job's system makes the collective.
 */
class PushPullProcess : public PacketReceiver, private CollectiveOwner
{
  public:
    PushPullProcess();
    ~PushPullProcess() override;

    /**
     * @brief Begins to listen and to sum.
     * @param host where it runs; outlives the process
     * @param endpoint kDedicatedServer, ServerOf() the worker on the same host, or the endpoint of
     *        a switch (SummedRacks)
     * @param settings of its flows
     */
    void Start(HostNode& host,
               std::shared_ptr<const TrainingJob> job,
               uint16_t endpoint,
               const FlowSettings& settings);

    /// @brief The job has left: nothing is sent any more.
    void Release();

    /// @return informed of every packet that leaves
    Hook<const InaPacket&>& Sent()
    {
        return m_sent;
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

  private:
    void Send(uint16_t receiver, const PositionRange& range) override;
    void Deliver(const InaPacket& result, StreamPosition position, CollectiveKind kind) override;
    void DeliverSums(const InaHeader& first,
                     const PositionRange& range,
                     const PartialSum* sums,
                     CollectiveKind kind) override;
    void DeliverForeign(const InaPacket& data, StreamPosition position, uint16_t of) override;
    void OnDone(const PositionRange& block) override;

    std::shared_ptr<const TrainingJob> m_job; ///< the job
    std::unique_ptr<Collective> m_server;     ///< sums the data
    std::shared_ptr<FlowEnd> m_flows;         ///< the flows
    Picoseconds m_now{0};                     ///< time of what the server does
    Hook<const InaPacket&> m_sent;            ///< a packet leaves
};

} // namespace ns3::esa

#endif // ESA_PUSH_PULL_PROCESS_H
