/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_ERROR_H
#define ESA_SCENARIO_ERROR_H

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::esa
{

/// More errors than these are only counted: nobody reads 100,000 lines.
constexpr std::size_t kMostErrorLines = 20;

/**
 * @ingroup esa
 * @brief Bad input: its errors, one line per error.
 *
 * A name or value in a line may hold anything, for example a line end that would look like a second
 * error. So every line is made printable here, and no longer than 2,000 characters.
 */
class ScenarioError : public std::runtime_error
{
  public:
    /**
     * @brief Constructor.
     * @param lines the errors, at least one; only the first kMostErrorLines are kept
     * @param more number of further errors
     */
    explicit ScenarioError(const std::vector<std::string>& lines, std::size_t more = 0);

    /**
     * @brief Get the lines to print.
     * @return one line per error, without line ends; the last one may be: and 80 more
     */
    const std::vector<std::string>& Lines() const
    {
        return m_lines;
    }

    /**
     * @brief Get the errors that have a line.
     * @return their lines, without: and 80 more
     */
    std::vector<std::string> ShownLines() const;

    /**
     * @brief Get the number of errors that have no line.
     * @return their number
     */
    std::size_t More() const
    {
        return m_more;
    }

    /**
     * @brief Append further errors.
     * @param further one line per error
     * @return all errors
     */
    ScenarioError With(const std::vector<std::string>& further) const;

  private:
    std::vector<std::string> m_lines; ///< the lines to print
    std::size_t m_more;               ///< errors without a line
};

} // namespace ns3::esa

#endif // ESA_SCENARIO_ERROR_H
