// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATOR_INDEX_H
#define ESA_AGGREGATOR_INDEX_H

#include "ns3/esa-assert.h"
#include "ns3/esa-hash.h"

#include <cstdint>

namespace ns3::esa
{

/// How workers map a task to one of the aggregators of the shared pool.
enum class IndexRule : uint8_t
{
    Mix64,      ///< a 64-bit hash of (job, seq)
    Crc32,      ///< CRC-32 of (job, seq), the hash of ATP's released code
    Linear,     ///< the job's offset plus seq: no collisions within a job, long ones between jobs
    WindowSlot, ///< a random one for each place in the window (WindowSlotIndex)
    Auto,       ///< what the record of the system names
};

/// @ingroup esa
/// @brief The shared pool's addressing (paper, "Worker Pushing Gradients": the end host hashes).
struct SharedPoolIndex
{
    IndexRule rule{IndexRule::Mix64}; ///< the mapping
    uint32_t aggregators{1};          ///< size of the pool
    uint32_t jobs{1};                 ///< number of jobs, for the linear mapping's offsets

    /// @param seq sequence number
    /// @return an index below aggregators
    uint32_t Index(uint16_t job, uint32_t seq) const
    {
        return rule == IndexRule::Mix64
                   ? Scale(static_cast<uint32_t>(Hash64(TaskKey(job, seq)) >> 32))
                   : OtherIndex(job, seq);
    }

  private:
    /// @brief Index(), by another rule than Mix64.
    uint32_t OtherIndex(uint16_t job, uint32_t seq) const;

    /// @param hash a hash, uniform in 32 bits
    /// @return the hash scaled to an index, without the cost of a division
    uint32_t Scale(uint32_t hash) const
    {
        ESA_ASSERT(aggregators >= 1, "a pool has an aggregator at least");
        return static_cast<uint32_t>(uint64_t{hash} * aggregators >> 32);
    }
};

/**
 * @ingroup esa
 * @brief The shared pool's addressing in ATP's public code: each place in a worker's window has an
 * aggregator of its own, which its fragments use one after the other.
 *
 * Nothing in one job collides then. A place whose fragment met another job's task would meet the
 * next one, too, so it changes its aggregator after a collision. All workers have to change it for
 * the same fragment, and without talking to each other. So a job has a random order of all
 * aggregators, and place s with c changes takes entry s + c x window of it: these never meet,
 * whatever the changes are. (In ATP's code the PS chooses the new index, in Common/HashTable.cc;
 * that results then carry it is the same here.)
 */
class WindowSlotIndex
{
  public:
    /// @param aggregators size of the pool, from 1 on
    /// @param window places, from 1 on; as many as there are aggregators are used
    WindowSlotIndex(uint32_t aggregators, uint32_t window, uint16_t job);

    /// @return places that are used
    uint32_t Places() const
    {
        return m_places;
    }

    /// @param place a place below Places()
    /// @param changes how often it has changed its aggregator
    /// @return the aggregator, below the size of the pool
    uint32_t Index(uint32_t place, uint32_t changes) const;

  private:
    uint32_t m_aggregators; ///< size of the pool
    uint32_t m_places;      ///< places in the window
    uint32_t m_halfBits;    ///< half of the bits of an entry
    uint64_t m_key;         ///< differs from job to job
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
    static constexpr uint32_t kVersions = 1; ///< of an aggregator

    uint32_t first{0};       ///< the job's first aggregator
    uint32_t aggregators{1}; ///< how many it has

    /// @param position count of the fragment since the job began (does not wrap)
    /// @return an aggregator of the share
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
 * the last result until every worker has it for certain).
 */
struct SlotIndex
{
    static constexpr uint32_t kVersions = 2; ///< of a slot

    uint32_t firstSlot{0}; ///< the job's first slot
    uint32_t slots{1};     ///< slots that the job uses (its window)

    /// @param position count of the fragment since the job began (does not wrap)
    /// @return 2 x slot + version; the version is the lowest bit
    uint32_t Index(uint64_t position) const
    {
        ESA_ASSERT(slots >= 1, "a job has a slot at least");
        const uint32_t slot = firstSlot + static_cast<uint32_t>(position % slots);
        const uint32_t version = static_cast<uint32_t>(position / slots) & 1;
        return kVersions * slot + version;
    }
};

} // namespace ns3::esa

#endif // ESA_AGGREGATOR_INDEX_H
