/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RESULT_CACHE_H
#define ESA_RESULT_CACHE_H

#include "ns3/esa-payload.h"
#include "ns3/esa-stream-position.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The most recent results of a worker.
 *
 * A result can be lost on its way to some workers, when no switch and no PS holds it any more.
 * Other workers may have got it. So each worker keeps its recent results, and the PS asks the
 * workers for the one that is missing (paper, "Dealing with Packet Loss", case 2: the cache is as
 * large as the window).
 */
class ResultCache
{
  public:
    /**
     * @brief Makes room for the results of a window; never shrinks.
     * @param packets the window
     */
    void Reserve(uint32_t packets);

    /**
     * @brief Keeps a result. It replaces an older one, as many positions back as the cache has
     * slots.
     * @param position position of its fragment in the job's stream
     * @param sum the result
     */
    void Store(StreamPosition position, const GradientSum& sum)
    {
        if (!m_slots.empty())
        {
            m_slots[position & (m_slots.size() - 1)] = Slot{position, true, sum};
        }
    }

    /**
     * @param position position of a fragment in the job's stream
     * @return its result, or nullptr if it is not (or no longer) here
     */
    const GradientSum* Find(StreamPosition position) const;

  private:
    /// A result and its position.
    struct Slot
    {
        StreamPosition position{0}; ///< position in the job's stream
        bool used{false};           ///< whether there is one
        GradientSum sum;            ///< the result
    };

    std::vector<Slot> m_slots; ///< by position, modulo their number
};

} // namespace ns3::esa

#endif // ESA_RESULT_CACHE_H
