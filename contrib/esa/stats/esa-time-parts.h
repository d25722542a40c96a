// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TIME_PARTS_H
#define ESA_TIME_PARTS_H

#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Keeps how some numbers grow over time, in a bounded number of parts.
 *
 * A run's length is unknown before its end. So the parts are as short as the samples at first.
 * Whenever there are too many, two neighbours become one. The numbers only grow (bytes sent,
 * aggregators in use times time), so what came in a part is exact, however long the part is.
 */
class TimeParts
{
  public:
    /// Writes the present values of the numbers into a row of the right size.
    using Read = std::function<void(std::vector<double>& values)>;

    /// @param begin start of the first part, when all numbers are 0
    /// @param numbers how many numbers there are
    /// @param most parts to keep, an even number
    TimeParts(Picoseconds begin, std::size_t numbers, std::size_t most);

    /// @brief Takes a sample, one for each period. @param now the time
    /// @param read gives the values; it is called only if a part ends now
    void Sample(Picoseconds now, const Read& read);

    /// @brief Ends the last part. @param now the time, at or after the last sample
    /// @param read gives the values
    void Finish(Picoseconds now, const Read& read);

    /// @return number of parts
    std::size_t Count() const
    {
        return m_borders.size() - 1;
    }

    /// @return samples of a part; the last one may have less
    uint64_t SamplesOfPart() const
    {
        return m_stride;
    }

    /// @return border of two parts; 0 is the start of the first one, Count() the end of the last
    Picoseconds Border(std::size_t number) const
    {
        return m_borders[number];
    }

    /// @return how much a number grew in a part
    double Growth(std::size_t part, std::size_t number) const
    {
        return m_values[part + 1][number] - m_values[part][number];
    }

  private:
    /// @brief Ends a part.
    void Append(Picoseconds now, const Read& read);

    std::size_t m_most;                        ///< parts to keep
    uint64_t m_stride{1};                      ///< samples of a part
    uint64_t m_samples{0};                     ///< samples since the last border
    std::vector<Picoseconds> m_borders;        ///< of the parts
    std::vector<std::vector<double>> m_values; ///< the numbers at these times
};

} // namespace ns3::esa

#endif // ESA_TIME_PARTS_H
