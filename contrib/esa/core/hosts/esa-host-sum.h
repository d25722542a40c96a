/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_HOST_SUM_H
#define ESA_HOST_SUM_H

#include "esa-collective.h"
#include "esa-scheduled-collective.h"

#include "ns3/esa-system-record.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One way in which hosts sum a job's gradients: which servers there are, and what a worker
 * and a server do.
 *
 * Several parts of the module depend on this: the helper installs servers, applications make
 * collectives, tests compare all ways. They ask this descriptor, and none of them looks at the name
 * of a system. To add a way, write its collective, a value of ReductionScheme, and its entry in
 * esa-host-sum.cc.
 */
struct HostSum
{
    /// Makes a collective, whose owner moves its packets.
    using Factory = std::unique_ptr<Collective> (*)(const CollectiveRole& role,
                                                    CollectiveOwner& owner);

    Factory makeWorker; ///< makes a worker's collective
    Factory makeServer; ///< makes a server's; null: there are none
    std::vector<uint16_t> (*endpoints)(uint32_t workers); ///< the job's servers, as endpoints of
                                                          ///< flows (esa-flow-packet.h)
    ScheduledCollective::Finder find; ///< schedules of its operations; null: AllReduce is all
};

/**
 * @param place who sums
 * @return how hosts do it; null if the switch sums
 */
const HostSum* FindHostSum(ReductionScheme place);

/**
 * @param place who sums
 * @param kind an operation
 * @return true if the operation is known there; AllReduce always is
 */
bool KnowsOperation(ReductionScheme place, CollectiveKind kind);

} // namespace ns3::esa

#endif // ESA_HOST_SUM_H
