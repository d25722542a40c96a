// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGENDA_LISTS_H
#define ESA_AGENDA_LISTS_H

#include "esa-agenda.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// Lists that a node needs while it is at work. The nodes of a thread use the same ones in turn:
/// they are long, and stay in the cache.
struct Agenda::Lists
{
    /// An arrival of a line's next frame: time since the first one, and port.
    using DueFrame = uint64_t;

    /// @return port of a frame that is due
    static uint32_t PortOf(DueFrame frame)
    {
        return static_cast<uint32_t>(frame & ((1U << kPortBits) - 1));
    }

    /// @brief Puts what is due in order. @param span largest time in it
    void SortDue(uint64_t span);

    std::vector<uint32_t> busy;    ///< ports with frames that are due
    std::vector<DueFrame> due;     ///< what is due in this run
    std::vector<DueFrame> sorted;  ///< the same, while it is put in order
    std::vector<uint32_t> buckets; ///< to put it in order
};

} // namespace ns3::esa

#endif // ESA_AGENDA_LISTS_H
