// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SYSTEM_P4
#define ESA_SYSTEM_P4

// core/system/esa-system-record.h: of a system's record, what the switch does, with the same names
// and numbers. The collision rules are functions there (core/system/esa-collision.h).
//
// The control plane chooses it: table_set_default registry NAME

enum bit<2> MemoryLayout
{
    SharedPool = 0,
    StaticShare = 1,
    StaticSlots = 2
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

struct SwitchPart
{
    MemoryLayout memory;
    ReleaseRule release;
    ResultSource resultSource;
    FrameFormat frame;
    CollisionRule collision;
    bool reclaimsStale;
    bit<48> staleAge; // microseconds; all bits set: nothing is ever left over
}

control System(inout SwitchPart rules)
{
    action esa()
    {
        rules.memory = MemoryLayout.SharedPool;
        rules.release = ReleaseRule.OnCompletion;
        rules.resultSource = ResultSource.Switch;
        rules.frame = FrameFormat.Ina;
        rules.collision = CollisionRule.ByPriority;
        rules.reclaimsStale = false;
    }

    action atp(bit<48> staleAge)
    {
        esa();
        rules.release = ReleaseRule.OnResult;
        rules.resultSource = ResultSource.ParameterServer;
        rules.collision = CollisionRule.PassThrough;
        rules.reclaimsStale = true;
        rules.staleAge = staleAge;
    }

    action switchml()
    {
        esa();
        rules.memory = MemoryLayout.StaticSlots;
        rules.release = ReleaseRule.OnReuse;
        rules.frame = FrameFormat.SwitchMl;
        rules.collision = CollisionRule.PassThrough;
    }

    action straw1()
    {
        esa();
        rules.collision = CollisionRule.Preempt;
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

#endif // ESA_SYSTEM_P4
