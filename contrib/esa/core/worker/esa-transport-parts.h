/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRANSPORT_PARTS_H
#define ESA_TRANSPORT_PARTS_H

#include "esa-addressing.h"
#include "esa-clocking.h"
#include "esa-congestion-window.h"
#include "esa-loss-free-detector.h"
#include "esa-repair.h"

#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-job-racks.h"
#include "ns3/esa-system-record.h"

#include <cstdint>
#include <memory>

namespace ns3::esa
{

/// Parameters of a worker's transport.
struct WorkerTransportParameters
{
    uint16_t job{0};                 ///< job number
    uint16_t worker{0};              ///< number of the worker in the job
    JobRacks racks;                  ///< the workers of the job, and where they stand
    StreamPosition firstPosition{0}; ///< position of the first fragment; tests start near 2^32
    Picoseconds start{0};            ///< when the worker starts
    WindowParameters window;         ///< congestion window, where a system has one
    SharedPoolIndex pool;            ///< the shared pool (MemoryLayout::SharedPool)
    ShareIndex share;                ///< the job's aggregators (MemoryLayout::StaticShare)
    SlotIndex slots;                 ///< the job's slots (MemoryLayout::StaticSlots)
    RepairParameters repair;         ///< timeouts and recovery
    uint32_t cachedResults{0};       ///< recent results to keep for a PS that asks for them
    /// Results come without sums: a PS that asks gets the worker's fragment once more.
    bool getsNoSums{false};
};

/**
 * @ingroup esa
 * @brief The three parts by which the transports of the systems differ.
 *
 * WorkerTransport knows no system. Its parts are chosen here and nowhere else, by the record of the
 * system. Each factory is a switch statement over one enum, and the compiler checks that no value
 * is missing.
 */
struct TransportParts
{
    std::unique_ptr<Clocking> clocking;     ///< which fragment may leave next
    std::unique_ptr<Repair> repair;         ///< what is done about a late result
    std::unique_ptr<Addressing> addressing; ///< which aggregator a fragment asks for
};

/**
 * @param system the system
 * @param parameters parameters of the transport
 * @return the parts of the system's transport
 */
TransportParts MakeTransportParts(const SystemRecord& system,
                                  const WorkerTransportParameters& parameters);

/**
 * @brief The window that the system's rules and the job's memory allow.
 * @param system the system
 * @param parameters window and share
 * @return the window
 */
WindowParameters WindowOf(const SystemRecord& system, const WorkerTransportParameters& parameters);

} // namespace ns3::esa

#endif // ESA_TRANSPORT_PARTS_H
