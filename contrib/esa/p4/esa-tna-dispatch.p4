// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_DISPATCH_P4
#define ESA_TNA_DISPATCH_P4

// Stage 0: what the packet asks for, and the packet as the stages want it.

#include "esa-tna-gradient-sum.p4"
#include "esa-table-sizes.p4"
#include "esa-tna-metadata.p4"
#include "esa-tna-workers.p4"

// SwitchPipeline::Dispatch()
control Dispatch(inout TnaHeaders hdr, in bit<1> isResubmitted, inout TnaMetadata m)
{
    action Forwarded()
    {
        m.step = Step.Forward;
    }

    action OnGradient()
    {
        m.step = Step.Ask;
    }

    action LookForTask()
    {
        m.step = Step.Look;
    }

    // What a reminder brings is not looked at. If it is answered, the answer has values.
    action LookForSum()
    {
        m.step = Step.Look;
        hdr.values.setValid();
    }

    action Malformed()
    {
        m.step = Step.Malformed;
    }

    // A packet that brings no sum may come in a short frame; the sum that leaves in it needs a long
    // one.
    action MakeRoom()
    {
        hdr.values.setValid();
        hdr.ipv4.totalBytes = kInaIpBytes;
    }

    action ResumeResubmitted()
    {
        m.step = m.resubmitted.step;
    }

    action ResumeFetch()
    {
        m.step = Step.Fetch;
        hdr.values.setValid();
    }

    action ResumeRecirculated()
    {
        m.step = hdr.second.step;
        m.egress = hdr.second.egress;
        MakeRoom();
    }

// neither a reserved bit nor a group, and no more members than a bitmap has bits
#define WELL_FORMED(hasValues, kind, collision, digest)                                            \
    (_, _, _, hasValues, kind, collision, digest, 0, 0, 0 .. 32, 0 .. 32)

    table kinds
    {
        key = {
            hdr.second.isValid() : ternary;
            isResubmitted : ternary;
            m.resubmitted.step : ternary;
            hdr.values.isValid() : ternary;
            hdr.ina.kind : ternary;
            hdr.ina.collision : ternary;
            hdr.ina.digest : ternary;
            hdr.ina.reservedBit : ternary;
            hdr.ina.group : ternary;
            hdr.ina.fanIn0 : range;
            hdr.ina.fanIn1 : range;
        }
        actions = {
            Forwarded;
            OnGradient;
            LookForTask;
            LookForSum;
            Malformed;
            ResumeResubmitted;
            ResumeFetch;
            ResumeRecirculated;
        }
        const default_action = Malformed();
        const entries = {
            (true, _, _, _, _, _, _, _, _, _, _) : ResumeRecirculated();
            (_, 1, Step.Fetch, _, _, _, _, _, _, _, _) : ResumeFetch();
            (_, 1, _, _, _, _, _, _, _, _, _) : ResumeResubmitted();
            // only packets that bring no sum may come in a shorter frame
            WELL_FORMED(_, PacketKind.Reminder, _, _) : LookForSum();
            WELL_FORMED(_, PacketKind.WorkerReminder, _, _) : Forwarded();
            WELL_FORMED(_, PacketKind.Query, _, _) : Forwarded();
            WELL_FORMED(_, PacketKind.Received, _, _) : Forwarded();
            WELL_FORMED(_, PacketKind.NotSent, _, _) : Forwarded();
            // a digest cannot be added
            WELL_FORMED(true, PacketKind.Gradient, _, 1) : Malformed();
            // a gradient that met a collision is not summed
            WELL_FORMED(true, PacketKind.Gradient, 0, _) : OnGradient();
            WELL_FORMED(true, PacketKind.Gradient, 1, _) : Forwarded();
            WELL_FORMED(true, PacketKind.Resend, _, _) : LookForTask();
            WELL_FORMED(true, PacketKind.Result, _, _) : LookForTask();
            WELL_FORMED(true, 12 &&& 12, _, _) : Malformed();
            WELL_FORMED(true, _, _, _) : Forwarded();
        }
        size = 32;
    }

    apply
    {
        kinds.apply();
    }
}

