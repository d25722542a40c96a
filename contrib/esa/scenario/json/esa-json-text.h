/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JSON_TEXT_H
#define ESA_JSON_TEXT_H

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Parse JSON strictly: a key that is given twice is an error, since one of its values would
 * be lost.
 *
 * Numbers without a fraction become integers (5e6 is 5000000), so that equal settings are equal
 * values.
 *
 * @param text the text
 * @param origin what to call the text in messages, for example its file name
 * @return the value
 * @throws ScenarioError with ORIGIN:LINE:COLUMN and the reason
 */
nlohmann::json ParseJsonText(const std::string& text, const std::string& origin);

/**
 * @ingroup esa
 * @brief Read a value from the command line: as JSON if it is JSON, else as a string.
 * @param text the text
 * @param origin what to call the text in messages
 * @return the value
 * @throws ScenarioError for JSON with a key given twice, and for text that is not UTF-8
 */
nlohmann::json ParseJsonOrString(const std::string& text, const std::string& origin);

/**
 * @ingroup esa
 * @brief Tell whether a text may be a string in JSON.
 * @return true if it is UTF-8
 */
bool IsUtf8(const std::string& text);

} // namespace ns3::esa

#endif // ESA_JSON_TEXT_H
