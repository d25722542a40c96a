// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-chakra-node.h"

#include "esa-packed-bytes.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

namespace ns3::esa
{

std::string_view
WireFields::Take(uint64_t bytes)
{
    if (bytes > m_left.size())
    {
        throw WireError("a field has " + std::to_string(bytes) + " bytes, but only " +
                        std::to_string(m_left.size()) + " are left");
    }
    const std::string_view taken = m_left.substr(0, bytes);
    m_left.remove_prefix(bytes);
    return taken;
}

uint64_t
WireFields::TakeVarint()
{
    constexpr unsigned kLastShift = 63; // the tenth byte has one bit
    uint64_t value = 0;
    for (unsigned shift = 0; shift <= kLastShift; shift += 7)
    {
        const auto byte = static_cast<unsigned char>(Take(1).front());
        if (shift == kLastShift && byte > 1)
        {
            break;
        }
        value |= uint64_t{byte & 0x7FU} << shift;
        if ((byte & 0x80U) == 0)
        {
            return value;
        }
    }
    throw WireError("an integer is longer than 64 bits");
}

std::optional<WireField>
WireFields::Next()
{
    if (m_left.empty())
    {
        return std::nullopt;
    }
    const uint64_t tag = TakeVarint();
    WireField field;
    field.number = static_cast<uint32_t>(tag >> 3);
    field.form = static_cast<WireField::Form>(tag & 7);
    if (field.number == 0 || tag >> 32 != 0)
    {
        throw WireError("a field has the number " + std::to_string(tag >> 3));
    }
    switch (field.form)
    {
    case WireField::Form::Varint:
        field.value = TakeVarint();
        return field;
    case WireField::Form::Bytes:
        field.bytes = Take(TakeVarint());
        return field;
    case WireField::Form::Fixed32:
    case WireField::Form::Fixed64: {
        const auto bytes = Take(field.form == WireField::Form::Fixed32 ? 4 : 8);
        for (std::size_t i = 0; i < bytes.size(); ++i)
        {
            field.value |= uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
        }
        return field;
    }
    }
    throw WireError("field " + std::to_string(field.number) + " has the unknown form " +
                    std::to_string(tag & 7));
}

std::optional<uint64_t>
WireFields::NextPacked()
{
    if (m_left.empty())
    {
        return std::nullopt;
    }
    return TakeVarint();
}

namespace
{

/// Numbers of fields of a Node, a GlobalMetadata, an IOInfo and an AttributeProto.
namespace field
{
constexpr uint32_t kVersion = 1;
constexpr uint32_t kId = 1;
constexpr uint32_t kName = 2;
constexpr uint32_t kType = 3;
constexpr uint32_t kControlDependencies = 4;
constexpr uint32_t kDataDependencies = 5;
constexpr uint32_t kDuration = 7;
constexpr uint32_t kInputs = 8;
constexpr uint32_t kAttributes = 10;
constexpr uint32_t kValues = 1;
constexpr uint32_t kAttributeName = 1;
constexpr uint32_t kSint32 = 15;
constexpr uint32_t kSint64 = 17;
constexpr uint32_t kFirstInteger = 7; ///< int32, int64, uint32, uint64 every other number ...
constexpr uint32_t kLastInteger = 25; ///< ... sint32, sint64 and the fixed ones up to sfixed64
constexpr uint32_t kUint64List = 14;
constexpr uint32_t kBool = 27;
constexpr uint32_t kString = 29;
} // namespace field

using Form = WireField::Form;

/// The integer of a field.
uint64_t
Integer(const WireField& entry, const char* name)
{
    if (entry.form == Form::Bytes)
    {
        throw WireError(std::string(name) + " is not an integer");
    }
    return entry.value;
}

/// The bytes of a field.
std::string_view
Bytes(const WireField& entry, const char* name)
{
    if (entry.form != Form::Bytes)
    {
        throw WireError(std::string(name) + " is an integer, not a text or a message");
    }
    return entry.bytes;
}

/// Appends the integers of a repeated field, which may be packed.
void
AppendIntegers(const WireField& entry, std::vector<uint64_t>& integers)
{
    if (entry.form != Form::Bytes)
    {
        integers.push_back(entry.value);
        return;
    }
    WireFields packed(entry.bytes);
    while (const auto value = packed.NextPacked())
    {
        integers.push_back(*value);
    }
}

/// An attribute of a node.
struct Attribute
{
    std::string_view name;           ///< its name
    std::optional<uint64_t> integer; ///< its value, if it is an integer or a bool
    std::string_view text;           ///< its value, if it is a text or a list of integers
};

/// Reads an attribute.
Attribute
ReadAttribute(std::string_view message)
{
    Attribute attribute;
    WireFields fields(message);
    while (const auto entry = fields.Next())
    {
        const uint32_t number = entry->number;
        if (number == field::kAttributeName)
        {
            attribute.name = Bytes(*entry, "the name of an attribute");
        }
        else if (number == field::kSint32 || number == field::kSint64)
        {
            const uint64_t zigzag = Integer(*entry, "an attribute");
            attribute.integer = (zigzag >> 1) ^ (0 - (zigzag & 1));
        }
        else if ((number >= field::kFirstInteger && number <= field::kLastInteger &&
                  number % 2 == 1) ||
                 number == field::kBool)
        {
            attribute.integer = Integer(*entry, "an attribute");
        }
        else if (number == field::kString || number == field::kUint64List)
        {
            attribute.text = Bytes(*entry, "a text or a list in an attribute");
        }
    }
    return attribute;
}

/// The value of an attribute that has to be an integer, not negative.
uint64_t
Natural(const Attribute& attribute)
{
    if (!attribute.integer)
    {
        throw WireError("attribute " + std::string(attribute.name) + " is not an integer");
    }
    if (*attribute.integer > INT64_MAX)
    {
        throw WireError("attribute " + std::string(attribute.name) + " is negative or beyond 2^63");
    }
    return *attribute.integer;
}

/// An attribute that is an integer.
struct IntegerAttribute
{
    const char* name;                                  ///< its name
    std::optional<uint64_t> ChakraNode::*const member; ///< where its value stands
};

constexpr IntegerAttribute kIntegerAttributes[]{
    {"is_cpu_op", &ChakraNode::isCpuOp},
    {"num_ops", &ChakraNode::operations},
    {"tensor_size", &ChakraNode::tensorBytes},
    {"comm_type", &ChakraNode::communicationType},
    {"comm_size", &ChakraNode::communicationBytes},
    {"comm_src", &ChakraNode::source},
    {"comm_dst", &ChakraNode::destination},
    {"comm_tag", &ChakraNode::tag},
    {"duration_ns", &ChakraNode::durationNs},
    {"unit", &ChakraNode::unit},
};

/// Notes an attribute in a node, if a simulation needs it. One that is there twice is refused, as
/// only one of both values would count.
void
NoteAttribute(ChakraNode& node, const Attribute& attribute)
{
    bool isThereTwice = false;
    for (const IntegerAttribute& known : kIntegerAttributes)
    {
        if (attribute.name == known.name)
        {
            isThereTwice = (node.*known.member).has_value();
            node.*known.member = Natural(attribute);
        }
    }
    if (attribute.name == "pg_name")
    {
        isThereTwice = !node.group.empty();
        node.group = attribute.text;
    }
    else if (attribute.name == "starts_after")
    {
        isThereTwice = !node.starts.empty();
        WireFields list(attribute.text);
        while (const auto entry = list.Next())
        {
            AppendIntegers(*entry, node.starts);
        }
    }
    if (isThereTwice)
    {
        throw WireError("attribute " + std::string(attribute.name) + " is there twice");
    }
}

/// Reads a node.
ChakraNode
ReadNode(std::string_view message)
{
    ChakraNode node;
    WireFields fields(message);
    while (const auto entry = fields.Next())
    {
        switch (entry->number)
        {
        case field::kId:
            node.id = Integer(*entry, "the id");
            break;
        case field::kName:
            node.name = Bytes(*entry, "the name");
            break;
        case field::kType:
            node.type = Integer(*entry, "the type");
            break;
        case field::kControlDependencies:
            AppendIntegers(*entry, node.controlDependencies);
            break;
        case field::kDataDependencies:
            AppendIntegers(*entry, node.dependencies);
            break;
        case field::kDuration:
            node.durationUs = Integer(*entry, "duration_micros");
            break;
        case field::kInputs: {
            WireFields inputs(Bytes(*entry, "inputs"));
            while (const auto input = inputs.Next())
            {
                if (input->number == field::kValues)
                {
                    node.inputValues = Bytes(*input, "the values of inputs");
                }
            }
            break;
        }
        case field::kAttributes:
            NoteAttribute(node, ReadAttribute(Bytes(*entry, "an attribute")));
            break;
        default:
            break; // shapes and what later versions have
        }
    }
    return node;
}

/// Throws if a message is not the version of a trace that is known.
void
CheckVersion(std::string_view message)
{
    std::string version;
    try
    {
        WireFields fields(message);
        while (const auto entry = fields.Next())
        {
            if (entry->number == field::kVersion)
            {
                version = Bytes(*entry, "the version");
            }
        }
    }
    catch (const WireError& error)
    {
        throw WireError(std::string("the first message is no version: ") + error.what());
    }
    // recordings of PyTorch leave it empty
    if (!version.empty() && version.rfind("0.0.", 0) != 0 && version.rfind("1.", 0) != 0)
    {
        throw WireError("has the version " + Shown(version) +
                        ", which is not allowed: must be 0.0.x or 1.x of Chakra's schema");
    }
}

/// Reads the messages of a file one by one, each behind its length.
class ChakraFile
{
  public:
    explicit ChakraFile(const std::string& path)
        : m_path(path),
          m_bytes(path)
    {
    }

