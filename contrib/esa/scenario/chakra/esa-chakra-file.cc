/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-chakra-file.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <new>
#include <zlib.h>

namespace ns3::esa
{

/// The bytes of a file. zlib's own files would pass over what stands behind packed data.
class ChakraFile::Source
{
  public:
    explicit Source(const std::string& path)
        : m_file(path, std::ios::binary),
          m_buffer(kBufferBytes, '\0')
    {
        Refill();
        m_isPacked = m_stream.avail_in > 1 && m_buffer[0] == '\x1f' && m_buffer[1] == '\x8b';
        if (m_isPacked && inflateInit2(&m_stream, kGzipWindow) != Z_OK)
        {
            throw std::bad_alloc();
        }
    }

    ~Source()
    {
        inflateEnd(&m_stream); // does nothing with plain files
    }

    Source(const Source&) = delete;
    Source& operator=(const Source&) = delete;

    bool IsOpen() const
    {
        return m_file.is_open();
    }

    /// Reads up to a number of bytes; fewer only at the end. Nothing: the file is damaged.
    std::optional<std::size_t> Read(char* to, std::size_t bytes)
    {
        std::size_t read = 0;
        while (read < bytes)
        {
            const auto more = m_isPacked ? Unpack(to + read, bytes - read)
                                         : std::optional(Copy(to + read, bytes - read));
            if (!more)
            {
                return std::nullopt;
            }
            if (*more == 0)
            {
                break;
            }
            read += *more;
        }
        return read;
    }

  private:
    static constexpr std::size_t kBufferBytes = 256U << 10U;
    static constexpr int kGzipWindow = 15 + 16; ///< zlib's number for the largest, with gzip's head

    /// Reads on, if nothing is left of what was read.
    void Refill()
    {
        if (m_stream.avail_in == 0)
        {
            m_file.read(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
            m_stream.next_in = reinterpret_cast<Bytef*>(m_buffer.data());
            m_stream.avail_in = static_cast<uInt>(m_file.gcount());
        }
    }

    /// Some bytes of a plain file; 0 at its end.
    std::size_t Copy(char* to, std::size_t bytes)
    {
        Refill();
        const std::size_t copied = std::min<std::size_t>(bytes, m_stream.avail_in);
        std::memcpy(to, m_stream.next_in, copied);
        m_stream.next_in += copied;
        m_stream.avail_in -= static_cast<uInt>(copied);
        return copied;
    }

    /// Some bytes of packed data; 0 at its end. Nothing: it is damaged.
    std::optional<std::size_t> Unpack(char* to, std::size_t bytes)
    {
        m_stream.next_out = reinterpret_cast<Bytef*>(to);
        m_stream.avail_out = static_cast<uInt>(bytes);
        while (m_stream.avail_out == bytes)
        {
            Refill();
            if (m_stream.avail_in == 0)
            {
                return m_hasEnded ? std::optional<std::size_t>(0) : std::nullopt;
            }
            if (m_hasEnded)
            {
                inflateReset(&m_stream); // gzip files may stand one behind the other
            }
            const int status = inflate(&m_stream, Z_NO_FLUSH);
            if (status != Z_OK && status != Z_STREAM_END)
            {
                return std::nullopt;
            }
            m_hasEnded = status == Z_STREAM_END;
        }
        return bytes - m_stream.avail_out;
    }

    std::ifstream m_file;   ///< the file
    std::string m_buffer;   ///< what was read last
    z_stream m_stream{};    ///< what is left of it
    bool m_isPacked{false}; ///< whether it is packed
    bool m_hasEnded{false}; ///< whether the packed data has ended
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
