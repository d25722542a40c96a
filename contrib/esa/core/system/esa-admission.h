// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ADMISSION_H
#define ESA_ADMISSION_H

#include "esa-system-parameter.h"
#include "esa-tree-locks.h"

#include "ns3/esa-aggregation-plan.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

/**
 * @file
 * @ingroup esa
 * In most systems switches sum for all jobs. Others admit a job only if there is memory for it, or
 * a tree, and the other jobs sum in hosts. An admission rule decides this when a job begins, and
 * with it how much of a divided memory the job gets.
 */

namespace ns3::esa
{

class System;

/// A job that begins.
struct AdmissionRequest
{
    uint16_t job;                          ///< job number
    uint32_t share;                        ///< its place among the jobs whose gradients are summed
    uint32_t shares;                       ///< how many these are, at most
    uint32_t aggregators;                  ///< aggregators or slots of a switch
    uint64_t memoryBytes;                  ///< memory of the switch that has most
    const AggregationPlan& aggregation;    ///< where its workers stand
    const std::vector<std::size_t>& hosts; ///< host of each worker, by any number
    const System& system;                  ///< the system, with the values of its parameters
};

/// What a job gets.
struct Grant
{
    bool isAdmitted{true};                 ///< switches sum for it; false: it runs as the fallback
    uint32_t share{0};                     ///< its place in a divided memory
    uint32_t aggregators{0};               ///< its aggregators or slots of a divided memory
    const SystemParameter* limit{nullptr}; ///< not admitted: the parameter that lets no more jobs
                                           ///< in; null: none does (another job has its ports)
    double value{0};                       ///< its value
    double enough{0};                      ///< a value of this parameter that lets all jobs in
};

/// @brief An admission rule.
/// @param job the job
/// @param locks trees that jobs hold; a job that leaves frees its own
/// @return what it gets
using AdmissionRule = Grant (*)(const AdmissionRequest& job, TreeLocks& locks);

/// @brief Admits all jobs, and divides the memory equally.
Grant ShareEqually(const AdmissionRequest& job);

// Parameters of AdmitWhileProgramsFit(). HIRE's public code has these values for DAIET.

/// Programs of a switch.
inline constexpr SystemParameter kHirePrograms{
    "hire.programs",
    "Programs",
    "Jobs for which a switch runs a program at a time, at most. Public code "
    "(github.com/mblo/hire-cluster-simulator): 3.",
    true,
    0,
    1000000,
    3};

/// Stages of a switch.
inline constexpr SystemParameter kHireStages{"hire.stages",
                                             "Stages",
                                             "Stages of the pipeline of a switch. Public code: 48.",
                                             true,
                                             1,
                                             1000000,
                                             48};

/// Stages that all jobs share.
inline constexpr SystemParameter kHireTypeStages{
    "hire.type_stages",
    "TypeStages",
    "Stages that the programs of all jobs share at a switch. Public code, for DAIET: 18.",
    true,
    0,
    1000000,
    18};

/// Stages of a job.
inline constexpr SystemParameter kHireJobStages{
    "hire.job_stages",
    "JobStages",
    "Stages that the program of a job takes for itself. Public code, for DAIET: 1.",
    true,
    0,
    1000000,
    1};

/// Recirculation of a job.
inline constexpr SystemParameter kHireJobRecirculation{
    "hire.job_recirculation",
    "JobRecirculation",
    "Part of the recirculation of a switch that the program of a job takes. Public code, for "
    "DAIET: "
    "0.1.",
    false,
    0,
    1,
    0.1};

/// @brief Admits jobs, in their order, while each switch that sums for a job has room for one more
/// program: stages, memory (AdmissionPart::jobBytes), recirculation and a number of programs
/// (HIRE).
Grant AdmitWhileProgramsFit(const AdmissionRequest& job, TreeLocks& locks);

/// @brief Admits jobs whose trees are free, of AdmissionPart::trees at a switch (SHARP).
Grant AdmitWhileTreesAreFree(const AdmissionRequest& job, TreeLocks& locks);

/// @ingroup esa
/// @brief Decides what each job gets, by the admission rule of the system: switches that sum or the
/// fallback, a share of memory, a tree.
class Admission
{
  public:
    /// @brief A job begins: decides, and keeps the decision. A job of one worker sums nothing, so
    /// it holds no tree.
    /// @return what it gets
    Grant Decide(const AdmissionRequest& request);

    /// @brief What a job would get if no job held a tree, and its racks did not matter.
    static Grant Expect(const AdmissionRequest& request);

    /// @param job job number
    /// @return what it has got, also if it has left; null: Decide() had no such job
    const Grant* Find(uint16_t job) const
    {
        const auto grant = m_grants.find(job);
        return grant == m_grants.end() ? nullptr : &grant->second;
    }

    /// @brief A job has left.
    void Release(uint16_t job)
    {
        m_locks.Release(job);
    }

  private:
    TreeLocks m_locks;                  ///< trees that jobs hold
    std::map<uint16_t, Grant> m_grants; ///< by job
};

} // namespace ns3::esa

#endif // ESA_ADMISSION_H
