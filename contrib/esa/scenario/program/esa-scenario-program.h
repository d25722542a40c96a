/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_PROGRAM_H
#define ESA_SCENARIO_PROGRAM_H

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The program esa-scenario: read a scenario, run it, report.
 *
 * A program of a user may call this, too. Its own name then stands in messages.
 *
 * @param argc number of arguments
 * @param argv the arguments, the program's name first; see --help
 * @return exit code: 0 done, 1 a run failed, 2 bad usage or scenario (nothing has run), 128 + the
 * signal's number if interrupted (the finished runs are kept)
 */
int ScenarioMain(int argc, char* argv[]);

} // namespace ns3::esa

#endif // ESA_SCENARIO_PROGRAM_H
