/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_AGGREGATION_EXCHANGE_H
#define ESA_AGGREGATION_EXCHANGE_H

#include "esa-gradient-exchange.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-worker-transport.h"

namespace ns3::esa
{

/// What an exchange with aggregation in the network needs besides its context.
struct AggregationSetup
{
    WorkerTransportParameters transport; ///< the protocol's parameters
    FrameSizes frameSizes;               ///< lengths by kind of packet
    Time checkInterval; ///< between two checks for timeouts; zero: at the transport's deadlines
};

/**
 * @ingroup esa
 * @brief An exchange in which the network sums: WorkerTransport (core) with a device.
 *
 * What is sent and when is decided in the core. This class sets the length of a frame, traces the
 * packet and hands it to the device.
 */
class AggregationExchange : public GradientExchange, private GradientSource
{
  public:
    /**
     * @param context the worker
     * @param setup parameters of the protocol, and the way to the PS
     * @param parts the parts of the system's transport
     */
    AggregationExchange(const ExchangeContext& context,
                        const AggregationSetup& setup,
                        TransportParts parts);

    void OnIteration(StreamPosition first) override;
    void OnPartitionReady(const PositionRange& partition, Picoseconds now) override;
    void OnPacket(InaPacket& packet, Picoseconds now) override;
    void PrefetchFor(const InaPacket& packet, uint32_t stage) const override;
    Time CheckInterval() const override;
    void OnTimer(Picoseconds now) override;
    void Continue(Picoseconds now) override;
    void Stop() override;
    void Dispose() override;
    uint32_t MaxOutstanding() const override;
    uint64_t RepairsSent() const override;

  private:
    uint8_t PriorityOf(StreamPosition position) const override;
    void FillSum(StreamPosition position, InaPacket& packet) const override;

    /// @brief Sends the packets that may leave.
    void Pump(Picoseconds now);

    /**
     * @brief Lets the worker wait as long as a full frame takes. One that sends fragments without
     * values would otherwise run ahead of the root of a broadcast, and aggregators would wait for
     * the root.
     */
    void Pace(Picoseconds now);

    /// @brief The PS asks what this worker has of a task.
    void Answer(const InaPacket& query, Picoseconds now);

    /// @brief Sends a packet.
    void Send(InaPacket& packet, Picoseconds now);

    bool m_isStopped{false};     ///< true: results are ignored
    bool m_waits{false};         ///< true: nothing leaves before Continue()
    bool m_maySendNothing;       ///< whether fragments without values occur
    Ptr<EsaNetDevice> m_device;  ///< where packets leave
    ExchangeContext m_context;   ///< the worker
    StreamPosition m_first{0};   ///< first fragment of the iteration
    Time m_checkInterval;        ///< between two checks for timeouts; zero: at deadlines
    FrameSizes m_frameSizes;     ///< lengths by kind of packet
    Picoseconds m_frameTime;     ///< of a full frame on the link
    Picoseconds m_nextAt{0};     ///< when a fragment may follow one without values
    WorkerTransport m_transport; ///< the worker's end of the protocol
};

} // namespace ns3::esa

#endif // ESA_AGGREGATION_EXCHANGE_H
