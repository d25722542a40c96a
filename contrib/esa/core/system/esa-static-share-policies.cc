/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-static-share-policies.h"

namespace ns3::esa
{
namespace
{

/**
 * @brief Jobs never meet, and neither do a job's own tasks unless something was lost: then the
 * newcomer is the later task, and the resident is what a lost or copied packet left behind.
 */
class StaticSharePolicy : public Policy
{
  public:
    using Policy::Policy;

    CollisionDecision OnCollision(uint8_t /* residentPriority */,
                                  uint8_t /* incomingPriority */,
                                  Coin& /* coin */) const override
    {
        return CollisionDecision::Preempt;
    }
};

/// @return what the systems with static shares have in common
PolicyTraits
StaticShareTraits()
{
    PolicyTraits traits;
    traits.memory = MemoryLayout::StaticShare;
    return traits;
}

} // namespace

std::unique_ptr<Policy>
MakePanamaPolicy(const PolicyParameters& /* parameters */)
{
    PolicyTraits traits = StaticShareTraits();
    traits.window = WindowRule::Dctcp;
    traits.marking = MarkingPorts::AtWorkers;
    return std::make_unique<StaticSharePolicy>(traits);
}

std::unique_ptr<Policy>
MakeISwitchPolicy(const PolicyParameters& /* parameters */)
{
    PolicyTraits traits = StaticShareTraits();
    traits.window = WindowRule::Fixed;
    traits.frame = FrameFormat::Mtu;
    return std::make_unique<StaticSharePolicy>(traits);
}

} // namespace ns3::esa
