/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-straw-policies.h"

namespace ns3::esa
{
namespace
{

/// Preempts with a fixed probability, whatever the priorities; never downgrades.
class RandomPolicy : public Policy
{
  public:
    /// @param preemptProbability 0 to 1
    explicit RandomPolicy(double preemptProbability)
        : Policy(PolicyTraits{}),
          m_preemptProbability(preemptProbability)
    {
    }

    CollisionDecision OnCollision(uint8_t /* residentPriority */,
                                  uint8_t /* incomingPriority */,
                                  Coin& coin) const override
    {
        return m_preemptProbability >= 1 || coin.Toss() < m_preemptProbability
                   ? CollisionDecision::Preempt
                   : CollisionDecision::PassThrough;
    }

  private:
    double m_preemptProbability; ///< chance that the newcomer wins
};

} // namespace

std::unique_ptr<Policy>
MakeStraw1Policy(const PolicyParameters& /* parameters */)
{
    return std::make_unique<RandomPolicy>(1.0);
}

std::unique_ptr<Policy>
MakeStraw2Policy(const PolicyParameters& parameters)
{
    return std::make_unique<RandomPolicy>(parameters.straw2PreemptProbability);
}

} // namespace ns3::esa
