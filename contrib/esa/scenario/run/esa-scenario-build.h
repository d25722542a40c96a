// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_BUILD_H
#define ESA_SCENARIO_BUILD_H

#include "ns3/esa-background-traffic.h"
#include "ns3/esa-collective-operation.h"
#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-job-statistics.h"
#include "ns3/esa-ps-process.h"
#include "ns3/esa-scenario.h"
#include "ns3/esa-system.h"
#include "ns3/esa-training-process.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A job of the scenario, as it is installed.
struct InstalledJob
{
    JobIdentity identity;      ///< its number and share
    JobSetup setup;            ///< where it runs
    ApplicationContainer apps; ///< its workers, then its PS
};

/// A job, or a process group of it, that requests memory or a tree of switches and may get none.
struct AdmittedGroup
{
    uint32_t job{0};             ///< number of the job of the scenario
    std::vector<uint32_t> ranks; ///< of the process group; empty: the whole job
    bool isInHosts{false};       ///< whether it has got none
    uint64_t allReduces{0};      ///< in all iterations
};

/// A scenario's network, ready to run.
struct Network
{
    EsaHelper helper;                 ///< with the switch
    TrainingOptions options;          ///< what its jobs have in common
    NodeContainer hosts{};            ///< servers of workers, then of PSes
    std::vector<InstalledJob> jobs{}; ///< jobs that run from the beginning
    /// Every worker, and every PS, also of jobs that have left. Nodes keep their applications.
    std::vector<TrainingProcess*> workers{};
    std::vector<PsProcess*> parameterServers{}; ///< the PSes
    /// What the workers report to.
    std::shared_ptr<JobStatistics> statistics{std::make_shared<JobStatistics>()};
    std::unique_ptr<BackgroundTraffic> background{}; ///< TCP flows; null: none
    uint64_t expectedResults{0};                     ///< results until every job has ended
    std::vector<AdmittedGroup> groups{}; ///< of systems that may refuse some; of others none
};

/// What the links of hosts carry at least in an iteration, by node number.
using BytesByHost = std::map<uint32_t, LinkBytes>;

/// Add what the links of a job's hosts carry at least in an iteration.
void AddLeastBytes(const JobSetup& job, BytesByHost& bytes);

/// @return how long the link of a host needs for this, in its busier direction
double SecondsOf(const EsaHelper& helper, uint32_t host, const LinkBytes& bytes);

/// Note how long an iteration of a job takes at least, for its utilisation: until the last link of
/// a worker has carried what it must.
/// @param job number of the job of the scenario
/// @param first it holds from this iteration on
void SetLeastTime(const Network& network, uint32_t job, const JobSetup& setup, uint32_t first = 0);

/// Note which system sums a job that was installed, if that is not the same for all jobs.
/// @param job number of the job of the scenario
/// @param ranks of its process group; empty: the whole job
void NoteGroup(Network& network,
               const JobIdentity& identity,
               const JobSetup& setup,
               uint32_t job,
               const std::vector<uint32_t>& ranks);

/// A worker has ended an iteration: the statistics are informed of it when no node is at work.
void Report(JobStatistics& statistics, const IterationRecord& record);

/// Sort the applications of jobs by kind, and connect the workers to the statistics.
/// @param network the network that they are added to
/// @param reports whether the workers' iterations are iterations of the job
void Register(const ApplicationContainer& apps, Network& network, bool reports = true);

/// Install a job that the statistics have already, and note what is known of it.
/// @return its applications
ApplicationContainer InstallJob(Network& network,
                                const JobIdentity& identity,
                                const JobSetup& setup);

/// @return the results that the workers of a job will get
uint64_t ExpectedResults(const System& system, const JobSetup& job, uint32_t workers);

/// @return the results that have reached workers
uint64_t ResultsOf(const std::vector<TrainingProcess*>& workers);

/// @return when the last result has reached a worker
Picoseconds LastResultOf(const std::vector<TrainingProcess*>& workers);

/// Build the nodes, links and applications of a scenario.
/// @param gradients what each job sends; empty: synthetic values
Network BuildNetwork(const ValidScenario& scenario,
                     const std::string& system,
                     uint32_t seed,
                     const JobGradients& gradients = {});

/// @return name of the DNN that the job trains
std::string DnnNameOfJob(const ValidScenario& scenario, std::size_t job);

/// @return the DNN that the job trains
Dnn DnnOfJob(const ValidScenario& scenario, std::size_t job);

/// @param spec a DNN of the scenario
Dnn MakeDnn(const DnnSpec& spec);

/// Translates a job for the helper.
JobSetup MakeJob(const ValidScenario& scenario,
                 const DnnSpec& dnn,
                 const JobPlacement& place,
                 uint32_t iterations,
                 const NodeContainer& hosts);

} // namespace ns3::esa

#endif // ESA_SCENARIO_BUILD_H
