/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_DRAFT_H
#define ESA_SCENARIO_DRAFT_H

#include "esa-object-reader.h"
#include "esa-valid-scenario.h"

#include "ns3/esa-config-error.h"

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A scenario that has been read but not judged: typed members, and where each stood.
 *
 * The schema has found what is wrong with single values. Whatever it left without error is read
 * here; the rest keeps its default and counts as unread, so that rules about it can wait. Rules
 * between fields then work with typed members, and name a member where they refuse it; the draft
 * knows its place in the file and the value as it was written.
 */
class ScenarioDraft
{
  public:
    /**
     * @brief Read a configuration.
     * @param config a complete configuration; outlives this
     * @param known what is known to be wrong with it
     */
    ScenarioDraft(const nlohmann::json& config, const ConfigErrors& known);

    ScenarioDraft(const ScenarioDraft&) = delete; // places are found by address
    ScenarioDraft& operator=(const ScenarioDraft&) = delete;

    /// @return the fields
    const Scenario* operator->() const
    {
        return &m_scenario;
    }

    /// @return the fields
    const Scenario& operator*() const
    {
        return m_scenario;
    }

    /// @return what could not be read although the schema allows it
    const ConfigErrors& Errors() const
    {
        return m_notes.errors;
    }

    /// @return the configuration as it was written
    const nlohmann::json& Written() const
    {
        return m_config;
    }

    /**
     * @param pointer a field or a group of fields
     * @return true if all of it was read
     */
    bool IsRead(const std::string& pointer) const;

    /**
     * @param part a member
     * @return whether the file has it; fields with a default always are there
     */
    template <typename T>
    bool IsWritten(const T& part) const
    {
        return m_notes.places.Find(&part, typeid(T)) != nullptr;
    }

    /**
     * @param part a member that is written
     * @return JSON pointer of its place
     */
    template <typename T>
    const std::string& PointerOf(const T& part) const
    {
        return Place(&part, typeid(T));
    }

    /**
     * @param part a member that is written
     * @return place and value, for messages: /topology/hosts = 64
     */
    template <typename T>
    std::string Quote(const T& part) const
    {
        return FieldWithValue(m_config, PointerOf(part));
    }

    /**
     * @brief Append an error about a member.
     * @param errors where to
     * @param part a member that is written
     * @param allowed what is allowed there
     */
    template <typename T>
    void Refuse(ConfigErrors& errors, const T& part, const std::string& allowed) const
    {
        esa::Refuse(errors, m_config, PointerOf(part), allowed);
    }

    /**
     * @brief Append an error about an element of a list of numbers.
     * @param errors where to
     * @param list a list that is written
     * @param index the element
     * @param allowed what is allowed there
     */
    template <typename T>
    void RefuseElement(ConfigErrors& errors,
                       const std::vector<T>& list,
                       std::size_t index,
                       const std::string& allowed) const
    {
        esa::Refuse(errors, m_config, PointerOf(list) + "/" + std::to_string(index), allowed);
    }

    /**
     * @brief Fill in what follows from other fields: placement, times of a trace, faults of each
     * direction.
     * @return the scenario; to be called once every rule has found it in order
     */
    ValidScenario Validated() const;

  private:
    /**
     * @brief Report a field that is missing: who replaces a group as a whole may leave one out.
     * @param pointer the field
     * @return whether it is there
     */
    bool Expect(const std::string& pointer);

    /**
     * @param part address of a member
     * @param type its type
     * @return its place
     * @throws std::logic_error if it has none
     */
    const std::string& Place(const void* part, std::type_index type) const;

    const nlohmann::json& m_config;    ///< what was read
    Scenario m_scenario;               ///< the members
    ReadingNotes m_notes;              ///< where they stood, and what could not be read
    std::vector<std::string> m_unread; ///< fields that were not read
};

} // namespace ns3::esa

#endif // ESA_SCENARIO_DRAFT_H
