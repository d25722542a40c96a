// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/*
 * Runs a scenario file with one or more aggregation systems and compares them. Without arguments it
 * runs a small built-in comparison. `esa-scenario --help` explains all options.
 */

#include "ns3/esa-scenario-program.h"

int
main(int argc, char* argv[])
{
    return ns3::esa::ScenarioMain(argc, argv);
}
