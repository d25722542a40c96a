// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CHANNELS_H
#define ESA_CHANNELS_H

#include "ns3/esa-switch-id.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A ring of workers leaves each server once, so it uses one of the server's network cards. A
 * collective library runs several rings at a time, each with a part of the data. Such a ring is a
 * channel. All visit the servers in the same order, but channel c leaves each server from the
 * worker at card c.
 */

namespace ns3::esa
{

/// Where a worker is.
struct WorkerPlace
{
    SwitchId server;  ///< its rack
    uint32_t card{0}; ///< its place there
};

/// @ingroup esa
/// @brief The servers of a job, and the channels of its collectives.
struct Channels
{
    /// The workers as a channel visits them.
    struct Ring
    {
        std::vector<uint16_t> order;   ///< by place: the worker
        std::vector<uint32_t> placeOf; ///< by worker: its place
    };

    /// A worker's place in its server.
    struct Member
    {
        uint16_t server; ///< index of the server
        uint16_t number; ///< among its workers
    };

    std::vector<Ring> rings;                    ///< of each channel
    std::vector<std::vector<uint16_t>> servers; ///< workers by card; in the order of first workers
    std::vector<Member> members;                ///< by worker

    /// @return whether two workers are in one server
    bool AreInOneServer(uint16_t a, uint16_t b) const
    {
        return members[a].server == members[b].server;
    }

    /// @return workers of each server; 0: the servers have different numbers
    uint32_t PerServer() const;
};

/// @ingroup esa
/// @param places of the workers of a job
/// @param most channels at most; a job has no more than workers in any of its servers, and one if
///        they are in one server
/// @return the channels
Channels MakeChannels(const std::vector<WorkerPlace>& places, uint32_t most);

} // namespace ns3::esa

#endif // ESA_CHANNELS_H
