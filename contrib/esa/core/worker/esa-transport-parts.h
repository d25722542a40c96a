// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRANSPORT_PARTS_H
#define ESA_TRANSPORT_PARTS_H

#include "esa-addressing.h"
#include "esa-clocking.h"
#include "esa-congestion-window.h"
#include "esa-loss-free-detector.h"
#include "esa-release-queue.h"
#include "esa-repair.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-system.h"

#include <cstdint>
#include <memory>

namespace ns3::esa
{

/// Parameters of a worker's transport.
struct WorkerTransportParameters
{
    uint16_t job{0};                 ///< job number
    uint16_t worker{0};              ///< number of the worker in the job
    AggregationPlan aggregation;     ///< the workers of the job, and where they stand
    StreamPosition firstPosition{0}; ///< position of the first fragment; tests start near 2^32
    Picoseconds start{0};            ///< when the worker starts
    WindowParameters window;         ///< congestion window, where a system has one
    SharedPoolIndex pool;            ///< the shared pool (MemoryLayout::SharedPool)
    ShareIndex share;                ///< the job's aggregators (MemoryLayout::StaticShare)
    SlotIndex slots;                 ///< the job's slots (MemoryLayout::StaticSlots)
    RepairParameters repair;         ///< timeouts and recovery
    SendDelay sendDelay;             ///< what fragments wait on their way to the link
    uint32_t cachedResults{0};       ///< recent results to keep for a PS that requests them
    uint64_t sumOfAllEvery{0};       ///< where sums of some workers are complete
                                     ///< (SwitchPart::threshold): distance of those of all; 0: else
};

/**
 * @ingroup esa
 * @brief The three parts by which the transports of the systems differ.
 *
 * WorkerTransport serves all systems. The record of a system names the functions that make the
 * parts.
 */
struct TransportParts
{
    std::unique_ptr<Clocking> clocking;     ///< which fragment may leave next
    std::unique_ptr<Repair> repair;         ///< what is done about a late result
    std::unique_ptr<Addressing> addressing; ///< which aggregator a fragment requests
};

/// @param parameters parameters of the transport
/// @return the parts of the system's transport
TransportParts MakeTransportParts(const System& system,
                                  const WorkerTransportParameters& parameters);

// Clocking: which fragment may leave next.

/// A congestion window that grows with results and is halved by a mark (ATP, ESA).
extern const TransportPart<Clocking> kHalvingWindowClock;

/// A congestion window that grows with results and shrinks in proportion to the marked ones, within
/// the job's part of a memory that the active jobs divide (PANAMA).
extern const TransportPart<Clocking> kActiveShareClock;

/// Parameter of kTwoWindowClock.
inline constexpr SystemParameter kBaseRoundTrip{
    "a2tp.base_round_trip_us",
    "BaseRoundTrip",
    "Time in us after which the results of a round (a window) are late: a worker of the job is "
    "slow. Our reading: 30, because a round trip by way of the PS takes 20 with links of 5 us. "
    "Public code: 20, for its testbed. 'auto': 1.5 times the longest round trip of a job.",
    false,
    0.001,
    1e6,
    30,
    true};

/// Two congestion windows, for links and for aggregators (A2TP). The system has the parameter
/// kBaseRoundTrip.
extern const TransportPart<Clocking> kTwoWindowClock;

/// A window that stays what the job's share of the memory allows (iSwitch).
extern const TransportPart<Clocking> kFixedWindowClock;

/// The result of a slot's previous fragment lets the next one leave (SwitchML).
extern const TransportPart<Clocking> kSlotClock;

/// Parameters of kRequestClock.
inline constexpr SystemParameter kRequests{
    "sharp.requests",
    "Requests",
    "Requests of a worker that are under way, at most. NCCL: 8 (steps of a buffer).",
    true,
    1,
    1024,
    8};

/// @copydoc kRequests
inline constexpr SystemParameter kRequestChannels{
    "sharp.channels",
    "Channels",
    "Channels of NCCL whose chunks share a request, 8 at most. NCCL makes a chunk 256 KiB long, "
    "and "
    "32 KiB at least where a channel has little data.",
    true,
    1,
    8,
    8};

/// Requests of several chunks, of which a few are under way (SHARP). The system has the parameters
/// kRequests and kRequestChannels.
extern const TransportPart<Clocking> kRequestClock;

// Repair: what is sent about a result that others have overtaken, or that times out. Without
// recovery from loss a retransmission is never needed, and none is sent.

/// A reminder to the PS, which fetches the partial sum (ESA).
extern const TransportPart<Repair> kRemindServer;

/// A packet that fetches the partial sum on its way to the PS (ATP).
extern const TransportPart<Repair> kResendThroughSwitch;

/// The fragment again, to its slot, and only after a timeout (SwitchML).
extern const TransportPart<Repair> kRetransmitToSwitch;

/// Nothing: links lose nothing (iSwitch, SHARP).
extern const TransportPart<Repair> kNoRepair;

// Addressing: which aggregator a fragment requests.

/// Any of the shared pool, by a hash of the task (ESA, ATP).
extern const TransportPart<Addressing> kAddressInPool;

/// Those of the job's share in turn (iSwitch, SHARP).
extern const TransportPart<Addressing> kAddressInShare;

/// The job's slots in turn (SwitchML).
extern const TransportPart<Addressing> kAddressInSlots;

/// @brief The window that a clock of the module gets from the system and the job's memory.
/// @param parameters window and share
/// @param rule what results and marks do to it
/// @return the window
WindowParameters WindowOf(const SystemRecord& system,
                          const WorkerTransportParameters& parameters,
                          WindowRule rule = WindowRule::Halving);

} // namespace ns3::esa

#endif // ESA_TRANSPORT_PARTS_H
