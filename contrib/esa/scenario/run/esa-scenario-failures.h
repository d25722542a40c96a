// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_FAILURES_H
#define ESA_SCENARIO_FAILURES_H

#include "esa-scenario-build.h"

#include "ns3/esa-fabric.h"
#include "ns3/esa-run-result.h"
#include "ns3/esa-scenario.h"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Plans the failures of links and switches that a scenario names: links lose what arrives,
/// switches also their sums, and after the detection delay packets take other paths.
/// @param fabric its network, before the simulation begins; it lives as long as the simulation
void PlanFailures(const ValidScenario& scenario, EsaFabric& fabric);

/// @return when the last failure of a link, switch or PS ends, or has led to other paths, in us; 0:
/// there is none
double FailuresEndUs(const Scenario& scenario);

/// @return whether jobs lose workers and go on without them
bool DoJobsShrink(const ValidScenario& scenario);

/// @return for messages: what has failed, when, and whether it has come back; empty: nothing has
std::string DescribeFailures(const Scenario& scenario);

/**
 * @ingroup esa
 * @brief Pauses of workers, failures of PSes, and jobs that go on without the workers they have
 * lost, as in elastic training.
 *
 * A job cannot only leave out what a lost worker has not sent: some of its fragments are in sums,
 * and a sum must not mix two sets of workers. So when a loss is detected, the job leaves the
 * network as if it had ended: switches and PS drop its sums, and its packets under way are of no
 * job any more. At once a smaller job begins on the hosts of the workers that are left. It has a
 * number of its own (a multiple of the number of jobs is added), and it begins with the iteration
 * that not all of these workers had ended. A lost worker does not come back.
 */
class ServerFaults
{
  public:
    /// @brief Plans all faults. @param scenario the scenario; outlives this
    /// @param network its network, before the simulation begins; outlives this
    ServerFaults(const ValidScenario& scenario, Network& network);

    ServerFaults(const ServerFaults&) = delete;
    ServerFaults& operator=(const ServerFaults&) = delete;

    /// @return the number under which a job of the scenario runs
    uint16_t NumberOf(uint32_t job) const
    {
        return m_network.jobs.at(job).identity.number;
    }

    /// @brief Adds how many workers the jobs have at the end, if some may be lost.
    void AddTo(RunResult& result) const;

  private:
    /// The members of a job.
    struct Members
    {
        std::map<uint32_t, TrainingProcess*> workers; ///< present workers, by first number
        uint32_t iterations{0};                       ///< of the job
        uint32_t begun{0};     ///< the iteration with which the present workers began
        uint32_t withFewer{0}; ///< iterations that not all workers have run
        Picoseconds start{0};  ///< of the job
    };

    /// @brief Plans the pauses of workers.
    void PlanPauses();

    /// @brief Plans the failures of PSes.
    void PlanPsFailures();

    /// @brief Plans what happens when losses of workers are detected.
    void PlanLosses();

    /// @brief A job has lost workers. @param lost their first numbers; some may be lost already
    void OnLost(uint32_t job, const std::set<uint32_t>& lost);

    /// @brief Replaces a job by a smaller one. @param setup the workers that are left
    void Restart(uint32_t job, const JobSetup& setup);

    /// @return the PS of a job; null: hosts sum
    PsProcess* ServerOf(uint32_t job) const;

    /// @param worker first number of a worker of the job
    /// @return its node
    Ptr<Node> NodeOf(uint32_t job, uint32_t worker) const;

    const ValidScenario& m_scenario; ///< the scenario
    Network& m_network;              ///< where the jobs run
    std::vector<Members> m_members;  ///< by job
    SimClock m_clock;                ///< converts times
};

} // namespace ns3::esa

#endif // ESA_SCENARIO_FAILURES_H
