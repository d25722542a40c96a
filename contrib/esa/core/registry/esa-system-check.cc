// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-system-registry.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-system.h"
#include "ns3/esa-transport-parts.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <string_view>

namespace ns3::esa
{
namespace
{

constexpr double kLargestWhole = 9007199254740992; ///< 2^53: larger integers have gaps in a double
constexpr double kLargestCount = 4294967295;       ///< 2^32 - 1, of packets and aggregators
constexpr double kLeastValues = 32; ///< with fewer a frame would be shorter than Ethernet's

/// @return true if a text begins with a letter and has only small letters, digits and underscores
bool
IsWord(std::string_view text)
{
    const auto isAllowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
           std::all_of(text.begin(), text.end(), isAllowed);
}

/// @return true if a name of a scenario field is GROUP.NAME
bool
IsGroupAndName(std::string_view field)
{
    const auto dot = field.find('.');
    return dot != std::string_view::npos && IsWord(field.substr(0, dot)) &&
           IsWord(field.substr(dot + 1));
}

/// @return true if a parameter is an integer of a range
bool
IsWholeFrom(const SystemParameter* parameter, double least, double most)
{
    return parameter->isWhole && parameter->minimum >= least && parameter->maximum <= most;
}

/// @return what is wrong with a parameter by itself
std::string
CheckParameter(const SystemParameter& parameter)
{
    const std::string field = parameter.field;
    if (!IsGroupAndName(field))
    {
        return "has the parameter \"" + field + "\": GROUP.NAME is allowed";
    }
    if (!AllowedInstead(parameter, parameter.defaultValue).empty())
    {
        return "has the parameter " + field + ", whose default is outside its range";
    }
    if (parameter.isWhole && !IsWholeFrom(&parameter, 0, kLargestWhole))
    {
        return "has the parameter " + field + ", an integer that must be within 0 to 2^53";
    }
    return "";
}

/// @return what is wrong with the parameters of a record
std::string
WhyNoParameters(const SystemRecord& record)
{
    const auto parameters = ParametersOf(record);
    for (auto one = parameters.begin(); one != parameters.end(); ++one)
    {
        if (const std::string why = CheckParameter(**one); !why.empty())
        {
            return why;
        }
        const bool isTwice = std::any_of(parameters.begin(), one, [one](const auto* other) {
            return std::string_view(other->field) == (*one)->field ||
                   std::string_view(other->attribute) == (*one)->attribute;
        });
        if (isTwice)
        {
            return std::string("has two parameters of the field ") + (*one)->field +
                   " or the attribute " + (*one)->attribute;
        }
    }
    if (const auto* values = record.onHost.values;
        values && !IsWholeFrom(values, kLeastValues, kMaxValues))
    {
        return std::string("has ") + values->field + ", which must be an integer within 32 to " +
               std::to_string(kMaxValues);
    }
    for (const SystemParameter* bytes : {record.onSwitch.aggregatorBytes,
                                         record.onHost.blockBytes,
                                         record.onHost.chunkBytes,
                                         record.admission.jobBytes})
    {
        if (bytes && !IsWholeFrom(bytes, 1, kLargestWhole))
        {
            return std::string("has ") + bytes->field + ", which must be an integer from 1 on";
        }
    }
    if (const auto* cap = record.onHost.windowCap; cap && !IsWholeFrom(cap, 0, kLargestCount))
    {
        return std::string("has ") + cap->field + ", which must be an integer within 0 to 2^32 - 1";
    }
    return "";
}

/// @return what is missing in a record whose switch sums, or needless in one whose hosts do
std::string
WhyNotWhole(const SystemRecord& record)
{
    const SwitchPart& node = record.onSwitch;
    const HostPart& hosts = record.onHost;
    const bool sumsInHosts = record.SumsInHosts();
    if (sumsInHosts == (node.collide.decide != nullptr))
    {
        return "needs a collision rule if the switch sums, and none if hosts do";
    }
    for (const bool has :
         {hosts.clocking != nullptr, hosts.repair != nullptr, hosts.addressing != nullptr})
    {
        if (has == sumsInHosts)
        {
            return "needs clocking, repair and addressing if the switch sums, and none if hosts do";
        }
    }
    if (!sumsInHosts && !hosts.priority.of)
    {
        return "needs a priority of fragments, as the switch sums";
    }
    return sumsInHosts && !hosts.sum->makeWorker ? "needs a maker of the workers that sum" : "";
}

/// @param part a part of a record; null: hosts sum
/// @return true if the part works with the memory of the switch
template <typename Part>
bool
WorksWith(const TransportPart<Part>* part, MemoryLayout memory)
{
    return !part || (part->memories & Only(memory)) != 0;
}

/// @return what a rule or a part of a record reads, and the record does not have
std::string
WhyNoParts(const SystemRecord& record)
{
    const HostPart& hosts = record.onHost;
    const ParameterList& own = record.parameters;
    for (const SystemParameter* read : {record.onSwitch.collide.parameter,
                                        hosts.clocking ? hosts.clocking->parameter : nullptr,
                                        hosts.repair ? hosts.repair->parameter : nullptr,
                                        hosts.addressing ? hosts.addressing->parameter : nullptr})
    {
        const auto* const end = own.begin + own.count;
        if (read && std::find(own.begin, end, read) == end)
        {
            return std::string("has a part that needs the parameter ") + read->field;
        }
    }
    return "";
}

/// @return what parts of a record do not fit together
std::string
WhyPartsDoNotFit(const SystemRecord& record)
{
    const SwitchPart& node = record.onSwitch;
    const HostPart& hosts = record.onHost;
    if (!WorksWith(hosts.clocking, node.memory) || !WorksWith(hosts.repair, node.memory) ||
        !WorksWith(hosts.addressing, node.memory))
    {
        return "has a clocking, a repair or an addressing that needs another memory of the switch";
    }
    if (node.choice.candidates && (record.SumsInHosts() || node.memory != MemoryLayout::SharedPool))
    {
        return "has a choice of aggregators, which only a shared pool allows";
    }
    if (node.choice.candidates && !node.choice.victim)
    {
        return "has a choice of aggregators, but no choice of whom a task collides with";
    }
    if (node.release == ReleaseRule::OnReuse && node.memory != MemoryLayout::StaticSlots)
    {
        return "keeps results until reuse, which only StaticSlots allow";
    }
    if (record.SumsInHosts() && node.memory != MemoryLayout::SharedPool)
    {
        return "sums in hosts, so it has no static memory of the switch";
    }
    if (record.SumsInHosts() && hosts.frame != FrameFormat::Mtu)
    {
        return "sums in hosts, whose flows carry frames of an MTU only";
    }
    if (!hosts.hasSummingServer &&
        (hosts.psReminds || node.resultSource == ResultSource::ParameterServer))
    {
        return "needs a PS that sums, since the PS sends results or reminders";
    }
    if (hosts.count == WindowCount::Auto)
    {
        return "needs Sequence or Outstanding as what its window counts";
    }
    return "";
}

} // namespace

std::string
WhyNoSystem(const SystemRecord& record)
{
    if (!IsWord(record.name))
    {
        return "needs a name of small letters, digits and underscores";
    }
    if (std::string_view(record.name).substr(0, 4) == "esa_")
    {
        return "must not begin with esa_: its TypeId would be that of one of the module's classes";
    }
    for (auto* why : {&WhyNotWhole, &WhyNoParts, &WhyPartsDoNotFit, &WhyNoParameters})
    {
        if (const std::string what = why(record); !what.empty())
        {
            return what;
        }
    }
    return "";
}

} // namespace ns3::esa
