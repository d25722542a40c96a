/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef LINK_TAPS_H
#define LINK_TAPS_H

#include "ns3/esa-fragment-sink.h"
#include "ns3/esa-scenario-build.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace esabench
{

/// One direction of a host's link.
struct LinkDirection
{
    uint32_t host{0};         ///< number of the host, workers' before PSes'
    bool isServer{false};     ///< whether the host is a PS's
    bool isTowardsHost{true}; ///< false: from the host to its switch
};

/// Is told of a packet that arrives at the end of a link, before its receiver is.
using ArrivalCallback = std::function<void(const ns3::esa::Fragment& fragment, int64_t timePs)>;

/**
 * @brief Looks at every packet that arrives at the ends of the hosts' links.
 *
 * A tap stands before a FragmentSink and passes all packets on to it, so a run stays as it is.
 */
class LinkTaps
{
  public:
    /**
     * @param network a network that has not run yet
     * @param makeCallback called once per direction of a link; what it returns is told of packets
     */
    LinkTaps(const ns3::esa::Network& network,
             const std::function<ArrivalCallback(const LinkDirection& direction)>& makeCallback);
    ~LinkTaps();

    LinkTaps(const LinkTaps&) = delete;
    LinkTaps& operator=(const LinkTaps&) = delete;

  private:
    class Tap;

    std::vector<std::unique_ptr<Tap>> m_taps; ///< two per link
};

} // namespace esabench

#endif // LINK_TAPS_H
