// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ADMISSION_H
#define ESA_ADMISSION_H

#include "esa-system.h"

#include "ns3/esa-job-racks.h"
#include "ns3/esa-tree-locks.h"

#include <cstdint>
#include <map>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Decides what each job gets, by the admission rule of the system: switches that sum or the
/// fallback, a share of memory, a tree.
class Admission
{
  public:
    /// @brief A job begins: decides, and keeps the decision.
    /// @return what it gets
    Grant Decide(const AdmissionRequest& request);

    /// @brief What a job would get if no job held a tree, and its racks did not matter.
    static Grant Expect(const AdmissionRequest& request);

    /// @return true if switches sum for a job that has begun, and may have left
    bool IsAdmitted(uint16_t job) const
    {
        return m_grants.at(job).isAdmitted;
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
