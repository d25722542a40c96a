/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FIELD_PLACES_H
#define ESA_FIELD_PLACES_H

#include <map>
#include <string>
#include <typeindex>
#include <utility>

namespace ns3::esa
{

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
    /**
     * @brief Remember a place.
     * @param part address of a member, or of an element of a list that has its final size
     * @param type its type
     * @param pointer JSON pointer of its place
     */
    void Note(const void* part, std::type_index type, const std::string& pointer)
    {
        m_pointers[{part, type}] = pointer;
    }

    /**
     * @brief Find a place.
     * @param part address of a member
     * @param type its type
     * @return JSON pointer of its place; null if the file does not have it
     */
    const std::string* Find(const void* part, std::type_index type) const
    {
        const auto pointer = m_pointers.find({part, type});
        return pointer == m_pointers.end() ? nullptr : &pointer->second;
    }

  private:
    std::map<std::pair<const void*, std::type_index>, std::string> m_pointers; ///< by the part
};

} // namespace ns3::esa

#endif // ESA_FIELD_PLACES_H
