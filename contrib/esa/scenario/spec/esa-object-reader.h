/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_OBJECT_READER_H
#define ESA_OBJECT_READER_H

#include "esa-field-places.h"
#include "esa-field-value.h"

#include "ns3/esa-config-error.h"
#include "ns3/esa-json-path.h"

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/// What the readers of one file share.
struct ReadingNotes
{
    FieldPlaces places;  ///< where everything stood
    ConfigErrors errors; ///< values that the program cannot read
};

/**
 * @ingroup esa
 * @brief Reads an object that obeys the schema, member by member, and notes the place of each.
 */
class ObjectReader
{
  public:
    /**
     * @param object the object
     * @param pointer its place
     * @param notes where places and errors go
     */
    ObjectReader(const nlohmann::json& object, std::string pointer, ReadingNotes& notes)
        : m_object(object),
          m_pointer(std::move(pointer)),
          m_notes(notes)
    {
    }

    /**
     * @brief Read a field.
     * @param name its name
     * @param member the member to set; unchanged if the object does not have the field
     * @return whether the object has it
     */
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

    /**
     * @brief Read a list of objects.
     * @param name its name
     * @param list the list to fill; unchanged if the object does not have the field
     * @param read called for each element with a reader of it and where it goes
     */
    template <typename T, typename F>
    void TakeList(const char* name, std::vector<T>& list, F read)
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

    /**
     * @brief Append an error about the object.
     * @param allowed what is allowed
     */
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
