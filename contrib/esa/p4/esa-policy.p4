/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_POLICY_P4
#define ESA_POLICY_P4

// core/esa-policy.h and the files of the policies: a system is a few traits and one decision.
// The control plane chooses it: table_set_default registry NAME

enum bit<1> MemoryLayout
{
    SharedPool = 0,
    StaticSlots = 1
}

enum bit<2> ReleaseRule
{
    OnCompletion = 0,
    OnResult = 1,
    OnReuse = 2
}

enum bit<1> ResultSource
{
    Switch = 0,
    ParameterServer = 1
}

enum bit<1> FrameFormat
{
    Ina = 0,
    SwitchMl = 1
}

enum bit<2> CollisionRule
{
    ByPriority = 0, // the higher preempts, else the resident is downgraded
    Preempt = 1,
    PassThrough = 2
}

struct PolicyTraits
{
    MemoryLayout memory;
    ReleaseRule release;
    ResultSource resultSource;
    FrameFormat frame;
    CollisionRule collision;
    bool reclaimsStale;
    bit<48> staleAge; // microseconds; all bits set: nothing is ever left over
}

control Policy(inout PolicyTraits traits)
{
    action esa()
    {
        traits.memory = MemoryLayout.SharedPool;
        traits.release = ReleaseRule.OnCompletion;
        traits.resultSource = ResultSource.Switch;
        traits.frame = FrameFormat.Ina;
        traits.collision = CollisionRule.ByPriority;
        traits.reclaimsStale = false;
    }

    action atp(bit<48> staleAge)
    {
        esa();
        traits.release = ReleaseRule.OnResult;
        traits.resultSource = ResultSource.ParameterServer;
        traits.collision = CollisionRule.PassThrough;
        traits.reclaimsStale = true;
        traits.staleAge = staleAge;
    }

    action switchml()
    {
        esa();
        traits.memory = MemoryLayout.StaticSlots;
        traits.release = ReleaseRule.OnReuse;
        traits.frame = FrameFormat.SwitchMl;
        traits.collision = CollisionRule.PassThrough;
    }

    action straw1()
    {
        esa();
        traits.collision = CollisionRule.Preempt;
    }

    table registry
    {
        actions = { esa; atp; switchml; straw1; }
        default_action = esa();
    }

    apply
    {
        registry.apply();
    }
}

#endif // ESA_POLICY_P4
