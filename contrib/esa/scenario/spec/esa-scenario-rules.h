/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_RULES_H
#define ESA_SCENARIO_RULES_H

#include "esa-scenario-draft.h"

#include "ns3/esa-scenario-error.h"

#include <nlohmann/json_fwd.hpp>

/**
 * @file
 * @ingroup esa
 * The rules between fields: each appends what is wrong with a draft. CheckScenario() applies them.
 */

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check that background traffic has at least two servers of workers, and that the links can
 * carry it.
 *
 * Flows that begin at random times do not wait for others to end. If together they are more than a
 * link carries, they queue up without end, and the training waits behind them. The load counts the
 * bytes of flows only. Small flows consist mostly of headers and of packets that open and close
 * connections, so they may be too much for a link although their load is small.
 */
void CheckBackground(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that every system knows the operation of the jobs, and every job has its root.
 */
void CheckCollective(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the letters of the workload name DNNs of the scenario.
 */
void CheckWorkload(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that partitions name existing layers, and that every layer has a partition.
 */
void CheckLayers(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the fragments of an iteration fit into the sequence space.
 */
void CheckFragments(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that faults of links name existing hosts, and times that end after they begin.
 */
void CheckLinkFaults(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that pauses and restarts name existing jobs and workers.
 */
void CheckServerFaults(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that recovery is enabled if a fault would stop a job for ever.
 */
void CheckRecovery(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the congestion control of flows can see the congestion: switches mark before a
 * queue is full, and a delay without any queue is below its target.
 */
void CheckCongestionControl(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that jobs that sum in a ring beside the others are jobs of the scenario, and that
 * nothing is asked of them that flows cannot do.
 */
void CheckRings(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that the thresholds of priority flow control are in order, and that nothing beside
 * the training sends: ordinary traffic is of another priority, which is not modelled.
 */
void CheckPauses(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that a shared pool has at least one aggregator, and that no memory has more of them
 * than the simulation can hold. A switch that sums for no job may have none, if it has a memory of
 * its own.
 */
void CheckMemory(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that memory which jobs share equally has at least one aggregator or slot per job.
 */
void CheckShares(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief The same with another number of jobs than the scenario was written with.
 * @param draft the scenario
 * @param config its fields, with that number
 * @param errors where to append what is wrong
 */
void CheckSharesOf(const ScenarioDraft& draft, const nlohmann::json& config, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that memory differs between switches only where systems and the choice of an
 * aggregator allow it.
 */
void CheckEqualMemory(const ScenarioDraft& draft, ConfigErrors& errors);

/**
 * @ingroup esa
 * @brief Check that each job that is admitted to the switch's memory gets at least one slot.
 */
void CheckAdmission(const nlohmann::json& config, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_SCENARIO_RULES_H
