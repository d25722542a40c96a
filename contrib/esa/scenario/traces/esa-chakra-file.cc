/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-chakra-file.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

namespace ns3::esa
{

ChakraFile::ChakraFile(const std::string& path)
    : m_path(path),
      m_bytes(path)
{
}

void
ChakraFile::Fail(const std::string& text) const
{
    throw ScenarioError({Shown(m_path) + ": " + text});
}

std::optional<std::string>
ChakraFile::Next()
{
    const std::string name = "message " + std::to_string(m_messages);
    uint64_t length = 0;
    for (unsigned shift = 0;; shift += 7)
    {
        char byte = 0;
        const auto read = m_bytes.Read(&byte, 1);
        if (!read)
        {
            Fail("the packed data is damaged or cut in " + name);
        }
        if (*read == 0)
        {
            if (shift == 0)
            {
                return std::nullopt;
            }
            Fail("is cut in " + name);
        }
        length |= (static_cast<unsigned char>(byte) & 0x7FULL) << shift;
        if (length > kMaxBytes)
        {
            Fail(name + " is longer than " + std::to_string(kMaxBytes) +
                 " bytes, or this is no Chakra trace");
        }
        if ((static_cast<unsigned char>(byte) & 0x80U) == 0)
        {
            break;
        }
        if (shift == 28)
        {
            Fail("the length of " + name + " is damaged, or this is no Chakra trace");
        }
    }
    std::string message(length, '\0');
    const auto read = m_bytes.Read(message.data(), length);
    if (!read)
    {
        Fail("the packed data is damaged or cut in " + name);
    }
    if (*read < length)
    {
        Fail("is cut in " + name + ", which has " + std::to_string(length) + " bytes");
    }
    ++m_messages;
    return message;
}

} // namespace ns3::esa
