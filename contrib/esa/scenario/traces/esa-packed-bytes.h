// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PACKED_BYTES_H
#define ESA_PACKED_BYTES_H

#include <cstddef>
#include <fstream>
#include <optional>
#include <string>
#include <zlib.h>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The bytes of a file, plain or packed by gzip. zlib's own files would pass over what
/// stands behind packed data.
class PackedBytes
{
  public:
    /// Opens a file.
    /// @throws ScenarioError if it cannot be read
    explicit PackedBytes(const std::string& path);

    ~PackedBytes();
    PackedBytes(const PackedBytes&) = delete;
    PackedBytes& operator=(const PackedBytes&) = delete;

    /// Reads up to a number of bytes.
    /// @return how many; fewer only at the end. Nothing: the file is damaged
    std::optional<std::size_t> Read(char* to, std::size_t bytes);

  private:
    /// Reads on, if nothing is left of what was read.
    void Refill();

    /// @return how many bytes of a plain file were copied; 0 at its end
    std::size_t Copy(char* to, std::size_t bytes);

    /// @return how many bytes were unpacked; 0 at the end. Nothing: they are damaged
    std::optional<std::size_t> Unpack(char* to, std::size_t bytes);

    std::ifstream m_file;   ///< the file
    std::string m_buffer;   ///< what was read last
    z_stream m_stream{};    ///< what is left of it
    bool m_isPacked{false}; ///< whether it is packed
    bool m_hasEnded{false}; ///< whether the packed data has ended
};

} // namespace ns3::esa

#endif // ESA_PACKED_BYTES_H
