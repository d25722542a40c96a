// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HOST_SETTINGS_H
#define ESA_HOST_SETTINGS_H

#include "ns3/esa-congestion-control.h"
#include "ns3/esa-congestion-window.h"
#include "ns3/esa-parameter-server.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-units.h"
#include "ns3/esa-wire-format.h"
#include "ns3/esa-worker-transport.h"

#include <cstdint>
#include <string>

namespace ns3::esa
{

/// What is set about late results and late fragments, at a worker or a PS.
struct ReminderSettings
{
    Picoseconds rtoMin{FromMicroseconds(1000)};      ///< least timeout. At a worker with recovery:
                                                     ///< the timeout before anything is measured
    Picoseconds checkInterval{FromMicroseconds(50)}; ///< between two checks for timeouts; workers
                                                     ///< with recovery need none
    uint32_t overtakes{3}; ///< larger sequence numbers that arrive before one is late
    uint16_t reminderBytes{kInaFrameBytes}; ///< length of a reminder's frame
};

/// What is set at a worker whose gradients the network sums.
struct WorkerSettings : ReminderSettings
{
    WindowParameters window; ///< the window

    /// @return with recovery: fragments from the first missing result on that may be under way
    uint32_t MaxAhead() const;
};

/// What is set at a parameter server.
struct PsSettings : ReminderSettings
{
    Picoseconds reminderHoldoff{FromMicroseconds(10)}; ///< worker reminders are not passed on this
                                                       ///< soon after another; with recovery: the
                                                       ///< least time to wait for answers
};

/**
 * @ingroup esa
 * @brief What is set at the workers and servers of a job.
 *
 * They must agree on most of it: a PS keeps what a worker may still lack, and both repair losses or
 * none does. So a job has one such object, which its processes share.
 */
struct HostSettings
{
    bool recovery{false};  ///< repair losses of packets
    WorkerSettings worker; ///< of workers whose gradients the network sums
    PsSettings ps;         ///< of their PS
    FlowParameters flow;   ///< of flows between hosts, where hosts sum. Their ends fill in
                           ///< wireBytes, recovery and lineBitsPerS

    /// @return the first value that is not allowed, and what is; empty: all are allowed
    std::string FindFault() const;

    /// @param number of a worker in the job
    /// @return its parameters of the protocol, but for what depends on host and clock
    WorkerTransportParameters TransportParameters(const TrainingJob& job, uint16_t number) const;

    /// @return the parameters of the protocol of the job's PS, but for what depends on its host
    ParameterServerParameters ServerParameters(const TrainingJob& job) const;
};

} // namespace ns3::esa

#endif // ESA_HOST_SETTINGS_H
