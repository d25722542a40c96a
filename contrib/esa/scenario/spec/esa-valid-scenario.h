/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_VALID_SCENARIO_H
#define ESA_VALID_SCENARIO_H

#include "esa-scenario.h"

#include <utility>

namespace ns3::esa
{

class ScenarioDraft;

/**
 * @ingroup esa
 * @brief A scenario that has passed every check.
 *
 * Code that builds and runs a network takes this type. So it never gets a scenario that was made
 * without the checks or changed after them. Only ScenarioDraft::Validated() makes one, and its
 * fields can be read but not changed.
 */
class ValidScenario
{
  public:
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

  private:
    friend class ScenarioDraft;

    /// @param scenario a scenario that has passed every check, and is complete
    explicit ValidScenario(Scenario scenario)
        : m_scenario(std::move(scenario))
    {
    }

    Scenario m_scenario; ///< the fields
};

} // namespace ns3::esa

#endif // ESA_VALID_SCENARIO_H
