/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-channel-message.h"

#include "esa-wire-format.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-byte-order.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

// Byte offsets in a message
constexpr std::size_t kLength = 0;
constexpr std::size_t kWorker = 2;
constexpr std::size_t kHeader = 4;
constexpr std::size_t kDigest = kHeader + kInaHeaderBytes;
constexpr std::size_t kValues = kDigest + 8;

constexpr std::size_t kWordBytes = kDigest;                   ///< of a message without a sum
constexpr std::size_t kSumBytes = kValues + kInaPayloadBytes; ///< of a message with one

/**
 * @param kind kind of a message
 * @return its length in bytes
 */
constexpr std::size_t
MessageBytes(PacketKind kind)
{
    return BringsSum(kind) ? kSumBytes : kWordBytes;
}

/**
 * @param bytes the message, from its sum on
 * @param hasValues whether values are simulated
 * @return the sum
 */
GradientSum
ReadSum(const uint8_t* bytes, bool hasValues)
{
    GradientSum sum;
    sum.digest = ReadBigEndian<uint64_t>(bytes);
    if (hasValues)
    {
        FragmentValues values;
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            values[i] = static_cast<int32_t>(ReadBigEndian<uint32_t>(bytes + 8 + 4 * i));
        }
        sum.values = PayloadRef(values);
    }
    return sum;
}

} // namespace

void
AppendMessage(const Fragment& message, std::vector<uint8_t>& stream)
{
    const std::size_t begin = stream.size();
    const std::size_t bytes = MessageBytes(message.kind);
    stream.resize(begin + bytes);
    uint8_t* out = &stream[begin];
    WriteBigEndian(static_cast<uint16_t>(bytes), out + kLength);
    WriteBigEndian(message.worker, out + kWorker);
    const InaHeaderBytes header = EncodeInaHeader(message);
    std::copy(header.begin(), header.end(), out + kHeader);
    if (!BringsSum(message.kind))
    {
        return;
    }
    WriteBigEndian(message.sum.digest, out + kDigest);
    if (message.sum.values)
    {
        const auto& values = message.sum.values.Values();
        for (std::size_t i = 0; i < values.size(); ++i)
        {
            WriteBigEndian(static_cast<uint32_t>(values[i]), out + kValues + 4 * i);
        }
    }
}

void
MessageReader::Append(const uint8_t* data, std::size_t bytes)
{
    m_bytes.erase(m_bytes.begin(), m_bytes.begin() + static_cast<std::ptrdiff_t>(m_read));
    m_read = 0;
    m_bytes.insert(m_bytes.end(), data, data + bytes);
}

std::optional<Fragment>
MessageReader::Next()
{
    const std::size_t here = m_bytes.size() - m_read;
    if (m_broken || here < kWordBytes)
    {
        return std::nullopt;
    }
    const uint8_t* in = &m_bytes[m_read];
    InaHeaderBytes header;
    std::copy(in + kHeader, in + kHeader + header.size(), header.begin());
    auto message = DecodeInaHeader(header);
    const auto bytes = ReadBigEndian<uint16_t>(in + kLength);
    if (!message || bytes != MessageBytes(message->kind))
    {
        m_broken = true;
        return std::nullopt;
    }
    if (here < bytes)
    {
        return std::nullopt;
    }
    message->worker = ReadBigEndian<uint16_t>(in + kWorker);
    if (BringsSum(message->kind))
    {
        message->sum = ReadSum(in + kDigest, !CarriesDigest(header));
    }
    m_read += bytes;
    ESA_ASSERT(m_read <= m_bytes.size(), "no more is read than has come");
    return message;
}

} // namespace ns3::esa
