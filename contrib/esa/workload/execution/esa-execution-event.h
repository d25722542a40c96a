// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_EVENT_H
#define ESA_EXECUTION_EVENT_H

#include <cstdint>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Something that happens at a rank of an execution trace now.
///
/// A node that takes no time, or communicates with nobody, has no events.
struct ExecutionEvent
{
    /// What happens.
    enum class Kind : uint8_t
    {
        IterationBegins, ///< the rank begins its graph
        NodeBegins,      ///< a node starts
        NodeEnds,        ///< it has ended
        IterationEnds    ///< all nodes have ended
    };

    Kind kind;          ///< what happens
    uint32_t rank;      ///< the rank
    uint32_t iteration; ///< its iteration, from 0
    uint32_t node;      ///< of a node: its index; otherwise 0
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_EVENT_H
