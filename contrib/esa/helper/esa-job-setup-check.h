// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_SETUP_CHECK_H
#define ESA_JOB_SETUP_CHECK_H

namespace ns3::esa
{

struct JobSetup;
struct SystemRecord;

/// @ingroup esa
/// @brief Ends the program with a clear message if a job cannot be run: a wrong DNN would otherwise
/// crash, or wait for ever for results of a layer that sends none.
void CheckJobSetup(const JobSetup& setup);

/// @ingroup esa
/// @brief The same for what is done with its data.
void CheckOperations(const JobSetup& setup, const SystemRecord& system);

} // namespace ns3::esa

#endif // ESA_JOB_SETUP_CHECK_H
