// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HOST_SUM_H
#define ESA_HOST_SUM_H

#include "esa-collective.h"
#include "esa-flow-protocol.h"
#include "esa-scheduled-collective.h"

#include <memory>

namespace ns3::esa
{

struct SystemRecord;

/**
 * @ingroup esa
 * @brief One method by which hosts sum a job's gradients: what a worker does, and what a server
 * does, if the method has servers.
 *
 * Several parts of the module depend on this: the helper installs servers, applications make
 * collectives, tests compare all methods. They read this descriptor, and none of them reads the
 * name of a system.
 *
 * Most methods differ in nothing but who sends what to whom. To add one of these, write a
 * ScheduleMaker, make a constant by AllReduceBy(), and name it in the system's record
 * (HostPart::sum). A program can do that, too.
 */
struct HostSum
{
    /// Makes a collective, whose owner moves its packets.
    using Factory = std::unique_ptr<Collective> (*)(const CollectiveRole& role,
                                                    CollectiveOwner& owner);

    Factory makeWorker; ///< makes a worker's collective
    Factory makeServer{
        nullptr}; ///< makes a server's, by the job's ServerPlan; null: there are none
    /// Schedules of its operations; null: AllReduce is all
    ScheduledCollective::Finder find{nullptr};
    StepPattern pattern{StepPattern::None}; ///< what protocols of flows cost
};

/// Makes a worker that carries out schedules.
template <ScheduledCollective::Finder find>
std::unique_ptr<Collective>
MakeScheduled(const CollectiveRole& role, CollectiveOwner& owner)
{
    return std::make_unique<ScheduledCollective>(role, find, owner);
}

/// @return who writes the schedules, if AllReduce is the only operation
template <ScheduleMaker maker>
ScheduleMaker
FindOnly(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce ? maker : nullptr;
}

/// @tparam maker writes the schedule of an all-reduce
/// @param pattern what protocols of flows cost
/// @return a way whose workers carry out this schedule, without servers
template <ScheduleMaker maker>
constexpr HostSum
AllReduceBy(StepPattern pattern = StepPattern::None)
{
    return {&MakeScheduled<&FindOnly<maker>>, nullptr, &FindOnly<maker>, pattern};
}

extern const HostSum kPushPullSum;        ///< parameter servers, each for some keys
extern const HostSum kRingSum;            ///< the workers, one after the other
extern const HostSum kHalvingDoublingSum; ///< the workers, in pairs at distances of powers of two
extern const HostSum kHierarchicalSum;    ///< the workers of a server, and these over servers
extern const HostSum kDoubleTreeSum;      ///< the workers, each for those below it in one of two
                                          ///< trees

/// @return true if servers sum for the workers of a system (ServerPlan)
bool HasServers(const SystemRecord& system);

/// @param kind an operation
/// @return true if the system has the operation; AllReduce always is there
bool KnowsOperation(const SystemRecord& system, CollectiveKind kind);

} // namespace ns3::esa

#endif // ESA_HOST_SUM_H
