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
 * Parameter server and workers repair losses over a reliable channel, which is a byte stream. This
 * is the format of the messages in it; the paper only says "reliable transmission, e.g., TCP".
 *
 * A message has its length (2 bytes), the worker's number (2) and the header of esa-wire-format.h
 * (24). If it brings a sum, the digest (8) and 62 values (248; zeros if values are not simulated)
 * follow. The digest belongs to the simulator: on a real wire a message would be 8 bytes shorter.
 */

namespace ns3::esa
{

/**
 * @brief Writes a message at the end of a stream.
 * @param message the message
 * @param stream where it goes
 */
void AppendMessage(const Fragment& message, std::vector<uint8_t>& stream);

/// Reads messages from a byte stream, in whatever pieces it arrives.
class MessageReader
{
  public:
    /**
     * @brief More bytes have arrived.
     * @param data the bytes
     * @param bytes how many
     */
    void Append(const uint8_t* data, std::size_t bytes);

    /**
     * @brief The next message, if it has arrived completely.
     * @return the message
     */
    std::optional<Fragment> Next();

    /// @return true if the stream held something that is no message; nothing can be read any more
    bool IsBroken() const
    {
        return m_broken;
    }

  private:
    std::vector<uint8_t> m_bytes; ///< what has arrived
    std::size_t m_read{0};        ///< how much of it was read
    bool m_broken{false};         ///< whether something was no message
};

} // namespace ns3::esa

#endif // ESA_CHANNEL_MESSAGE_H
