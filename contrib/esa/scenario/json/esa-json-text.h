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
 * @brief Parse JSON, strictly: a key given twice is an error too, since one of both would be lost.
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
 * @brief Take a value from a command line: JSON if it is JSON, else the text itself.
 * @param text the text
 * @param origin what to call the text in messages
 * @return the value
 * @throws ScenarioError for JSON with a key given twice
 */
nlohmann::json ParseJsonOrString(const std::string& text, const std::string& origin);

} // namespace ns3::esa

#endif // ESA_JSON_TEXT_H
