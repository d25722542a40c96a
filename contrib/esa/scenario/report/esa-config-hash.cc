/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-config-hash.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

uint64_t
Fnv1a64(const std::string& text)
{
    uint64_t hash = 0xcbf29ce484222325;
    for (const char c : text)
    {
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    }
    return hash;
}

/// The arguments as an object. If a name is given several times, the last one counts, as in ns-3.
json
ArgumentsByName(const std::vector<std::string>& ns3Arguments)
{
    json byName = json::object();
    for (const std::string& argument : ns3Arguments)
    {
        const auto equals = argument.find('=');
        const std::string name = argument.substr(0, equals);
        if (name != "--SchedulerType")
        {
            byName[name] = equals == std::string::npos ? "" : argument.substr(equals + 1);
        }
    }
    return byName;
}

} // namespace

std::string
ConfigHash(const json& config, const std::vector<std::string>& ns3Arguments)
{
    json decisive = {{"config", config}, {"ns3_arguments", ArgumentsByName(ns3Arguments)}};
    decisive["config"].erase("name");
    decisive["config"].erase("description");
    decisive["config"].erase("engine"); // all engines give the same results
    const json::json_pointer levelMemory("/config/switch/level_memory_bytes");
    if (decisive.contains(levelMemory) && decisive.at(levelMemory).empty())
    {
        decisive["config"]["switch"].erase("level_memory_bytes"); // as before there was this field
    }

    const uint64_t hash = Fnv1a64(decisive.dump(-1, ' ', false, json::error_handler_t::replace));
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4)
    {
        digits += "0123456789abcdef"[(hash >> shift) & 0xf];
    }
    return digits;
}

} // namespace ns3::esa
