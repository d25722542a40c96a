// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-helper.h"
#include "ns3/esa-system-registry.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <iostream>

// A system and its fallback may have attributes of the same name. A parameter is found by its
// declaration, so each of the two gets its own value.

namespace ns3::esa
{
namespace
{

/// @return a system of which some jobs fall back on a ring
const SystemRecord&
SystemWithFallback()
{
    const auto found = std::find_if(Systems().begin(), Systems().end(), [](const auto& record) {
        const SystemRecord* fallback = FallbackOf(record);
        return fallback && fallback->onHost.chunkBytes;
    });
    NS_ABORT_MSG_IF(found == Systems().end(), "no system has a fallback with chunks");
    return *found;
}

/// @brief Registers a system with an attribute that its fallback has, too, sets both by their
/// declarations, and ends the process. It is for a process of its own: what is registered stays.
void
SetBothAndExit()
{
    SystemRecord record = SystemWithFallback();
    const SystemParameter& theirs = *FallbackOf(record)->onHost.chunkBytes;
    static SystemParameter own = theirs;
    own.field = "own.chunks";
    static const SystemParameter* const parameters[]{&own};
    record.name = "own";
    record.parameters = parameters;
    record.admission.rule = [](const AdmissionRequest& job, TreeLocks& /* locks */) {
        return Grant{job.share == 0, 0, 1};
    };
    RegisterSystem(record);

    EsaHelper helper("own");
    helper.InstallRack(CreateObject<Node>(), NodeContainer(2));
    helper.SetSystemParameter(theirs, 2000);
    helper.SetSystemParameter(own, 3000);
    const System& fallback = helper.SystemOf(1000000);
    const System& system = helper.SystemOf(0);
    std::cerr << system.Record().name << ' ' << system.Value(own) << ", " << fallback.Record().name
              << ' ' << fallback.Value(theirs);
    std::exit(0);
}

TEST(SystemParameterDeathTest, FallbackHasAnAttributeOfTheSameName)
{
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    EXPECT_EXIT(SetBothAndExit(), testing::ExitedWithCode(0), "own 3000, ring 2000");
}

} // namespace
} // namespace ns3::esa
