/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The part of EsaTrainingApp that ns-3 sees: its type and its trace sources.

#include "esa-training-app.h"

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaTrainingApp);

TypeId
EsaTrainingApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaTrainingApp")
            .SetParent<Application>()
            .SetGroupName("Esa")
            .AddTraceSource("Iteration",
                            "An iteration of this worker has ended.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_iterationTrace),
                            "ns3::esa::EsaTrainingApp::IterationTracedCallback")
            .AddTraceSource("Layer",
                            "A layer of an iteration of this worker has computed.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_layerTrace),
                            "ns3::esa::EsaTrainingApp::LayerTracedCallback")
            .AddTraceSource("Partition",
                            "All results of a partition have arrived at this worker.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_partitionTrace),
                            "ns3::esa::EsaTrainingApp::PartitionTracedCallback")
            .AddTraceSource("Send",
                            "A packet leaves: a gradient, a question about a late result, or an "
                            "answer to the PS.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_sendTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("Result",
                            "A result has arrived for the first time.",
                            MakeTraceSourceAccessor(&EsaTrainingApp::m_resultTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

} // namespace ns3::esa
