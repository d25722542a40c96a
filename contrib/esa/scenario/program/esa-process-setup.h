/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PROCESS_SETUP_H
#define ESA_PROCESS_SETUP_H

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Prepare the process for writing files. To be called before anything else.
 *
 * A process may be started with closed standard descriptors. The next file that it opens, for
 * example result.csv, then becomes its standard output, and receives the table. So closed standard
 * descriptors are opened on /dev/null.
 *
 * A file that exceeds the limit of `ulimit -f` would end the program by a signal. The signal is
 * ignored, so that writing fails as on a full disk.
 */
void PrepareProcess();

} // namespace ns3::esa

#endif // ESA_PROCESS_SETUP_H
