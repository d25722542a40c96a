// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HIERARCHICAL_SCHEDULE_H
#define ESA_HIERARCHICAL_SCHEDULE_H

#include "esa-schedule.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief All-reduce in two levels: inside servers, and between them.
 *
 * A ring over all workers takes as many steps as there are workers, although most of them are in
 * the same servers. Here the workers of a server scatter the sum of their data in a ring, so that
 * each has one part. Then the workers with the same part sum it in a ring over the servers, each by
 * a card of its own. At last each server gathers all parts in a ring. A part is cut into as many
 * chunks as there are servers, and these into pieces of ScheduleRole::chunkFragments at most, which
 * do not wait for each other.
 *
 * If servers have different numbers of workers, or nothing is recorded of servers, this is
 * RingAllReduceSchedule().
 * @param role the worker and the block
 * @return what the worker does
 */
Schedule HierarchicalAllReduce(const ScheduleRole& role);

} // namespace ns3::esa

#endif // ESA_HIERARCHICAL_SCHEDULE_H
