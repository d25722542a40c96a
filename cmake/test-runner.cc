// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/test.h"

/**
 * @file
 * @ingroup esa
 * Runs the ns-3 test suites that are linked into this program, with the options of ns-3's own
 * test-runner; an installed ns-3 has none that could load ours.
 */

int
main(int argc, char* argv[])
{
    return ns3::TestRunner::Run(argc, argv);
}
