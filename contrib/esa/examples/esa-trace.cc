/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Says what is in an execution trace, and writes small ones. `esa-trace --help` explains it.
 */

#include "ns3/esa-trace-program.h"

int
main(int argc, char* argv[])
{
    return ns3::esa::TraceMain(argc, argv);
}
