/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "rounded-line.h"

namespace esabench
{

int64_t
RoundedLine::Above(const Line& line, const Point& point)
{
    return (point.y - line.from.y) * (line.to.x - line.from.x) -
           (line.to.y - line.from.y) * (point.x - line.from.x);
}

RoundedLine::Line
RoundedLine::Touch(Hull& hull, const Point& to, int64_t sign)
{
    // The point that is touched moves to the right only, so points before it are never needed
    // again.
    while (hull.first + 1 < hull.points.size() &&
           sign * Above({hull.points[hull.first], to}, hull.points[hull.first + 1]) >= 0)
    {
        ++hull.first;
    }
    return {hull.points[hull.first], to};
}

void
RoundedLine::Extend(Hull& hull, const Point& point, int64_t sign)
{
    auto& points = hull.points;
    while (points.size() >= hull.first + 2 &&
           sign * Above({points[points.size() - 2], point}, points.back()) <= 0)
    {
        points.pop_back();
    }
    points.push_back(point);
}

bool
RoundedLine::Add(int64_t time)
{
    if (m_size == 0)
    {
        m_origin = time;
    }
    const Point upper{static_cast<int64_t>(m_size), time - m_origin};
    const Point lower{upper.x, upper.y - 1};
    if (m_size == 1)
    {
        m_steepest = {m_lower.points[0], upper};
        m_flattest = {m_upper.points[0], lower};
    }
    else if (m_size > 1)
    {
        // Lines come as near to the two as one likes, but not all reach them.
        if (Above(m_steepest, lower) >= 0 || Above(m_flattest, upper) <= 0)
        {
            return false;
        }
        if (Above(m_steepest, upper) < 0)
        {
            m_steepest = Touch(m_lower, upper, 1);
        }
        if (Above(m_flattest, lower) > 0)
        {
            m_flattest = Touch(m_upper, lower, -1);
        }
    }
    Extend(m_lower, lower, 1);
    Extend(m_upper, upper, -1);
    ++m_size;
    return true;
}

void
RoundedLine::Clear()
{
    m_size = 0;
    m_lower = Hull{};
    m_upper = Hull{};
}

} // namespace esabench
