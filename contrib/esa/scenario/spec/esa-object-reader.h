// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_OBJECT_READER_H
#define ESA_OBJECT_READER_H

#include "esa-scenario-choices.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <type_traits>
#include <typeindex>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @brief Read a value that obeys the schema into a member.
 *
 * The schema and the member's type should agree, and a test holds that they do. If they do not, the
 * value is refused here. It is never truncated or replaced by another one.
 *
 * @param member the member to set; unchanged if the value is refused
 * @return empty, or what the program allows
 */
template <typename T>
std::string
ReadFieldValue(const nlohmann::json& value, T& member)
{
    if constexpr (std::is_enum_v<T>)
    {
        const auto choice = FindChoice<T>(value.get<std::string>());
        if (!choice)
        {
            return "one of " + JoinWords(ChoiceNames<T>()) + " (the program knows no other)";
        }
        member = *choice;
    }
    else if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>)
    {
        constexpr uint64_t kMax = std::numeric_limits<T>::max();
        if (!value.is_number_integer() || value < 0 || value > kMax)
        {
            return "an integer from 0 to " + std::to_string(kMax);
        }
        member = value.get<T>();
    }
    else
    {
        value.get_to(member);
    }
    return "";
}

/// Print a member as a scenario file has it.
/// @return its value; a choice by its name
template <typename T>
nlohmann::json
FieldValue(const T& member)
{
    if constexpr (std::is_enum_v<T>)
    {
        return ChoiceName(member);
    }
    else
    {
        return member;
    }
}

/**
 * @ingroup esa
 * @brief Remembers the place in the file of each part of a scenario.
 *
 * A rule works with members, for example scenario.window.minPackets, but its error message names
 * the place in the file, /window/min_packets. This class finds the place of a member by its address
 * and its type. The type is needed because a structure and its first member have the same address.
 */
class FieldPlaces
{
  public:
    /// Remember a place.
    /// @param part address of a member, or of an element of a list that has its final size
    void Note(const void* part, std::type_index type, const std::string& pointer)
    {
        m_pointers[{part, type}] = pointer;
    }

    /// Find a place.
    /// @return JSON pointer of its place; null if the file does not have it
    const std::string* Find(const void* part, std::type_index type) const
    {
        const auto pointer = m_pointers.find({part, type});
        return pointer == m_pointers.end() ? nullptr : &pointer->second;
    }

  private:
    std::map<std::pair<const void*, std::type_index>, std::string> m_pointers; ///< by the part
};

/// What the readers of one file share.
struct ReadingNotes
{
    FieldPlaces& places;  ///< where everything stood
    ConfigErrors& errors; ///< values that the program cannot read
};

/// @ingroup esa
/// @brief Reads an object that obeys the schema, member by member, and notes the place of each.
class ObjectReader
{
  public:
    /// @param notes where places and errors go
    ObjectReader(const nlohmann::json& object, std::string pointer, ReadingNotes& notes)
        : m_object(object),
          m_pointer(std::move(pointer)),
          m_notes(notes)
    {
    }

    /// Read a field.
    /// @param member the member to set; unchanged if the object does not have the field
    /// @return whether the object has it
    template <typename T>
    bool Take(const char* name, T& member)
    {
        const auto field = m_object.find(name);
        if (field == m_object.end())
        {
            return false;
        }
        const std::string pointer = ChildPointer(m_pointer, name);
        m_notes.places.Note(&member, typeid(T), pointer);
        const std::string allowed = ReadFieldValue(*field, member);
        if (!allowed.empty())
        {
            m_notes.errors.push_back({pointer, NotAllowed(*field, allowed)});
        }
        return true;
    }

    /// Read a list of objects.
    /// @param list the list to fill; unchanged if the object does not have the field
    /// @param read called for each element with a reader of it and where it goes
    template <typename T, typename F>
    void TakeList(const std::string& name, std::vector<T>& list, F read)
    {
        const auto field = m_object.find(name);
        if (field == m_object.end())
        {
            return;
        }
        const std::string pointer = ChildPointer(m_pointer, name);
        m_notes.places.Note(&list, typeid(list), pointer);
        list = std::vector<T>(field->size()); // its final size: elements keep their addresses
        for (std::size_t i = 0; i < list.size(); ++i)
        {
            const std::string place = ChildPointer(pointer, std::to_string(i));
            m_notes.places.Note(&list[i], typeid(T), place);
            ObjectReader reader((*field)[i], place, m_notes);
            read(reader, list[i]);
        }
    }

    /// Append an error about the object.
    void Refuse(const std::string& allowed)
    {
        m_notes.errors.push_back({m_pointer, NotAllowed(m_object, allowed)});
    }

  private:
    const nlohmann::json& m_object; ///< the object
    std::string m_pointer;          ///< its place
    ReadingNotes& m_notes;          ///< where places and errors go
};

} // namespace ns3::esa

#endif // ESA_OBJECT_READER_H
