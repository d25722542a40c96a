/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_BYTE_ORDER_H
#define ESA_BYTE_ORDER_H

#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Writes an unsigned integer in network byte order.
 * @tparam T uint8_t to uint64_t
 * @param value the number
 * @param out where its sizeof(T) bytes go
 */
template <typename T>
constexpr void
WriteBigEndian(T value, uint8_t* out)
{
    for (std::size_t i = 0; i < sizeof(T); ++i)
    {
        out[i] = static_cast<uint8_t>(value >> (8 * (sizeof(T) - 1 - i)));
    }
}

/**
 * @ingroup esa
 * @brief Reads an unsigned integer in network byte order.
 * @tparam T uint8_t to uint64_t
 * @param in its sizeof(T) bytes
 * @return the number
 */
template <typename T>
constexpr T
ReadBigEndian(const uint8_t* in)
{
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
    {
        value = static_cast<T>((uint64_t{value} << 8) | in[i]);
    }
    return value;
}

} // namespace ns3::esa

#endif // ESA_BYTE_ORDER_H
