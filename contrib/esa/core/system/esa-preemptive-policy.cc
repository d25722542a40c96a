/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-preemptive-policy.h"

namespace ns3::esa
{
namespace
{

/// ESA's decision.
class EsaPolicy : public Policy
{
  public:
    EsaPolicy()
        : Policy(PolicyTraits{})
    {
    }

    CollisionDecision OnCollision(uint8_t residentPriority,
                                  uint8_t incomingPriority,
                                  Coin& /* coin */) const override
    {
        return incomingPriority > residentPriority ? CollisionDecision::Preempt
                                                   : CollisionDecision::PassThroughAndDowngrade;
    }
};

} // namespace

std::unique_ptr<Policy>
MakeEsaPolicy(const PolicyParameters& /* parameters */)
{
    return std::make_unique<EsaPolicy>();
}

} // namespace ns3::esa
