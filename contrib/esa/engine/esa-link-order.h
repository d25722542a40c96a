/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LINK_ORDER_H
#define ESA_LINK_ORDER_H

#include "esa-engine-setup.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief When frames left a port, as lines: frames of one length in a row, without a gap between
 * them.
 */
class BusyPeriods
{
  public:
    /// Why the first frame of a line was sent when it was sent.
    struct Cause
    {
        /// What happened.
        enum class Kind : uint8_t
        {
            Unknown, ///< it is not known, or one of several things
            Timer,   ///< a timer ran out
            Frame    ///< a frame arrived
        };

        Kind kind{Kind::Unknown};         ///< what happened
        int64_t setAt{0};                 ///< of a timer: the step in which it was set
        const BusyPeriods* link{nullptr}; ///< of a frame: its link
        int64_t departurePs{0};           ///< of a frame: when its last bit had left
    };

    /**
     * @param delayPs from the port to the software at the other end
     * @param host number of the host among those of a job; workers come in their order
     * @param areKept whether lines are kept; otherwise no order can be told
     */
    BusyPeriods(int64_t delayPs, uint32_t host, bool areKept = true)
        : m_delayPs(delayPs),
          m_host(host),
          m_areKept(areKept)
    {
    }

    /**
     * @brief A frame is sent. It leaves when those before it have left.
     * @param step when
     * @param framePs time to send it
     * @param cause says why it is sent, and is asked only if that matters
     * @return when its last bit has left
     */
    template <typename F>
    int64_t Send(int64_t step, int64_t framePs, F&& cause)
    {
        const bool isAfterGap = step * kStepPs > m_idlePs;
        if (isAfterGap || framePs != m_framePs)
        {
            const int64_t beginPs = isAfterGap ? step * kStepPs : m_idlePs;
            if (m_areKept)
            {
                Keep({beginPs, m_idlePs, framePs, isAfterGap ? cause() : Cause{}});
            }
            m_idlePs = beginPs;
            m_framePs = framePs;
        }
        m_idlePs += framePs;
        return m_idlePs;
    }

    /// @return when all frames have left; kNoFrame: there was none
    int64_t IdlePs() const
    {
        return m_idlePs;
    }

    /// A line.
    struct Line
    {
        int64_t beginPs;  ///< when its first frame begins to leave
        int64_t beforePs; ///< when the frame before it had left; kNoFrame: there was none
        int64_t framePs;  ///< time to send each of its frames
        Cause cause;      ///< why its first frame was sent
    };

    /// @param departurePs when a frame has left @return its line
    /// @throws NotExact if it is forgotten
    Line LineOf(int64_t departurePs) const;

    /// @return from the port to the software at the other end
    int64_t DelayPs() const
    {
        return m_delayPs;
    }

    /// @return number of the host among those of its job
    uint32_t Host() const
    {
        return m_host;
    }

    /// In place of a time: there was no frame.
    static constexpr int64_t kNoFrame = -1;

  private:
    static constexpr std::size_t kMaxLines = 4096; ///< lines that are remembered

    /// @brief Keeps a line.
    void Keep(const Line& line)
    {
        if (m_lines.size() == kMaxLines)
        {
            m_lines.erase(m_lines.begin(), m_lines.begin() + kMaxLines / 2);
        }
        m_lines.push_back(line);
    }

    int64_t m_delayPs;          ///< delay
    uint32_t m_host;            ///< number of the host
    bool m_areKept;             ///< whether lines are kept
    int64_t m_idlePs{kNoFrame}; ///< when all frames have left
    int64_t m_framePs{0};       ///< time to send the latest one
    std::vector<Line> m_lines;  ///< the latest lines
};

/// A frame that arrives at the switch.
struct ArrivingFrame
{
    const BusyPeriods* link{nullptr}; ///< its link
    int64_t departurePs{0};           ///< when its last bit has left
};

/**
 * @ingroup esa
 * @brief Which of two frames that arrive at the switch in the same time step is served first.
 *
 * The simulator serves links in the order in which they asked to be woken (ArrivalWheel). A link
 * asks when its frame before this one has arrived, or, if there is none on its way, when the frame
 * is sent. If two links asked in the same step, what made them ask is compared, and so on back in
 * time: a frame that had arrived, or a timer. Timers that were set long before come first.
 *
 * @param a a frame
 * @param b a frame of another link
 * @return true if a is served first; nothing: this cannot be told
 */
std::optional<bool> IsServedFirst(ArrivingFrame a, ArrivingFrame b);

} // namespace ns3::esa

#endif // ESA_LINK_ORDER_H
