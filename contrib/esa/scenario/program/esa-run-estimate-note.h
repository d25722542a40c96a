/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RUN_ESTIMATE_NOTE_H
#define ESA_RUN_ESTIMATE_NOTE_H

#include "ns3/esa-scenario-parse.h"

#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Print on standard error how long the runs of a scenario take, if it is long, and how a
 * model can be made smaller.
 * @param program name of the program
 * @param parsed the scenario
 */
void PrintRunEstimate(const std::string& program, const ParsedScenario& parsed);

} // namespace ns3::esa

#endif // ESA_RUN_ESTIMATE_NOTE_H
