/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-chakra-file.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <cstddef>
#include <filesystem>
#include <zlib.h>

namespace ns3::esa
{

/// zlib reads plain files, too.
class ChakraFile::Source
{
  public:
    explicit Source(const std::string& path)
        : m_file(gzopen(path.c_str(), "rb"))
    {
        if (m_file != nullptr)
        {
            constexpr unsigned kBufferBytes = 256U << 10U;
            gzbuffer(m_file, kBufferBytes);
        }
    }

    ~Source()
    {
        if (m_file != nullptr)
        {
            gzclose_r(m_file);
        }
    }

    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    bool IsOpen() const
    {
        return m_file != nullptr;
    }

    /// Reads up to a number of bytes; fewer only at the end. Nothing: the file is damaged.
    std::optional<std::size_t> Read(char* to, std::size_t bytes)
    {
        const int read = gzread(m_file, to, static_cast<unsigned>(bytes));
        int status = Z_OK;
        gzerror(m_file, &status);
        if (read < 0 || (status != Z_OK && status != Z_STREAM_END))
        {
            return std::nullopt;
        }
        return static_cast<std::size_t>(read);
    }

  private:
    gzFile m_file; ///< null: it could not be opened
};

ChakraFile::ChakraFile(const std::string& path)
    : m_path(path)
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
    {
        Fail(std::filesystem::exists(path, error) ? "is no regular file" : "is missing");
    }
    m_source = std::make_unique<Source>(path);
    if (!m_source->IsOpen())
    {
        Fail("cannot be opened");
    }
}

ChakraFile::~ChakraFile() = default;

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
        const auto read = m_source->Read(&byte, 1);
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
        if (length > kMostBytes)
        {
            Fail(name + " is longer than " + std::to_string(kMostBytes) +
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
    const auto read = m_source->Read(message.data(), length);
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
