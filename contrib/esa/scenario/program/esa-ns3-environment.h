/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_NS3_ENVIRONMENT_H
#define ESA_NS3_ENVIRONMENT_H

#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Find errors in the variables of the environment that ns-3 reads: NS_LOG, NS_GLOBAL_VALUE
 * and NS_ATTRIBUTE_DEFAULT. ns-3 itself aborts in the middle of a run, or ignores what is wrong.
 * @return one line per error
 */
std::vector<std::string> CheckNs3Environment();

/**
 * @ingroup esa
 * @brief Tell of a variable that is right and has no effect: NS_LOG where logs are not compiled in.
 * @return the note; empty: there is none
 */
std::string NoteOfNs3Environment();

} // namespace ns3::esa

#endif // ESA_NS3_ENVIRONMENT_H
