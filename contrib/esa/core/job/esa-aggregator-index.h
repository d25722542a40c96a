/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_AGGREGATOR_INDEX_H
#define ESA_AGGREGATOR_INDEX_H

#include "ns3/esa-assert.h"

#include <cstdint>

namespace ns3::esa
{

/// How workers map a task to one of the aggregators of the shared pool.
enum class IndexRule : uint8_t
{
    Mix64,  ///< a 64-bit hash of (job, seq)
    Crc32,  ///< CRC-32 of (job, seq), the hash of ATP's released code
    Linear, ///< the job's offset plus seq: no collisions within a job, long ones between jobs
};

/**
 * @ingroup esa
 * @brief The shared pool's addressing (paper, "Worker Pushing Gradients": the end host hashes).
 */
struct SharedPoolIndex
{
    IndexRule rule{IndexRule::Mix64}; ///< the mapping
    uint32_t aggregators{1};          ///< size of the pool
    uint32_t jobs{1};                 ///< number of jobs, for the linear mapping's offsets

    /**
     * @param seq sequence number
     * @return an index below aggregators
     */
    uint32_t Index(uint16_t job, uint32_t seq) const;
};

/**
 * @ingroup esa
 * @brief A static partition of the memory into aggregators of one version, used in turn.
 *
 * A worker's window is never larger, so a fragment finds its aggregator free unless something was
 * lost.
 */
struct ShareIndex
{
    uint32_t first{0};       ///< the job's first aggregator
    uint32_t aggregators{1}; ///< how many it has

    /**
     * @param position count of the fragment since the job began (does not wrap)
     * @return an aggregator of the share
     */
    uint32_t Index(uint64_t position) const
    {
        ESA_ASSERT(aggregators >= 1, "a share has an aggregator at least");
        return first + static_cast<uint32_t>(position % aggregators);
    }
};

/**
 * @ingroup esa
 * @brief A static partition of the memory: SwitchML's slots, an equal share per job.
 *
 * Each slot is two table entries, one per version (as in SwitchML's code: the other version keeps
 * the last result until every worker is known to have it).
 */
struct SlotIndex
{
    uint32_t firstSlot{0}; ///< the job's first slot
    uint32_t slots{1};     ///< slots that the job uses (its window)

    /**
     * @param position count of the fragment since the job began (does not wrap)
     * @return 2 x slot + version; the version is the lowest bit
     */
    uint32_t Index(uint64_t position) const
    {
        ESA_ASSERT(slots >= 1, "a job has a slot at least");
        const uint32_t slot = firstSlot + static_cast<uint32_t>(position % slots);
        const uint32_t version = static_cast<uint32_t>(position / slots) & 1;
        return 2 * slot + version;
    }
};

} // namespace ns3::esa

#endif // ESA_AGGREGATOR_INDEX_H
