// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/*
 * Prints the contents of an execution trace. `esa-trace --help` explains it.
 */

#include "ns3/esa-scenario-program.h"

int
main(int argc, char* argv[])
{
    return ns3::esa::TraceMain(argc, argv);
}
