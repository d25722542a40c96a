// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LOSS_GAPS_H
#define ESA_LOSS_GAPS_H

#include "ns3/esa-hash.h"

#include <cmath>
#include <cstdint>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Independent losses of one direction of a link, each with the same probability.
 *
 * A random number for each frame would cost more than the frame. So the number of frames until the
 * next loss is drawn, which has a geometric distribution. It is a function of a key and of the
 * number of the loss. What happens elsewhere does not change which frames are lost.
 */
class LossGaps
{
  public:
    /// @param probability of each frame's loss, from 0 to 1
    /// @param key of the line; the same key gives the same losses
    LossGaps(double probability, uint64_t key)
        : m_logOfSuccess(std::log1p(-probability)),
          m_key(key)
    {
        Draw();
    }

    /// @return whether the next frame is lost
    bool Next()
    {
        if (m_left > 0)
        {
            --m_left;
            return false;
        }
        Draw();
        return true;
    }

    /// @return frames that pass until the next loss; they are decided, and the next one is lost
    uint64_t TakeUnaffected()
    {
        return std::exchange(m_left, 0);
    }

    /// @param frames number of frames of TakeUnaffected() that have not come
    void GiveBack(uint64_t frames)
    {
        m_left += frames;
    }

  private:
    /// @brief Draws the number of frames until the next loss.
    void Draw()
    {
        const uint64_t bits = Hash64(m_key + Hash64(++m_losses)) >> 11;
        const double uniform = static_cast<double>(bits) / 9007199254740992.0; // 2^53
        const double gap = std::floor(std::log1p(-uniform) / m_logOfSuccess);
        m_left = gap < 1e18 ? static_cast<uint64_t>(gap) : UINT64_MAX; // probability 0: never
    }

    double m_logOfSuccess; ///< logarithm of the chance that a frame is not lost
    uint64_t m_key;        ///< of the line
    uint64_t m_losses{0};  ///< losses drawn
    uint64_t m_left{0};    ///< frames until the next loss
};

} // namespace ns3::esa

#endif // ESA_LOSS_GAPS_H
