// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FIELD_NOTES_H
#define ESA_FIELD_NOTES_H

#include "ns3/esa-run-result.h"
#include "ns3/esa-scenario.h"

#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A field may have a value that is legal and does not fit the network: a timer of 300 round trips,
 * a window that leaves links idle. Such a run ends with numbers that show the field, and seem to
 * show the system. So each such field is named, with the value that would fit.
 */

namespace ns3::esa
{

/// A field whose value does not fit the network.
struct FieldNote
{
    std::string field; ///< the field, for example rto.min_us
    std::string text;  ///< its value, why it does not fit, and which value would
};

/// @return what the scenario alone shows, at most one note for each field
std::vector<FieldNote> NotesOnFields(const ValidScenario& scenario);

/// @return what the counters of runs show, at most one note for each field
std::vector<FieldNote> NotesOnFields(const ValidScenario& scenario,
                                     const std::vector<RunResult>& results);

} // namespace ns3::esa

#endif // ESA_FIELD_NOTES_H
