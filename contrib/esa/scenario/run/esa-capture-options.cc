/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-capture-options.h"

#include "ns3/esa-json-text.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3::esa
{
namespace
{

const char* const kPcap = "pcap";
const char* const kPcapHosts = "pcap-hosts";
const char* const kPcapBytes = "pcap-bytes";

constexpr uint32_t kLeastPcapBytes = 14; ///< an Ethernet header
constexpr uint32_t kMostPcapBytes = 65535;

} // namespace

const std::vector<ValueOption>&
CaptureValueOptions()
{
    static const std::vector<ValueOption> options{
        {kPcap, "PREFIX", "write captures, PREFIX-SYSTEM-SEED-job1-worker3.pcap and so on"},
        {kPcapHosts,
         "NAME,...",
         "links to capture: workers, ps, uplinks, ports (the switches' ends),\n"
         "job1, job1-worker3, job1-ps, host7, rack0-spine1 [workers,ps,uplinks]"},
        {kPcapBytes, "N", "bytes of each frame that captures keep [65535]"},
    };
    return options;
}

CaptureOptions
ParseCaptureOptions(const OptionText& text)
{
    CaptureOptions options;
    options.prefix = text(kPcap);
    RefuseWithout(CaptureValueOptions(), kPcap, text);
    std::istringstream names(text(kPcapHosts));
    for (std::string name; std::getline(names, name, ',');)
    {
        options.links.push_back(name);
    }
    if (const std::string bytes = text(kPcapBytes); !bytes.empty())
    {
        const std::string origin = "--pcap-bytes " + PrintableAscii(bytes);
        const nlohmann::json value = ParseJsonOrString(bytes, origin);
        if (!value.is_number_unsigned() || value < kLeastPcapBytes || value > kMostPcapBytes)
        {
            throw ScenarioError({origin + ": is not allowed: must be an integer from " +
                                 std::to_string(kLeastPcapBytes) + " to " +
                                 std::to_string(kMostPcapBytes)});
        }
        options.bytes = value.get<uint32_t>();
    }
    return options;
}

} // namespace ns3::esa
