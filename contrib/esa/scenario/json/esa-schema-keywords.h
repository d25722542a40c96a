/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCHEMA_KEYWORDS_H
#define ESA_SCHEMA_KEYWORDS_H

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Refuse a schema with a keyword that IsWrongItself() and FindExplainedErrors() do not have.
 *
 * They have the keywords of draft-07 that schemas here need. A keyword that they do not have would
 * let wrong values pass, and a keyword whose value has another form would not be read.
 *
 * @param schema the schema
 * @throws std::invalid_argument that names the place and the keyword
 */
void RequireKnownKeywords(const nlohmann::json& schema);

} // namespace ns3::esa

#endif // ESA_SCHEMA_KEYWORDS_H
