/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHANNEL_MESSAGE_H
#define ESA_CHANNEL_MESSAGE_H

#include "esa-fragment.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

/**
 * @file
 * @ingroup esa
 * What parameter server and workers say to each other over their reliable channel, a byte stream.
 *
 * A message is its length (2 bytes), the worker's number (2), the header of esa-wire-format.h (24)
 * and, if it brings a sum, the digest (8) and 62 values (248; zeros if values are not simulated).
 * The digest is the simulator's own: on a real wire a message would be 8 bytes shorter. The paper
 * only says "reliable transmission, e.g., TCP".
 */

namespace ns3::esa
{

/**
 * @param kind kind of a packet
 * @return true if it brings a sum
 */
constexpr bool
BringsSum(PacketKind kind)
{
    return kind == PacketKind::Answer || kind == PacketKind::Retransmission ||
           kind == PacketKind::Result;
}

/**
 * @brief Writes a message at the end of a stream.
 * @param message the message
 * @param stream where it goes
 */
void AppendMessage(const Fragment& message, std::vector<uint8_t>& stream);

/// What has come of a byte stream and was not read yet.
class MessageReader
{
  public:
    /**
     * @brief More has come.
     * @param data the bytes
     * @param bytes how many
     */
    void Append(const uint8_t* data, std::size_t bytes);

    /**
     * @brief The next message, if all of it is here.
     * @return the message
     */
    std::optional<Fragment> Next();

    /// @return true if the other end speaks another language; nothing can be read any more
    bool IsBroken() const
    {
        return m_broken;
    }

  private:
    std::vector<uint8_t> m_bytes; ///< what has come
    std::size_t m_read{0};        ///< how much of it was read
    bool m_broken{false};         ///< whether it made no sense
};

} // namespace ns3::esa

#endif // ESA_CHANNEL_MESSAGE_H
