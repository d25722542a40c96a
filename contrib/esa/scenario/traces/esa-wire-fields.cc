// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-wire-fields.h"

#include <string>

namespace ns3::esa
{

std::string_view
WireFields::Take(uint64_t bytes)
{
    if (bytes > m_left.size())
    {
        throw WireError("a field has " + std::to_string(bytes) + " bytes, but only " +
                        std::to_string(m_left.size()) + " are left");
    }
    const std::string_view taken = m_left.substr(0, bytes);
    m_left.remove_prefix(bytes);
    return taken;
}

uint64_t
WireFields::TakeVarint()
{
    constexpr unsigned kLastShift = 63; // the tenth byte has one bit
    uint64_t value = 0;
    for (unsigned shift = 0; shift <= kLastShift; shift += 7)
    {
        const auto byte = static_cast<unsigned char>(Take(1).front());
        if (shift == kLastShift && byte > 1)
        {
            break;
        }
        value |= uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0)
        {
            return value;
        }
    }
    throw WireError("an integer is longer than 64 bits");
}

std::optional<WireField>
WireFields::Next()
{
    if (m_left.empty())
    {
        return std::nullopt;
    }
    const uint64_t tag = TakeVarint();
    WireField field;
    field.number = static_cast<uint32_t>(tag >> 3);
    field.form = static_cast<WireField::Form>(tag & 7);
    if (field.number == 0 || tag >> 32 != 0)
    {
        throw WireError("a field has the number " + std::to_string(tag >> 3));
    }
    switch (field.form)
    {
    case WireField::Form::Varint:
        field.value = TakeVarint();
        return field;
    case WireField::Form::Bytes:
        field.bytes = Take(TakeVarint());
        return field;
    case WireField::Form::Fixed32:
    case WireField::Form::Fixed64: {
        const auto bytes = Take(field.form == WireField::Form::Fixed32 ? 4 : 8);
        for (std::size_t i = 0; i < bytes.size(); ++i)
        {
            field.value |= uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
        }
        return field;
    }
    }
    throw WireError("field " + std::to_string(field.number) + " has the unknown form " +
                    std::to_string(tag & 7));
}

std::optional<uint64_t>
WireFields::NextPacked()
{
    if (m_left.empty())
    {
        return std::nullopt;
    }
    return TakeVarint();
}

} // namespace ns3::esa
