/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-link-table.h"

#include "esa-link-ends.h"
#include "esa-run-counters.h"

#include "ns3/esa-link-faults.h"
#include "ns3/esa-result-columns.h"

#include <cstddef>
#include <vector>

namespace ns3::esa
{
namespace
{

/// What the faults of the receiving end have done to the frames.
EsaLinkFaults::Counts
FaultsAt(const EsaNetDevice& receiver)
{
    const auto faults = receiver.GetFaults();
    return faults ? faults->GetCounts() : EsaLinkFaults::Counts{};
}

} // namespace

void
WriteLinkTable(std::ostream& out,
               const ValidScenario& scenario,
               const Network& network,
               const Time& span)
{
    out << "sender,frames,bytes,utilization,largest_queue_bytes,ecn_marks,dropped,lost,duplicated,"
           "reordered"
        << (scenario->link.pfc.enabled ? ",pauses,paused_us,longest_pause_us" : "") << '\n';
    const std::vector<LinkEnd> ends = LinkEnds(scenario);
    const std::vector<Ptr<EsaNetDevice>> devices = DevicesAt(network.helper.GetFabric(), ends);
    for (std::size_t i = 0; i < ends.size(); ++i)
    {
        const EsaNetDevice& device = *devices[i];
        const DeviceCounts& counts = device.GetCounts();
        const EsaLinkFaults::Counts faults = FaultsAt(*devices[i ^ 1]); // both ends stand together
        out << ends[i].name << ',' << counts.framesCarried << ',' << counts.bytesQueued << ','
            << FormatNumber(UtilizationOf(device, span.GetSeconds())) << ','
            << device.GetLargestQueueBytes() << ',' << counts.ecnMarks << ',' << counts.drops << ','
            << faults.lost + faults.lostDown << ',' << faults.duplicated << ',' << faults.reordered;
        if (const EsaPausePort* port = device.GetPausePort())
        {
            out << ',' << port->Pauses() << ',' << port->PausedTime().ToDouble(Time::US) << ','
                << port->LongestPause().ToDouble(Time::US);
        }
        out << '\n';
    }
}

} // namespace ns3::esa
