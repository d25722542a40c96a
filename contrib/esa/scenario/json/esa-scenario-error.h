/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_ERROR_H
#define ESA_SCENARIO_ERROR_H

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Bad input: all of its errors, one line per error.
 */
class ScenarioError : public std::runtime_error
{
  public:
    /**
     * @brief Constructor.
     * @param lines the errors, at least one
     */
    explicit ScenarioError(std::vector<std::string> lines)
        : std::runtime_error(Join(lines)),
          m_lines(std::move(lines))
    {
    }

    /**
     * @brief Get the errors.
     * @return one line per error, without line ends
     */
    const std::vector<std::string>& Lines() const
    {
        return m_lines;
    }

  private:
    /**
     * @brief Join lines for what().
     * @param lines the lines
     * @return the lines, separated by line ends
     */
    static std::string Join(const std::vector<std::string>& lines)
    {
        std::string all;
        for (const auto& line : lines)
        {
            all += (all.empty() ? "" : "\n") + line;
        }
        return all;
    }

    std::vector<std::string> m_lines; ///< the errors
};

} // namespace ns3::esa

#endif // ESA_SCENARIO_ERROR_H
