// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PS_PROCESS_H
#define ESA_PS_PROCESS_H

#include "esa-host-node.h"
#include "esa-host-process.h"
#include "esa-host-settings.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-parameter-server.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The parameter server of one job: a ParameterServer with a port and a timer.
class PsProcess : public HostProcess, private HostConnection
{
  public:
    /// @param settings of the job
    PsProcess(std::shared_ptr<const TrainingJob> job, std::shared_ptr<const HostSettings> settings);

    void Start(HostNode& host, Picoseconds now) override;
    void Release() override;
    std::string Describe() const override;

    /// @brief Checks for no more timeouts.
    void Stop() override
    {
        m_timer.Cancel();
    }

    Hooks& GetHooks() override
    {
        return m_hooks;
    }

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

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

  private:
    /// @brief Sends waiting packets, and keeps the timer running while it is needed.
    void Pump(Picoseconds now);

    std::optional<uint32_t> SendNext(Picoseconds now) override;

    HostNode* m_host{nullptr};               ///< where it runs
    std::optional<ParameterServer> m_server; ///< the PS's end of the protocol
    FrameSizes m_frameSizes;                 ///< lengths by kind of packet
    NodeTimer m_timer;                       ///< next check for timeouts
    bool m_hasFailed{false};                 ///< whether it is away
    Hooks m_hooks;                           ///< what it reports

    std::shared_ptr<const HostSettings> m_settings; ///< of its job
};

} // namespace ns3::esa

#endif // ESA_PS_PROCESS_H
