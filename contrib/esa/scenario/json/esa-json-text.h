// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JSON_TEXT_H
#define ESA_JSON_TEXT_H

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @brief Parse JSON strictly: a key that is given twice is an error, since one of its values would
 * be lost.
 *
 * Numbers without a fraction become integers (5e6 is 5000000), so that equal settings are equal
 * values.
 *
 * @param origin what to call the text in messages, for example its file name
 * @throws ScenarioError with ORIGIN:LINE:COLUMN and the reason
 */
nlohmann::json ParseJsonText(const std::string& text, const std::string& origin);

/// Read a value from the command line: as JSON if it is JSON, else as a string.
/// @param origin what to call the text in messages
/// @throws ScenarioError for JSON with a key given twice, and for text that is not UTF-8
nlohmann::json ParseJsonOrString(const std::string& text, const std::string& origin);

/// @return whether a text is UTF-8, so that it may be a string in JSON
bool IsUtf8(const std::string& text);

} // namespace ns3::esa

#endif // ESA_JSON_TEXT_H
