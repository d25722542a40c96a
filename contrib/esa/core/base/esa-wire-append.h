// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WIRE_APPEND_H
#define ESA_WIRE_APPEND_H

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

/**
 * @file
 * @ingroup esa
 * Execution traces and timelines are messages of Protocol Buffers' wire format. They need few forms
 * of fields. So these functions write them, without a library, from the published description of
 * the encoding (protobuf.dev, Encoding). Each appends a field to a message.
 */

namespace ns3::esa
{

/// Appends an integer of 7 bits a byte, without the number of a field.
inline void
AppendVarint(std::string& out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
    {
        out.push_back(static_cast<char>(value | 0x80));
    }
    out.push_back(static_cast<char>(value));
}

/// Appends a field that is an integer.
inline void
AppendInteger(std::string& out, uint32_t number, uint64_t value)
{
    AppendVarint(out, uint64_t{number} << 3);
    AppendVarint(out, value);
}

/// Appends a field that is a text or a message.
inline void
AppendBytes(std::string& out, uint32_t number, std::string_view bytes)
{
    AppendVarint(out, uint64_t{number} << 3 | 2);
    AppendVarint(out, bytes.size());
    out += bytes;
}

/// Appends a field of 8 bytes.
inline void
AppendFixed64(std::string& out, uint32_t number, uint64_t value)
{
    AppendVarint(out, uint64_t{number} << 3 | 1);
    for (int byte = 0; byte < 8; ++byte)
    {
        out.push_back(static_cast<char>(value >> (8 * byte)));
    }
}

/// Appends a field that is a floating-point number of 8 bytes.
inline void
AppendDouble(std::string& out, uint32_t number, double value)
{
    uint64_t bits = 0;
    static_assert(sizeof bits == sizeof value, "a double has 64 bits");
    std::memcpy(&bits, &value, sizeof bits);
    AppendFixed64(out, number, bits);
}

} // namespace ns3::esa

#endif // ESA_WIRE_APPEND_H
