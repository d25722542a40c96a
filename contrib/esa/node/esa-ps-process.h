// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PS_PROCESS_H
#define ESA_PS_PROCESS_H

#include "esa-hook.h"
#include "esa-host-node.h"
#include "esa-host-settings.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-parameter-server.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The parameter server of one job: a ParameterServer with a port and a timer.
class PsProcess : public PacketReceiver, private HostConnection
{
  public:
    /// Its trace sources.
    struct Hooks
    {
        Hook<const InaPacket&> receive; ///< a packet has arrived
        Hook<const InaPacket&> send;    ///< a packet leaves: a result, a reminder or a query
    };

    /// @brief Begins to listen and to sum.
    /// @param host where it runs; outlives the process
    /// @param job the job, which its workers share
    /// @param settings of the job
    void Start(HostNode& host,
               std::shared_ptr<const TrainingJob> job,
               const HostSettings& settings);

    /// @brief Checks for no more timeouts.
    void Stop()
    {
        m_timer.Cancel();
    }

    /// @brief The job has left: its tasks are forgotten. What was counted stays.
    void Release();

    /// @return whether the PS has failed and has not started again
    bool HasFailed() const
    {
        return m_hasFailed;
    }

    /// @brief The PS fails: packets that come are lost.
    void Fail();

    /// @brief The PS starts again, with an empty dictionary.
    void Restart();

    /// @return the PS's end of the protocol; null before the start
    const ParameterServer* Server() const
    {
        return m_server ? &*m_server : nullptr;
    }

    /// @return its trace sources
    Hooks& GetHooks()
    {
        return m_hooks;
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

  private:
    /// @brief Sends waiting packets, and keeps the timer running while it is needed.
    void Pump(Picoseconds now);

    std::optional<uint32_t> SendNext(Picoseconds now) override;

    HostNode* m_host{nullptr};                ///< where it runs
    std::optional<ParameterServer> m_server;  ///< the PS's end of the protocol
    FrameSizes m_frameSizes;                  ///< lengths by kind of packet
    NodeTimer m_timer;                        ///< next check for timeouts
    bool m_hasFailed{false};                  ///< whether it is away
    Picoseconds m_checkInterval{0};           ///< between two checks
    std::shared_ptr<const TrainingJob> m_job; ///< the job
    Hooks m_hooks;                            ///< its trace sources
};

} // namespace ns3::esa

#endif // ESA_PS_PROCESS_H
