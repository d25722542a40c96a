/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PS_APP_H
#define ESA_PS_APP_H

#include "esa-host-demux.h"

#include "ns3/application.h"
#include "ns3/esa-attribute-freeze.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-parameter-server.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-job.h"
#include "ns3/log.h"
#include "ns3/traced-callback.h"

#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The parameter server of one job: the ParameterServer of the core with a clock and a
 * device.
 */
class EsaPsApp : public Application, public PacketReceiver, public FreezableAttributes
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaPsApp();
    ~EsaPsApp() override;

    /**
     * @brief Sets the job of the PS; to be called before it starts.
     * @param job the job, which its workers share
     */
    void SetJob(std::shared_ptr<const TrainingJob> job);

    /// How far a worker may run ahead of its first missing result at most, with any window.
    static constexpr uint32_t kMaxAhead = 65536;

    /**
     * @brief Sets how far a worker may run ahead of its first missing result; to be called before
     * the start. With recovery, a PS keeps this number of results itself if workers keep none. By
     * default it is what the largest window allows.
     * @param fragments how many
     */
    void SetMaxAhead(uint32_t fragments)
    {
        m_maxAhead = fragments;
    }

    /// @brief The PS fails: packets that come are lost.
    void Fail();

    /// @brief The PS starts again, with an empty dictionary.
    void Restart();

    /// @return the parameters of the protocol, from the attributes and the job, which is set
    ParameterServerParameters ServerParameters() const;

    /// @return the PS's end of the protocol; null before the start
    const ParameterServer* GetServer() const
    {
        return m_server ? &*m_server : nullptr;
    }

    const char* AttributesSettableUntil() const override
    {
        return "its job is installed";
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void StopApplication() override;

    /// @brief Sends waiting packets, and keeps the timer running while it is needed.
    void Pump(Picoseconds now);

    /// @brief Sends a packet to the switch.
    void Send(InaPacket& packet, Picoseconds now);

    /// @brief Checks for timeouts.
    void OnTimer();

    // Attributes
    Time m_rtoMin;            ///< least timeout
    Time m_checkInterval;     ///< between two checks for timeouts
    uint32_t m_overtakes;     ///< larger fragments that cause a reminder
    Time m_reminderHoldoff;   ///< worker reminders are not passed on this soon after another
    uint16_t m_reminderBytes; ///< length of a reminder's frame
    bool m_recovery;          ///< repair losses
    Time m_queryDelay;        ///< from the answers of the switches to a query

    SimClock m_clock;                         ///< converts times
    std::shared_ptr<const TrainingJob> m_job; ///< the job
    uint32_t m_maxAhead{kMaxAhead};           ///< fragments that a worker may run ahead
    Ptr<EsaNetDevice> m_device;               ///< where packets leave
    std::optional<ParameterServer> m_server;  ///< the PS's end of the protocol
    FrameSizes m_frameSizes;                  ///< lengths by kind of packet
    NodeTimer m_timer;                        ///< next check for timeouts
    bool m_hasFailed{false};                  ///< whether it is away

    TracedCallback<const InaPacket&> m_receiveTrace; ///< packets received
    TracedCallback<const InaPacket&> m_sendTrace;    ///< packets sent

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_PS_APP_H
