/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHAKRA_FILE_H
#define ESA_CHAKRA_FILE_H

#include "esa-packed-bytes.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Reads the messages of a Chakra file one by one, each behind its length; plain, or packed
 * by gzip. Only one message is in memory at a time.
 */
class ChakraFile
{
  public:
    /// No message is longer. A node with its shapes has some hundred bytes.
    static constexpr uint64_t kMaxBytes = 16U << 20U;

    /// Opens a file.
    /// @throws ScenarioError if it cannot be read
    explicit ChakraFile(const std::string& path);

    /// Reads the next message.
    /// @return its bytes; nothing at the end of the file
    /// @throws ScenarioError if the file ends inside of a message, or a message is too long
    std::optional<std::string> Next();

  private:
    /// @brief Throws an error about the file. @param text what is wrong
    [[noreturn]] void Fail(const std::string& text) const;

    std::string m_path;     ///< the file
    PackedBytes m_bytes;    ///< its bytes
    uint64_t m_messages{0}; ///< read so far
};

} // namespace ns3::esa

#endif // ESA_CHAKRA_FILE_H
