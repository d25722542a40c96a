// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WIRE_FIELDS_H
#define ESA_WIRE_FIELDS_H

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace ns3::esa
{

/// A message that is not in the wire format.
class WireError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/// One field of a message.
struct WireField
{
    /// How a value is written.
    enum class Form : uint8_t
    {
        Varint = 0,  ///< an integer, 7 bits a byte
        Fixed64 = 1, ///< 8 bytes
        Bytes = 2,   ///< a text, a message or packed numbers behind their length
        Fixed32 = 5  ///< 4 bytes
    };

    uint32_t number{0};     ///< which field
    Form form{};            ///< how it is written
    uint64_t value{0};      ///< of all forms but Bytes
    std::string_view bytes; ///< of Bytes
};

/**
 * @ingroup esa
 * @brief Reads the fields of one message of Protocol Buffers' wire format, in their order.
 *
 * The format is simple, and a trace needs few of its fields. So it is read here, without a library,
 * from the published description of the encoding (protobuf.dev, Encoding). Unknown fields are
 * given, too; the caller skips them.
 */
class WireFields
{
  public:
    /// @param message the bytes of the message; outlive this
    explicit WireFields(std::string_view message)
        : m_left(message)
    {
    }

    /// Reads the next field.
    /// @return the field; nothing at the end of the message
    /// @throws WireError if the message ends inside of the field, or its form is unknown
    std::optional<WireField> Next();

    /// Reads the next integer of packed ones.
    /// @return the integer; nothing at the end
    /// @throws WireError if it ends inside of one
    std::optional<uint64_t> NextPacked();

  private:
    /// @brief Takes bytes from the front.
    std::string_view Take(uint64_t bytes);

    /// @brief Takes an integer of 7 bits a byte from the front.
    uint64_t TakeVarint();

    std::string_view m_left; ///< what has not been read
};

} // namespace ns3::esa

#endif // ESA_WIRE_FIELDS_H
