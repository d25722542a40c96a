// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/*
 * Writes the table entries of the P4 program for the switches of a scenario. `esa-p4-entries
 * --help` explains it.
 */

#include "ns3/esa-p4-tables.h"

int
main(int argc, char* argv[])
{
    return ns3::esa::P4EntriesMain(argc, argv);
}
