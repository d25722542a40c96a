// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_PROGRAM_H
#define ESA_SCENARIO_PROGRAM_H

#include "ns3/esa-system-registry.h"

#include <functional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Does what a program is to do, and prints its errors on standard error.
/// @param serve what it does; returns an exit code
/// @return this exit code; 2 after a ScenarioError, 1 after another exception
int RunProgram(const std::string& program, const std::function<int()>& serve);

/**
 * @brief The program esa-scenario: read a scenario, run it, report.
 *
 * A program of a user may call this, too. Its own name then stands in messages.
 *
 * @param argv the arguments, the program's name first; see --help
 * @param systems systems of this program, which are registered first
 * @return exit code: 0 done, 1 a run failed, 2 bad usage or scenario (nothing has run), 128 + the
 * signal's number if interrupted (the finished runs are kept)
 */
int ScenarioMain(int argc, char* argv[], const std::vector<SystemRecord>& systems = {});

/// The program esa-trace: print what is in an execution trace, and write small ones.
/// @param argv the arguments, the program's name first; see --help
/// @return exit code: 0 done, 1 a file could not be written, 2 bad usage or a damaged trace
int TraceMain(int argc, char* argv[]);

} // namespace ns3::esa

#endif // ESA_SCENARIO_PROGRAM_H
