/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-host-sum-policies.h"

namespace ns3::esa
{
namespace
{

/// The switch forwards, and no fragment ever meets an aggregator.
class HostSumPolicy : public Policy
{
  public:
    /// @param place where sums are made
    explicit HostSumPolicy(SumPlace place)
        : Policy(TraitsOf(place))
    {
    }

    CollisionDecision OnCollision(uint8_t /* residentPriority */,
                                  uint8_t /* incomingPriority */,
                                  Coin& /* coin */) const override
    {
        return CollisionDecision::PassThrough;
    }

  private:
    /**
     * @param place where sums are made
     * @return the traits
     */
    static PolicyTraits TraitsOf(SumPlace place)
    {
        PolicyTraits traits;
        traits.sum = place;
        traits.psReminds = false;
        traits.frame = FrameFormat::Mtu;
        return traits;
    }
};

} // namespace

std::unique_ptr<Policy>
MakeBytePsPolicy(const PolicyParameters& /* parameters */)
{
    return std::make_unique<HostSumPolicy>(SumPlace::DedicatedServer);
}

std::unique_ptr<Policy>
MakeColocatedBytePsPolicy(const PolicyParameters& /* parameters */)
{
    return std::make_unique<HostSumPolicy>(SumPlace::ColocatedServers);
}

std::unique_ptr<Policy>
MakeRingPolicy(const PolicyParameters& /* parameters */)
{
    return std::make_unique<HostSumPolicy>(SumPlace::Ring);
}

} // namespace ns3::esa
