// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_STAGES_P4
#define ESA_TNA_STAGES_P4

// SwitchPipeline::Process(): one pass of a fragment.

#include "esa-tna-decide.p4"
#include "esa-tna-dispatch.p4"
#include "esa-tna-gradient-sum.p4"
#include "esa-tna-identity.p4"
#include "esa-tna-metadata.p4"
#include "esa-tna-sum-state.p4"
#include "esa-tna-take-identity.p4"

control Stages(inout TnaHeaders hdr,
               in bit<1> isResubmitted,
               inout TnaMetadata m,
               inout ingress_intrinsic_metadata_for_deparser_t toDeparser)
{
    Prepare() prepare;
    OwnerStage() ownerStage;
    IdentityStage() identityStage;
    SumStateStage() sumStateStage;
    MissingStage() missingStage;
    HalfSum() halfSum;
    Decide() decide;
    TakeIdentity() takeIdentity;

    apply
    {
        prepare.apply(hdr, isResubmitted, m);
        ownerStage.apply(hdr.ina.aggregator, hdr.ina.seq, m);
        identityStage.apply(hdr.ina.aggregator, hdr.ina.seq, hdr.ina.bitmap1, m);
        sumStateStage.apply(hdr.ina.aggregator, m);
        missingStage.apply(hdr.ina.aggregator, m);
        halfSum.apply(hdr.values, m);
        decide.apply(hdr, m, toDeparser);
        takeIdentity.apply(hdr, m);
    }
}

#endif // ESA_TNA_STAGES_P4
