/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ROUNDED_LINE_H
#define ROUNDED_LINE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace esabench
{

/**
 * @brief Whether times are a line that was rounded up: time k is ceil(a k + b), for some a and b.
 *
 * A link at its full rate sends a frame of 306 bytes every 24.48 ns. ns-3's events happen at whole
 * nanoseconds, so its arrivals are 24 or 25 ns apart, in turns that depend on a and b. For each k
 * the line has to be above time k - 1 and not above time k. So it has to pass through a row of
 * gates. The steepest and the flattest line through all gates are kept, and the convex hulls of the
 * gates' ends, on which new ones touch (O'Rourke, CACM 24(9), 1981). Everything is in integers.
 */
class RoundedLine
{
  public:
    /**
     * @brief Adds the next time, if a line fits all times with it.
     * @param time the time, a whole number of time steps
     * @return true if it was added; false: nothing has changed
     */
    bool Add(int64_t time);

    /// @brief Forgets all times.
    void Clear();

    /// @return times that were added
    std::size_t Size() const
    {
        return m_size;
    }

  private:
    /// A point: number of a time, and the time since the first one.
    struct Point
    {
        int64_t x; ///< number
        int64_t y; ///< time
    };

    /// A line through two points.
    struct Line
    {
        Point from; ///< a point
        Point to;   ///< one further right
    };

    /// One end of all gates, as a convex chain from which lines to later points start.
    struct Hull
    {
        std::vector<Point> points; ///< the chain, from left to right
        std::size_t first{0};      ///< points before this one are not touched any more
    };

    /// @return how far a point is above a line; the sign counts
    static int64_t Above(const Line& line, const Point& point);

    /**
     * @brief Lets a line touch a chain, and end in a point to the right.
     * @param hull the chain
     * @param to the point
     * @param sign 1: the chain is below the line; -1: above
     */
    static Line Touch(Hull& hull, const Point& to, int64_t sign);

    /// @brief Adds a point to a chain. @param sign 1: an upper chain; -1: a lower one
    static void Extend(Hull& hull, const Point& point, int64_t sign);

    std::size_t m_size{0}; ///< number of times
    int64_t m_origin{0};   ///< the first time
    Line m_steepest{};     ///< from a lower end to an upper end
    Line m_flattest{};     ///< from an upper end to a lower end
    Hull m_lower;          ///< lower ends, which no line may touch
    Hull m_upper;          ///< upper ends, which a line may touch
};

} // namespace esabench

#endif // ROUNDED_LINE_H
