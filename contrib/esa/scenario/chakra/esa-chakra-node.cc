/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-chakra-node.h"

#include "esa-wire-fields.h"

namespace ns3::esa
{
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
    std::string_view text;           ///< its value, if it is a text
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
        else if (number == field::kString)
        {
            attribute.text = Bytes(*entry, "a text attribute");
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

/// Notes an attribute, if a simulation needs it.
void
NoteAttribute(ChakraNode& node, const Attribute& attribute)
{
    const auto& name = attribute.name;
    if (name == "is_cpu_op")
    {
        node.isCpuOp = Natural(attribute) != 0;
    }
    else if (name == "num_ops")
    {
        node.operations = Natural(attribute);
    }
    else if (name == "tensor_size")
    {
        node.tensorBytes = Natural(attribute);
    }
    else if (name == "comm_type")
    {
        node.communicationType = Natural(attribute);
    }
    else if (name == "comm_size")
    {
        node.communicationBytes = Natural(attribute);
    }
    else if (name == "comm_src")
    {
        node.source = Natural(attribute);
    }
    else if (name == "comm_dst")
    {
        node.destination = Natural(attribute);
    }
    else if (name == "comm_tag")
    {
        node.tag = Natural(attribute);
    }
    else if (name == "pg_name")
    {
        node.group = attribute.text;
    }
}

/// Appends an integer of 7 bits a byte.
void
AppendVarint(std::string& out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
    {
        out.push_back(static_cast<char>(value | 0x80));
    }
    out.push_back(static_cast<char>(value));
}

/// Appends a field that is an integer.
void
AppendInteger(std::string& out, uint32_t number, uint64_t value)
{
    AppendVarint(out, uint64_t{number} << 3);
    AppendVarint(out, value);
}

/// Appends a field that is a text or a message.
void
AppendBytes(std::string& out, uint32_t number, std::string_view bytes)
{
    AppendVarint(out, uint64_t{number} << 3 | 2);
    AppendVarint(out, bytes.size());
    out += bytes;
}

constexpr uint32_t kInt32 = 7;   ///< number of the value of an attribute
constexpr uint32_t kInt64 = 9;   ///< the same
constexpr uint32_t kUint64 = 13; ///< the same
constexpr uint32_t kBool = 27;   ///< the same
constexpr uint32_t kString = 29; ///< the same

/// Appends an attribute that is an integer.
void
AppendAttribute(std::string& node, const char* name, uint32_t form, uint64_t value)
{
    std::string attribute;
    AppendBytes(attribute, 1, name);
    AppendInteger(attribute, form, value);
    AppendBytes(node, 10, attribute);
}

/// Appends an attribute that may be left out.
void
AppendIfGiven(std::string& node,
              const char* name,
              uint32_t form,
              const std::optional<uint64_t>& value)
{
    if (value)
    {
        AppendAttribute(node, name, form, *value);
    }
}

} // namespace

ChakraNode
ReadChakraNode(std::string_view message)
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

std::string
ReadChakraVersion(std::string_view message)
{
    std::string version;
    WireFields fields(message);
    while (const auto entry = fields.Next())
    {
        if (entry->number == field::kVersion)
        {
            version = Bytes(*entry, "the version");
        }
    }
    return version;
}

std::string
WriteChakraNode(const ChakraNode& node)
{
    std::string out;
    AppendInteger(out, 1, node.id);
    if (!node.name.empty())
    {
        AppendBytes(out, 2, node.name);
    }
    AppendInteger(out, 3, node.type);
    for (const uint64_t dependency : node.controlDependencies)
    {
        AppendInteger(out, 4, dependency);
    }
    for (const uint64_t dependency : node.dependencies)
    {
        AppendInteger(out, 5, dependency);
    }
    AppendInteger(out, 7, node.durationUs);
    if (!node.inputValues.empty())
    {
        std::string inputs;
        AppendBytes(inputs, 1, node.inputValues);
        AppendBytes(out, 8, inputs);
    }
    AppendAttribute(out, "is_cpu_op", kBool, node.isCpuOp ? 1 : 0);
    AppendIfGiven(out, "num_ops", kInt64, node.operations);
    AppendIfGiven(out, "tensor_size", kUint64, node.tensorBytes);
    AppendIfGiven(out, "comm_type", kInt64, node.communicationType);
    AppendIfGiven(out, "comm_size", kInt64, node.communicationBytes);
    AppendIfGiven(out, "comm_src", kInt32, node.source);
    AppendIfGiven(out, "comm_dst", kInt32, node.destination);
    if (node.source)
    {
        AppendAttribute(out, "comm_tag", kInt32, node.tag);
    }
    if (!node.group.empty())
    {
        std::string attribute;
        AppendBytes(attribute, 1, "pg_name");
        AppendBytes(attribute, kString, node.group);
        AppendBytes(out, 10, attribute);
    }
    return out;
}

std::string
WriteChakraVersion(const std::string& version)
{
    std::string out;
    AppendBytes(out, 1, version);
    return out;
}

std::string
Framed(const std::string& message)
{
    std::string out;
    AppendVarint(out, message.size());
    return out + message;
}

} // namespace ns3::esa
