// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * @ingroup esa
 * How to add your own system without changing the module.
 *
 * ESA preempts as soon as the newcomer's priority is the higher one. A small difference may not be
 * worth a swap, after which a partial sum has to travel to the PS. The system "reluctant" preempts
 * only if the newcomer's priority is at least a factor above the resident's. The factor is a
 * parameter: it gets a field in scenario files and an attribute from the declaration below.
 *
 *     ./ns3 run esa-own-system -- --list-systems
 *     ./ns3 run esa-own-system -- --system esa,reluctant --set reluctant.factor=1.5
 *
 * To begin your own system, copy this file to scratch/.
 */

#include "ns3/esa-scenario-program.h"
#include "ns3/esa-system-registry.h"

using namespace ns3::esa;

namespace
{

constexpr SystemParameter kFactor{
    "reluctant.factor",
    "Factor",
    "A newcomer preempts if its priority is at least this many times the resident's.",
    false, // fractions are allowed
    1,
    255,
    2};

constexpr const SystemParameter* kParameters[]{&kFactor};

/// Preempts at a factor. A resident that stays is downgraded, so that it does not stay forever.
CollisionDecision
PreemptAtFactor(const Collision& collision)
{
    const double factor = collision.system.Value(kFactor);
    return collision.newcomer.priority >= factor * collision.resident.priority
               ? CollisionDecision::Preempt
               : CollisionDecision::PassThroughAndDowngrade;
}

} // namespace

int
main(int argc, char* argv[])
{
    // Everything except the collision rule is as in ESA.
    SystemRecord reluctant = *FindSystem("esa");
    reluctant.name = "reluctant";
    reluctant.summary = "as esa, but a newcomer preempts only at a factor of the priority";
    reluctant.onSwitch.collide = &PreemptAtFactor;
    reluctant.parameters = kParameters;
    return ScenarioMain(argc, argv, {reluctant});
}