const bit<32> kLevelsOfJobs = 2 * kTofinoJobs;

control Prepare(inout TnaHeaders hdr, in bit<1> isResubmitted, inout TnaMetadata m)
{
    Dispatch() dispatch;
    PossibleWorkers() possibleWorkers;
    FanIn() fanIn;
    EmptyHalfSum() emptyHalfSum;

    action PrepareFields()
    {
        m.owner[31:16] = 1;
        m.owner[15:0] = hdr.ina.job;
        m.room = ESA_AGGREGATORS |-| hdr.ina.aggregator;
    }

    action PrepareFanIns()
    {
        m.fanIns[15:10] = hdr.ina.fanIn0;
        m.fanIns[9:4] = hdr.ina.fanIn1;
    }

    // Racks need not have the same number of workers.
    action PrepareSecondFanIn()
    {
        m.fanIns[9:4] = hdr.ina.fanIn1;
        m.fanIns[0:0] = 1;
    }

    // A packet of a job without an entry is malformed: it touches no register. A job of two levels
    // has an entry for each, with Level.Other for what this switch does not sum.
    action Known(Level level)
    {
        m.level = level;
    }

    table jobs
    {
        key = { hdr.ina.job : exact; hdr.ina.secondLevel : exact; }
        actions = { Known; @defaultonly NoAction; }
        const default_action = NoAction();
        size = kLevelsOfJobs;
    }

    action HasLevel(Level level)
    {
        m.packetLevel = level;
    }

    table levels
    {
        key = {
            hdr.ina.secondLevel : ternary;
            hdr.ina.fanIn1 : ternary;
            hdr.ina.bitmap1 : ternary;
        }
        actions = { HasLevel; }
        const default_action = HasLevel(Level.First);
        const entries = {
            (0, 0, 0) : HasLevel(Level.Only);
            (1, _, _) : HasLevel(Level.Second);
        }
        size = 4;
    }

    action MarkEcn()
    {
        m.mark = 1;
    }

    action ClearEcn()
    {
        m.mark = 0;
    }

    action PrepareFirstHalf()
    {
        m.place = hdr.ina.aggregator;
    }

    action PrepareSecondHalf()
    {
        m.place = hdr.ina.aggregator + ESA_AGGREGATORS;
    }

    action PrepareFragment()
    {
        m.newPriority = hdr.ina.priority;
    }

    action PrepareDowngrade()
    {
        m.expectedPriority = m.resubmitted.expectedPriority;
        m.newPriority = m.resubmitted.loweredPriority;
    }

    apply
    {
        dispatch.apply(hdr, isResubmitted, m);
        jobs.apply();
        levels.apply();
        possibleWorkers.apply(hdr, m);
        fanIn.apply(hdr, m);
        PrepareFields();
        if (hdr.ina.secondLevel == 0)
        {
            PrepareFanIns();
        }
        else
        {
            PrepareSecondFanIn();
        }
        if (hdr.second.isValid() && hdr.second.step == Step.EmptyHalf ||
            !hdr.second.isValid() && hdr.ina.kind == PacketKind.Reminder)
        {
            emptyHalfSum.apply(hdr.values);
        }
        // A queue on the way may have marked the IPv4 header alone.
        if (hdr.ina.ecn == 1 || hdr.ipv4.ecn == 3 && !hdr.second.isValid())
        {
            MarkEcn();
        }
        else
        {
            ClearEcn();
        }
        if (hdr.second.isValid())
        {
            PrepareSecondHalf();
        }
        else
        {
            PrepareFirstHalf();
        }
        if (isResubmitted == 1 && m.resubmitted.step == Step.Lower)
        {
            PrepareDowngrade();
        }
        else
        {
            PrepareFragment();
        }
    }
}

#endif // ESA_TNA_DISPATCH_P4
