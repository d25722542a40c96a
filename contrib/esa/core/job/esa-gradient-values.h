// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GRADIENT_VALUES_H
#define ESA_GRADIENT_VALUES_H

#include "ns3/esa-payload.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Where the gradients of a job come from if they are not synthetic, for example from a
/// training that is really computed.
class GradientValues
{
  public:
    virtual ~GradientValues() = default;

    /**
     * @brief What a worker sends in a task. It stays the same as long as the task's result is
     * missing at any worker. The sum of all workers' values fits into 32 bits: a sum that saturates
     * would depend on their order.
     * @param seq sequence number of the task
     * @param worker the worker's number in the job
     * @return the worker's values
     */
    virtual FragmentValues ValuesOf(uint32_t seq, uint32_t worker) const = 0;
};

/// What each job sends, by job number; a null pointer stands for synthetic values.
using JobGradients = std::vector<std::shared_ptr<const GradientValues>>;

} // namespace ns3::esa

#endif // ESA_GRADIENT_VALUES_H
