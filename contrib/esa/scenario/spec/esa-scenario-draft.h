// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_DRAFT_H
#define ESA_SCENARIO_DRAFT_H

#include "esa-scenario-fields.h"
#include "esa-scenario.h"

#include "ns3/esa-scenario-error.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A scenario that has been read but not checked: typed members, and the place of each in the
 * file.
 *
 * The schema checks single values, but rules between fields need typed members, which are read
 * here. A rule names the member that it refuses; the draft has its place in the file and the value
 * as it was written, and collects the errors. Copies share what was read.
 */
class ScenarioDraft
{
  public:
    /// Read a configuration.
    /// @param config a complete configuration, which the schema accepts; outlives this
    explicit ScenarioDraft(const nlohmann::json& config);

    /// @return the fields
    const Scenario* operator->() const
    {
        return &m_parts->scenario;
    }

    /// @return the fields
    const Scenario& operator*() const
    {
        return m_parts->scenario;
    }

    /// @return errors of fields that could not be read although the schema allows them, and what
    /// rules have refused
    const ConfigErrors& Errors() const
    {
        return m_errors;
    }

    /// Set a field that follows from others, to a value in its range.
    void Fill(const std::string& pointer, const nlohmann::json& value);

    /// @return the configuration as it was written
    const nlohmann::json& Written() const
    {
        return m_config;
    }

    /// @return whether the file has it; always true for fields with a default
    template <typename T>
    bool IsWritten(const T& part) const
    {
        return m_parts->places.count({&part, typeid(T)}) > 0;
    }

    /// @return JSON pointer of its place
    template <typename T>
    const std::string& PointerOf(const T& part) const
    {
        return Place(&part, typeid(T));
    }

    /// @return JSON pointer of the place of a row's member; empty if the file does not have it
    std::string PointerOf(const void* member, std::type_index type) const
    {
        const auto place = m_parts->places.find({member, type});
        return place == m_parts->places.end() ? "" : place->second;
    }

    /// @return place and value, for messages: /topology/hosts = 64
    template <typename T>
    std::string Quote(const T& part) const
    {
        return FieldWithValue(m_config, PointerOf(part));
    }

    /// @return for errors: not smaller than a member
    template <typename T>
    Allowed AtLeast(const T& limit) const
    {
        return {"at least " + Quote(limit), {{"minimum", limit}}};
    }

    /// @return for errors: not larger than a member
    template <typename T>
    Allowed AtMost(const T& limit) const
    {
        return {"at most " + Quote(limit), {{"maximum", limit}}};
    }

    /// @return for errors: larger than a member
    template <typename T>
    Allowed Above(const T& limit) const
    {
        return {"more than " + Quote(limit), {{"exclusiveMinimum", limit}}};
    }

    /// @return for errors: smaller than a member
    template <typename T>
    Allowed Below(const T& limit) const
    {
        return {"below " + Quote(limit), {{"exclusiveMaximum", limit}}};
    }

    /// Append errors.
    void Add(const ConfigErrors& errors)
    {
        m_errors.insert(m_errors.end(), errors.begin(), errors.end());
    }

    /// Append an error about the value at a place.
    void RefuseAt(const std::string& pointer, const Allowed& allowed)
    {
        esa::Refuse(m_errors, m_config, pointer, allowed);
    }

    /// Append an error about a member.
    template <typename T>
    void Refuse(const T& part, const Allowed& allowed)
    {
        RefuseAt(PointerOf(part), allowed);
    }

    /// The same, unless the member is as it must be.
    template <typename T>
    void Require(bool isAllowed, const T& part, const Allowed& allowed)
    {
        if (!isAllowed)
        {
            Refuse(part, allowed);
        }
    }

    /// Append an error about a number that is larger than another one.
    template <typename T, typename U>
    void RequireAtMost(const T& part, const U& limit)
    {
        Require(part <= limit, part, AtMost(limit));
    }

    /// Fill in what follows from other fields: placement, times of a trace, faults of each
    /// direction, execution traces.
    /// @param folder what paths of files are relative to
    /// @return the scenario; to be called only after all rules have passed
    ValidScenario Validated(const std::filesystem::path& folder) const;

  private:
    /// What was read.
    struct Parts
    {
        Scenario scenario;  ///< the members
        FieldPlaces places; ///< their places
    };

    /// @return its place
    /// @throws std::logic_error if it has none
    const std::string& Place(const void* part, std::type_index type) const;

    const nlohmann::json& m_config; ///< what was read
    std::shared_ptr<Parts> m_parts; ///< what it holds
    ConfigErrors m_errors;          ///< what is wrong
};

} // namespace ns3::esa

#endif // ESA_SCENARIO_DRAFT_H
