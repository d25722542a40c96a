// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PAYLOAD_H
#define ESA_PAYLOAD_H

#include "esa-fixed-point.h"

#include "ns3/esa-assert.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ns3::esa
{

/// Gradient values in an ESA or ATP fragment: 62 int32 = 248 B (paper, "Packet Format"; ATP).
constexpr std::size_t kValuesPerFragment = 62;

/// The values of one fragment.
using FragmentValues = std::array<int32_t, kValuesPerFragment>;

/**
 * @ingroup esa
 * @brief A counted reference to the values of a fragment, or to none.
 *
 * A multicast would copy 248 bytes per receiver. Here copies share the values: a multicast makes
 * n references, and a reference that changes the values gets its own copy first. Nodes in different
 * threads may have references to the same values.
 */
class PayloadRef
{
  public:
    PayloadRef() = default;

    /// @param values the values to hold
    explicit PayloadRef(const FragmentValues& values)
        : m_block(new Block{values, 1})
    {
    }

    /// @param other the reference to share
    PayloadRef(const PayloadRef& other)
        : m_block(other.m_block)
    {
        if (m_block)
        {
            m_block->references.fetch_add(1, std::memory_order_relaxed);
        }
    }

    /// @param other the reference to take over
    PayloadRef(PayloadRef&& other) noexcept
        : m_block(std::exchange(other.m_block, nullptr))
    {
    }

    /// @param other the reference to share
    /// @return this one
    PayloadRef& operator=(const PayloadRef& other)
    {
        if (m_block != other.m_block) // mostly, neither has any
        {
            Share(other);
        }
        return *this;
    }

    /// @param other the reference to take over
    /// @return this one
    PayloadRef& operator=(PayloadRef&& other) noexcept
    {
        std::swap(m_block, other.m_block);
        return *this;
    }

    ~PayloadRef()
    {
        if (m_block && m_block->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
        {
            delete m_block;
        }
    }

    /// @return true if there are values
    explicit operator bool() const
    {
        return m_block != nullptr;
    }

    /// @return the values
    const FragmentValues& Values() const
    {
        ESA_ASSERT(m_block, "values are read only where there are some");
        return m_block->values;
    }

    /// @brief Adds other values to these, each saturating.
    /// @param other the values to add; none adds nothing
    void Add(const PayloadRef& other)
    {
        if (other)
        {
            AddSome(other);
        }
    }

  private:
    /// @brief Shares other values. Kept apart, as AddSome() is.
    [[gnu::noinline]] void Share(const PayloadRef& other)
    {
        PayloadRef copy(other);
        std::swap(m_block, copy.m_block);
    }

    /// @brief Adds values. Kept apart, so that Add() is short where none are carried.
    [[gnu::noinline]] void AddSome(const PayloadRef& other)
    {
        if (!m_block)
        {
            *this = other;
            return;
        }
        if (m_block->references.load(std::memory_order_acquire) > 1)
        {
            *this = PayloadRef(m_block->values);
        }
        for (std::size_t i = 0; i < kValuesPerFragment; ++i)
        {
            m_block->values[i] = SaturatingAdd(m_block->values[i], other.m_block->values[i]);
        }
    }

    /// The values and how many references share them.
    struct Block
    {
        FragmentValues values;            ///< the values
        std::atomic<uint32_t> references; ///< references to them
    };

    Block* m_block{nullptr}; ///< what is shared, if anything
};

/**
 * @ingroup esa
 * @brief What is summed: a digest always, the values only when the scenario requests them.
 *
 * The digest of a fragment is one integer that stands for its 62 values. It is summed modulo 2^64
 * wherever the values are. So a result whose digest is the sum of all workers' digests has counted
 * each worker's fragment once (see GradientOracle).
 */
struct GradientSum
{
    uint64_t digest{0}; ///< sum of the fragments' digests
    PayloadRef values;  ///< sum of the fragments' values, if they are carried

    /// @return true if no worker's fragment is in it
    bool IsEmpty() const
    {
        return digest == 0 && !values;
    }

    /// @param other the sum to add
    void Add(const GradientSum& other)
    {
        digest += other.digest;
        values.Add(other.values);
    }
};

} // namespace ns3::esa

#endif // ESA_PAYLOAD_H
