// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-log-notice.h"

#include <cstdlib>
#include <iostream>

namespace ns3::esa
{

void
TellOfMissingLogs()
{
#ifndef NS3_LOG_ENABLE
    static bool isTold = false;
    const char* const components = std::getenv("NS_LOG");
    if (!isTold && components && *components != '\0')
    {
        std::cerr << "esa: NS_LOG has no effect: this build has no logs; "
                     "./ns3 configure -d debug compiles them in"
                  << std::endl;
        isTold = true;
    }
#endif
}

} // namespace ns3::esa