    /// Reads the next message. @return its bytes; nothing at the end of the file
    std::optional<std::string> Next()
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
            if (length > kMaxChakraNodeBytes)
            {
                Fail(name + " is longer than " + std::to_string(kMaxChakraNodeBytes) +
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

    /// @return messages that have been read
    uint64_t Messages() const
    {
        return m_messages;
    }

  private:
    [[noreturn]] void Fail(const std::string& text) const
    {
        throw ScenarioError({Shown(m_path) + ": " + text});
    }

    std::string m_path;     ///< the file
    PackedBytes m_bytes;    ///< its bytes
    uint64_t m_messages{0}; ///< read so far
};

} // namespace

void
ForEachChakraNode(const std::string& path,
                  const std::function<void(const ChakraNode& node)>& callback)
{
    ChakraFile messages(path);
    const auto version = messages.Next();
    if (!version)
    {
        throw WireError("is empty: a trace begins with its version");
    }
    CheckVersion(*version);
    while (const auto message = messages.Next())
    {
        ChakraNode node;
        try
        {
            node = ReadNode(*message);
        }
        catch (const WireError& error)
        {
            throw WireError("message " + std::to_string(messages.Messages() - 1) + ": " +
                            error.what());
        }
        callback(node);
    }
}

} // namespace ns3::esa
