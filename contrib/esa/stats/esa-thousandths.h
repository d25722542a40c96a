// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_THOUSANDTHS_H
#define ESA_THOUSANDTHS_H

#include "ns3/assert.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <ostream>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A number with three decimals, printed without trailing zeros. Unlike floating-point
/// numbers these add up exactly, and print the same everywhere.
struct FixedMilli
{
    int64_t count{0}; ///< a thousand times the number

    /// @param number a whole number
    /// @return the same
    static FixedMilli Whole(uint64_t number)
    {
        return {static_cast<int64_t>(number) * 1000};
    }

    /// @param span a span of time
    /// @return the same in microseconds, rounded down to nanoseconds
    static FixedMilli Microseconds(Picoseconds span)
    {
        return {span.count() / 1000};
    }
};

/// @param out where to
/// @return out
inline std::ostream&
operator<<(std::ostream& out, FixedMilli number)
{
    NS_ASSERT_MSG(number.count >= 0, "only numbers from 0 on are printed");
    out << number.count / 1000;
    int64_t rest = number.count % 1000;
    if (rest > 0)
    {
        out << '.';
    }
    for (; rest > 0; rest = rest * 10 % 1000)
    {
        out << rest / 100;
    }
    return out;
}

} // namespace ns3::esa

#endif // ESA_THOUSANDTHS_H
