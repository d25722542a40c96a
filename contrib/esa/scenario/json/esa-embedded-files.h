// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EMBEDDED_FILES_H
#define ESA_EMBEDDED_FILES_H

#include <cstddef>

/**
 * @file
 * @ingroup esa
 * A program must find the schemas of files, the models and the page of a report wherever the module
 * is installed. So these files are compiled into the library: the build writes the definitions of
 * these constants.
 */

namespace ns3::esa
{

extern const char* const kDefaultScenarioText; ///< esa-default-scenario.json
extern const char* const kModelSchemaText;     ///< workload/models/model.schema.json
extern const char* const kPlacementSchemaText; ///< esa-placement.schema.json
extern const char* const kRunReportPage;       ///< report/esa-run-report.html

/// One of several files.
struct EmbeddedFile
{
    const char* name; ///< its name without directory and .json
    const char* text; ///< its contents
};

extern const EmbeddedFile kModelFiles[];   ///< the others of workload/models, by name
extern const std::size_t kModelFilesCount; ///< their number

} // namespace ns3::esa

#endif // ESA_EMBEDDED_FILES_H
