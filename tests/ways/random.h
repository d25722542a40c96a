// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_WAYS_RANDOM_H
#define ESA_TEST_WAYS_RANDOM_H

#include "ns3/esa-hash.h"

#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

namespace ns3::esa::test
{

/// Random choices from a seed: the same ones on every machine.
class Random
{
  public:
    explicit Random(uint64_t seed)
        : m_seed(Hash64(seed))
    {
    }

    /// @return a number from 0 to below 1
    double Unit()
    {
        return static_cast<double>(Hash64(m_seed + ++m_drawn) >> 11) / 9007199254740992.0; // 2^53
    }

    bool Chance(double probability)
    {
        return Unit() < probability;
    }

    /// @return a whole number, both limits included
    int64_t Whole(int64_t low, int64_t high)
    {
        return low + static_cast<int64_t>(Unit() * static_cast<double>(high - low + 1));
    }

    /// @return a number between two positive ones; each power of ten is as likely as another
    double Scaled(double low, double high)
    {
        return low * std::pow(high / low, Unit());
    }

    /// @return one of several values; a value that stands there twice is twice as likely
    template <typename T>
    T Pick(const std::vector<T>& values)
    {
        return values[static_cast<std::size_t>(Whole(0, static_cast<int64_t>(values.size()) - 1))];
    }

    /// @return the values in another order
    template <typename T>
    std::vector<T> Shuffled(std::vector<T> values)
    {
        for (std::size_t i = values.size(); i > 1; --i)
        {
            std::swap(values[i - 1],
                      values[static_cast<std::size_t>(Whole(0, static_cast<int64_t>(i) - 1))]);
        }
        return values;
    }

  private:
    uint64_t m_seed;     ///< of all numbers
    uint64_t m_drawn{0}; ///< numbers so far
};

} // namespace ns3::esa::test

#endif // ESA_TEST_WAYS_RANDOM_H
