/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-atp-policy.h"

namespace ns3::esa
{
namespace
{

/// @return ATP's traits
PolicyTraits
AtpTraits()
{
    PolicyTraits traits;
    traits.release = ReleaseRule::OnResult;
    traits.resultSource = ResultSource::ParameterServer;
    traits.overdue = OverdueRule::ResendThroughSwitch;
    traits.psReminds = false;
    traits.reclaimsStale = true;
    return traits;
}

/// First come, first served.
class AtpPolicy : public Policy
{
  public:
    AtpPolicy()
        : Policy(AtpTraits())
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
MakeAtpPolicy(const PolicyParameters& /* parameters */)
{
    return std::make_unique<AtpPolicy>();
}

} // namespace ns3::esa
