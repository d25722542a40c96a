/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switchml-policy.h"

namespace ns3::esa
{
namespace
{

/// @return SwitchML's traits
PolicyTraits
SwitchMlTraits()
{
    PolicyTraits traits;
    traits.memory = MemoryLayout::StaticSlots;
    traits.release = ReleaseRule::OnReuse;
    traits.send = SendRule::SlotClocked;
    traits.overdue = OverdueRule::RetransmitToSwitch;
    traits.psReminds = false;
    traits.frame = FrameFormat::SwitchMl;
    return traits;
}

/// Jobs never meet; a fragment ahead of its slot's task would be the job's own, and must wait.
class SwitchMlPolicy : public Policy
{
  public:
    SwitchMlPolicy()
        : Policy(SwitchMlTraits())
    {
    }

    CollisionDecision OnCollision(uint8_t /* residentPriority */,
                                  uint8_t /* incomingPriority */,
                                  Coin& /* coin */) const override
    {
        return CollisionDecision::PassThrough;
    }
};

} // namespace

std::unique_ptr<Policy>
MakeSwitchMlPolicy(const PolicyParameters& /* parameters */)
{
    return std::make_unique<SwitchMlPolicy>();
}

} // namespace ns3::esa
