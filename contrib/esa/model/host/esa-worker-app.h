/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_WORKER_APP_H
#define ESA_WORKER_APP_H

#include "esa-reliable-channel.h"
#include "esa-training-app.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-worker-transport.h"
#include "ns3/event-id.h"

#include <optional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker whose gradients the network sums.
 *
 * The application owns the clock and moves packets; what it does about them is decided by
 * WorkerTransport (core).
 */
class EsaWorkerApp : public EsaTrainingApp, private GradientSource
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaWorkerApp();
    ~EsaWorkerApp() override;

    /**
     * @brief Tells where the PS is; before it starts. Only recovery from loss needs it.
     * @param address address of its host, whose reliable channel is open
     */
    void SetParameterServerAddress(Ipv4Address address)
    {
        m_parameterServer = address;
    }

    /// @return the protocol's end, after the start; null before
    const WorkerTransport* GetTransport() const
    {
        return m_transport ? &*m_transport : nullptr;
    }

    /// @return window or slots
    uint32_t GetMaxOutstanding() const override
    {
        return m_transport ? m_transport->MaxOutstanding() : 0;
    }

    /// @return reminders, ATP's resends, SwitchML's retransmissions
    uint64_t GetRepairsSent() const override
    {
        return m_transport ? m_transport->RepairsSent() : 0;
    }

  protected:
    void DoDispose() override;
    void SendPartition(uint32_t partition) override;
    void OnPacket(Fragment& packet, Picoseconds now) override;

  private:
    void StartApplication() override;
    void StopApplication() override;
    uint8_t PriorityOf(StreamPosition position) const override;
    void FillSum(Fragment& packet) const override;

    // Setters of the window's attributes, which stand in a struct of the core
    void SetInitialWindow(uint32_t packets);      ///< @param packets at the start
    void SetMinWindow(uint32_t packets);          ///< @param packets at least
    void SetMaxWindow(uint32_t packets);          ///< @param packets at most; 0: no cap
    void SetSlowStartThreshold(uint32_t packets); ///< @param packets at the start; 0: infinite
    void SetWindowGrowth(double packets);         ///< @param packets added a result or window

    /// @brief Makes the protocol's end of the attributes and the job.
    void Prepare();

    /**
     * @brief Sends what may leave.
     * @param now the time
     */
    void Pump(Picoseconds now);

    /**
     * @brief The PS asks what this worker has of a task.
     * @param query its question
     */
    void Answer(const Fragment& query);

    /// @brief Looks for timeouts, every CheckInterval.
    void OnTimer();

    // Attributes
    WindowParameters m_window; ///< the window
    Time m_rtoMin;             ///< least timeout
    Time m_checkInterval;      ///< between looks for timeouts
    uint32_t m_overtakes;      ///< larger results that make one late
    uint16_t m_reminderBytes;  ///< length of a reminder's frame
    bool m_recovery;           ///< repair losses
    uint32_t m_cachedResults;  ///< results kept for the PS; 0: a window of them

    Ptr<EsaReliableChannel> m_channel;          ///< where answers to the PS leave
    Ipv4Address m_parameterServer;              ///< where the PS is
    std::optional<WorkerTransport> m_transport; ///< the protocol's end
    FrameSizes m_frameSizes;                    ///< lengths by kind of packet
    EventId m_timer;                            ///< next look for timeouts
};

} // namespace ns3::esa

#endif // ESA_WORKER_APP_H
