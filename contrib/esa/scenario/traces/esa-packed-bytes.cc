// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-packed-bytes.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <new>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kReadBytes = 256U << 10U;
constexpr int kGzipWindow = 15 + 16; ///< zlib's number for the largest, with gzip's head

} // namespace

PackedBytes::PackedBytes(const std::string& path)
    : m_buffer(kReadBytes, '\0')
{
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error))
    {
        throw ScenarioError(
            {Shown(path) + ": " +
             (std::filesystem::exists(path, error) ? "is no regular file" : "is missing")});
    }
    m_file.open(path, std::ios::binary);
    if (!m_file.is_open())
    {
        throw ScenarioError({Shown(path) + ": cannot be opened"});
    }
    Refill();
    m_isPacked = m_stream.avail_in > 1 && m_buffer[0] == '\x1f' && m_buffer[1] == '\x8b';
    if (m_isPacked && inflateInit2(&m_stream, kGzipWindow) != Z_OK)
    {
        throw std::bad_alloc();
    }
}

PackedBytes::~PackedBytes()
{
    inflateEnd(&m_stream); // does nothing with plain files
}

std::optional<std::size_t>
PackedBytes::Read(char* to, std::size_t bytes)
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

void
PackedBytes::Refill()
{
    if (m_stream.avail_in == 0)
    {
        m_file.read(m_buffer.data(), static_cast<std::streamsize>(m_buffer.size()));
        m_stream.next_in = reinterpret_cast<Bytef*>(m_buffer.data());
        m_stream.avail_in = static_cast<uInt>(m_file.gcount());
    }
}

std::size_t
PackedBytes::Copy(char* to, std::size_t bytes)
{
    Refill();
    const std::size_t copied = std::min<std::size_t>(bytes, m_stream.avail_in);
    std::memcpy(to, m_stream.next_in, copied);
    m_stream.next_in += copied;
    m_stream.avail_in -= static_cast<uInt>(copied);
    return copied;
}

std::optional<std::size_t>
PackedBytes::Unpack(char* to, std::size_t bytes)
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

} // namespace ns3::esa
