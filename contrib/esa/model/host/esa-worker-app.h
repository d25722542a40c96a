/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_WORKER_APP_H
#define ESA_WORKER_APP_H

#include "esa-training-app.h"

#include "ns3/esa-congestion-window.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-worker-transport.h"
#include "ns3/log.h"

#include <optional>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker whose gradients the network sums: a WorkerTransport (core) with gradients, a
 * device and a timer.
 *
 * The transport decides what is sent, and when. A gradient takes this way: Offer(),
 * WorkerTransport::Offer(), then in Pump() WorkerTransport::Poll() and Send(), which adds values,
 * priority and length of the frame. A result takes this way: OnPacket(),
 * WorkerTransport::OnResult(), TakeResult(). Pump() follows each event, and sets the timer to the
 * transport's deadline.
 */
class EsaWorkerApp : public EsaTrainingApp
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaWorkerApp();
    ~EsaWorkerApp() override;

    /// @return with recovery: fragments from the first missing result on that may be under way
    uint32_t GetMaxAhead() const;

    /**
     * @param job a job
     * @param worker number of a worker in it
     * @return the parameters of the protocol, from the attributes and the job
     */
    WorkerTransportParameters TransportParameters(const TrainingJob& job, uint16_t worker) const;

    uint32_t GetMaxOutstanding() const override;
    uint64_t GetRepairsSent() const override;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void Offer(const PositionRange& fragments, Picoseconds now) override;
    void OnPacket(InaPacket& packet, Picoseconds now) override;
    void OnWake(Picoseconds now) override;

    /// @return what TransportParameters() gives, with what depends on device and clock
    WorkerTransportParameters ParametersOnDevice() const;

    /**
     * @brief How long a worker waits from one question about a late result to the next one, so that
     * those of all workers fit the link of the PS. That is taken for as fast as the worker's own.
     * @return the time; 0 where jobs are so small that they need not wait
     */
    Picoseconds TurnOfWorker() const;

    /// @brief Sends the packets that may leave, and sets the timer.
    void Pump(Picoseconds now);

    /**
     * @brief Lets the next fragment wait as long as a full frame takes. A worker that sends
     * fragments without values would otherwise run ahead of the root of a broadcast, and
     * aggregators would wait for the root.
     */
    void Pace(Picoseconds now);

    /// @brief The next fragment may leave.
    void OnPaced();

    /// @brief Completes a packet with gradient and length, and sends it.
    void Send(WorkerTransport::OutgoingPacket& out, Picoseconds now);

    /// @brief Adds the worker's gradient, if it has one, and the priority.
    void FillGradient(WorkerTransport::OutgoingPacket& out) const;

    // Setters of the window's attributes, which stand in a struct of the core
    void SetInitialWindow(uint32_t packets);       ///< @param packets at the start
    void SetMinWindow(uint32_t packets);           ///< @param packets at least
    void SetMaxWindow(uint32_t packets);           ///< @param packets at most; 0: no cap
    void SetSlowStartThreshold(uint32_t packets);  ///< @param packets at the start; 0: infinite
    void SetWindowGrowth(double packets);          ///< @param packets added per result or window
    void SetWindowCounts(const std::string& name); ///< @param name name of a WindowCount

    // What every packet needs stands together.
    Ptr<EsaNetDevice> m_device;                 ///< where packets leave
    FrameSizes m_frameSizes;                    ///< lengths by kind of packet
    bool m_maySendNothing{false};               ///< whether fragments without values occur
    NodeTimer m_pace;                           ///< calls OnPaced()
    bool m_isPaced{false};                      ///< whether the next fragment has to wait
    Picoseconds m_pacedUntil{0};                ///< when a fragment may follow one without values
    std::optional<WorkerTransport> m_transport; ///< the worker's end of the protocol

    // Attributes
    WindowParameters m_window;  ///< the window
    Time m_rtoMin;              ///< least timeout
    Time m_checkInterval;       ///< between two checks for timeouts
    uint32_t m_overtakes;       ///< larger results that make one late
    uint16_t m_reminderBytes;   ///< length of a reminder's frame
    bool m_recovery;            ///< repair losses
    bool m_halvesWhenOvertaken; ///< with recovery, atp: an overtaken result halves the window
    uint32_t m_aheadWindows; ///< with recovery: windows from the first missing result on, at most

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_WORKER_APP_H
