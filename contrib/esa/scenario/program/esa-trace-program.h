// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRACE_PROGRAM_H
#define ESA_TRACE_PROGRAM_H

namespace ns3::esa
{

/// The program esa-trace: print what is in an execution trace, and write small ones.
/// @param argv the arguments, the program's name first; see --help
/// @return exit code: 0 done, 1 a file could not be written, 2 bad usage or a damaged trace
int TraceMain(int argc, char* argv[]);

} // namespace ns3::esa

#endif // ESA_TRACE_PROGRAM_H
