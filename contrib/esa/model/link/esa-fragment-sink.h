/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_FRAGMENT_SINK_H
#define ESA_FRAGMENT_SINK_H

#include "ns3/esa-fragment.h"
#include "ns3/esa-units.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief An object that receives fragments: a switch, a host, or an application on it.
 */
class FragmentSink
{
  public:
    virtual ~FragmentSink() = default;

    /**
     * @brief A fragment has arrived.
     * @param fragment the fragment, for the receiver to change and pass on
     * @param now the time
     */
    virtual void ReceiveFragment(Fragment& fragment, Picoseconds now) = 0;
};

} // namespace ns3::esa

#endif // ESA_FRAGMENT_SINK_H
