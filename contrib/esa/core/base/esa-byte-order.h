// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_BYTE_ORDER_H
#define ESA_BYTE_ORDER_H

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Writes an unsigned integer in network byte order.
/// @tparam T the type of the number
/// @param out where its sizeof(T) bytes go
template <typename T>
constexpr void
WriteBigEndian(T value, uint8_t* out)
{
    static_assert(std::is_unsigned_v<T>, "bytes are cut from an unsigned integer");
    for (std::size_t i = 0; i < sizeof(T); ++i)
    {
        out[i] = static_cast<uint8_t>(value >> (8 * (sizeof(T) - 1 - i)));
    }
}

/**
 * @ingroup esa
 * @brief Reads an unsigned integer in network byte order.
 * @tparam T the type of the number
 * @param in its sizeof(T) bytes
 * @return the number
 */
template <typename T>
constexpr T
ReadBigEndian(const uint8_t* in)
{
    static_assert(std::is_unsigned_v<T>, "bytes are put together to an unsigned integer");
    T value = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i)
    {
        value = static_cast<T>((uint64_t{value} << 8) | in[i]);
    }
    return value;
}

} // namespace ns3::esa

#endif // ESA_BYTE_ORDER_H
