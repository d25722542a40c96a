// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ENGINE_SETUP_H
#define ESA_ENGINE_SETUP_H

#include "ns3/esa-arrival-order.h"
#include "ns3/esa-congestion-window.h"
#include "ns3/esa-loss-free-detector.h"
#include "ns3/esa-parameter-server.h"
#include "ns3/esa-step-clock.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <stdexcept>
#include <vector>

namespace ns3::esa
{

/// Picoseconds in a time step of the engine: ns-3's resolution, unless a program changes it.
constexpr int64_t kStepPs = 1000;

/// @ingroup esa
/// @param ps a time in picoseconds, not negative
/// @return the same in time steps, rounded up: when ns-3's event for it happens
inline int64_t
CeilStep(int64_t ps)
{
    return StepClock(kStepPs).ToSteps(Picoseconds(ps));
}

/// @param step a time step @return its time
inline Picoseconds
FromStep(int64_t step)
{
    return StepClock(kStepPs).FromSteps(step);
}

/// @param arrival of a frame @return its time step
inline int64_t
StepOf(const FrameArrival& arrival)
{
    return CeilStep(arrival.ps);
}

/// A packet on its way, or one that is sent because of another one.
struct TimedPacket
{
    FrameArrival at{}; ///< when it arrives, or the other one has arrived
    InaPacket packet;  ///< the packet
};

/// A task, and when something becomes of it.
struct TaskTime
{
    uint64_t position;    ///< position of its fragments in the job's stream
    int64_t step;         ///< when its result arrives, is made, or is requested
    bool isMarked{false}; ///< whether the result has an ECN mark
};

/// A packet that arrives at the switch and goes through its pipeline by itself.
struct SwitchArrival
{
    FrameArrival at;   ///< when it arrives
    uint64_t position; ///< position of its task
    uint16_t job;      ///< place of its job
    uint16_t worker;   ///< its sender; kFromServer: the PS
    PacketKind kind;   ///< what it is

    /// @return whether this one is served first
    bool operator<(const SwitchArrival& other) const
    {
        return at < other.at;
    }

    static constexpr uint16_t kFromServer = UINT16_MAX; ///< it comes from the PS
};

static_assert(sizeof(SwitchArrival) == 32, "each is moved once while they are sorted");

/// @ingroup esa
/// @brief The links of a network of one switch, which are all alike.
struct EngineLinks
{
    int64_t framePs{0};                                ///< time to send a frame with gradients
    int64_t reminderPs{0};                             ///< time to send a reminder
    PacketKind repairKind{PacketKind::WorkerReminder}; ///< what workers send about late results
    int64_t upDelayPs{0};    ///< from a host's port to the switch's software
    int64_t downDelayPs{0};  ///< from a port of the switch to a host's software
    int64_t serverMarkPs{0}; ///< queue at the ports to PSes that marks packets; 0: none does

    /// @return time to send a packet @param kind what it is
    int64_t TimeOf(PacketKind kind) const
    {
        return BringsSum(kind) ? framePs : reminderPs;
    }
};

/// @ingroup esa
/// @brief A job of the engine. Each of its workers, and its PS, has a host to itself.
struct EngineJob
{
    const TrainingJob* job{nullptr};   ///< the job; outlives the engine
    WindowParameters window;           ///< the window, where the system has one
    RepairParameters repair;           ///< when workers take results for late
    ParameterServerParameters server;  ///< its PS, where the system has one
    std::vector<uint32_t> workerPorts; ///< by worker: port of the switch towards its host
    uint32_t serverPort{0};            ///< port of the switch towards the PS
};

/// @ingroup esa
/// @brief The engine gives up: it has met something that it cannot compute exactly. What it has
/// computed is of no use, and the simulation has to run packet by packet.
class NotExact : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

} // namespace ns3::esa

#endif // ESA_ENGINE_SETUP_H
