/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_EMBEDDED_FILES_H
#define ESA_EMBEDDED_FILES_H

/**
 * @file
 * @ingroup esa
 * Files of this directory that are compiled into the module, so that it works wherever it is
 * installed. The build writes the definitions.
 */

namespace ns3::esa
{

extern const char* const kScenarioSchemaText;  ///< esa-scenario.schema.json
extern const char* const kDefaultScenarioText; ///< esa-default-scenario.json

} // namespace ns3::esa

#endif // ESA_EMBEDDED_FILES_H
