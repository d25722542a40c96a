/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FIELD_ROWS_H
#define ESA_FIELD_ROWS_H

#include "esa-object-reader.h"
#include "esa-scenario-fields.h"

#include <string>
#include <type_traits>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup esa
 * The rows of the table of fields have members of different types, but code that walks through the
 * table needs rows of one type. So a row holds functions. The templates below make them for the
 * type of each member.
 */

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Make a row of the table of fields.
 * @param pointer the field
 * @param attributes the attributes that it sets
 * @param members the path to its member: the group, then the member in the group
 * @return its row
 */
template <typename... Members>
ScenarioField
Field(const std::string& pointer, const std::vector<FieldAttribute>& attributes, Members... members)
{
    using Member = std::decay_t<decltype((std::declval<Scenario&>().*....*members))>;
    ScenarioField field{pointer, attributes, typeid(Member), {}, {}, {}, {}};
    field.address = [members...](const Scenario& scenario) { return &(scenario.*....*members); };
    field.read = [members...](const nlohmann::json& value, Scenario& scenario) {
        return ReadFieldValue(value, (scenario.*....*members));
    };
    field.value = [members...](const Scenario& scenario) {
        return FieldValue((scenario.*....*members));
    };
    if constexpr (std::is_enum_v<Member>)
    {
        field.choices = ChoiceNames<Member>();
    }
    return field;
}

/**
 * @ingroup esa
 * @brief Makes the rows of a group of fields, for example of link.
 */
template <typename G>
class Group
{
  public:
    /**
     * @param pointer the group in the file
     * @param group the group's member in Scenario
     */
    Group(std::string pointer, G Scenario::*group)
        : m_pointer(std::move(pointer)),
          m_group(group)
    {
    }

    /**
     * @param name the field in the group
     * @param member its member
     * @param attributes the attributes that it sets
     * @return its row
     */
    template <typename M>
    ScenarioField operator()(const std::string& name,
                             M G::*member,
                             const std::vector<FieldAttribute>& attributes = {}) const
    {
        return Field(m_pointer + "/" + name, attributes, m_group, member);
    }

  private:
    std::string m_pointer; ///< the group in the file
    G Scenario::*m_group;  ///< its member in Scenario
};

} // namespace ns3::esa

#endif // ESA_FIELD_ROWS_H
