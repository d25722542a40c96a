// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LOG_NOTICE_H
#define ESA_LOG_NOTICE_H

namespace ns3::esa
{

/// @ingroup esa
/// @brief If NS_LOG is set and this build has no logs, tell so on stderr, once in a process.
///
/// ns-3 checks the names of components in every build, and then stays silent in a release build.
void TellOfMissingLogs();

} // namespace ns3::esa

#endif // ESA_LOG_NOTICE_H
