// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-collision.h"

#include "esa-system.h"

namespace ns3::esa
{

CollisionDecision
PreemptAtRandom(const Collision& collision)
{
    const double probability = collision.system.Value(kPreemptProbability);
    return probability >= 1 || collision.random.Uniform() < probability
               ? CollisionDecision::Preempt
               : CollisionDecision::PassThrough;
}

} // namespace ns3::esa
