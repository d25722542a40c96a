// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TABLE_SIZES_P4
#define ESA_TABLE_SIZES_P4

// How many entries tables have room for. Without a size p4c takes 1,024, and a switch refuses the next
// one. These are the simulator's limits: 65,536 jobs, 32,766 workers of a job, 100,000 hosts.

const bit<32> kMaxJobs = 65536;
const bit<32> kMaxWorkers = 1048576; // of all jobs at a switch
const bit<32> kMaxGroups = 65536;    // of all jobs at a switch
const bit<32> kMaxHosts = 131072;
const bit<32> kMaxPorts = 512; // a port has 9 bits

// On Tofino, entries take SRAM, beside the aggregators. So they are fewer.
const bit<32> kTofinoJobs = 1024;
const bit<32> kTofinoWorkers = 4096;
const bit<32> kTofinoHosts = 1024;

#endif // ESA_TABLE_SIZES_P4
