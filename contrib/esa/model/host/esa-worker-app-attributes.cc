/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Attributes and trace sources of a worker.

#include "esa-worker-app.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaWorkerApp);

LogComponent EsaWorkerApp::g_log("EsaWorkerApp", __FILE__);

TypeId
EsaWorkerApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaWorkerApp")
            .SetParent<EsaTrainingApp>()
            .SetGroupName("Esa")
            .AddConstructor<EsaWorkerApp>()
            .AddAttribute("InitialWindow",
                          "Window at the start, in packets (60 KB).",
                          UintegerValue(200),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::SetInitialWindow)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MinWindow",
                          "Least window, in packets.",
                          UintegerValue(2),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::SetMinWindow)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxWindow",
                          "Largest window, in packets. 0: no cap.",
                          UintegerValue(500),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::SetMaxWindow)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SlowStartThreshold",
                          "Slow-start threshold at the start, in packets. 0: infinite.",
                          UintegerValue(0),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::SetSlowStartThreshold)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("WindowGrowth",
                          "Packets that each result adds in slow start, and each window of them "
                          "above it.",
                          DoubleValue(1),
                          BeforeUse(MakeDoubleAccessor(&EsaWorkerApp::SetWindowGrowth)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("RtoMin",
                          "Least timeout of the first missing result. With recovery: the timeout "
                          "before anything is measured, and the least one of ATP and SwitchML.",
                          TimeValue(MilliSeconds(1)),
                          BeforeUse(MakeTimeAccessor(&EsaWorkerApp::m_rtoMin)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("CheckInterval",
                          "Without recovery: time between two checks for timeouts.",
                          TimeValue(MicroSeconds(50)),
                          BeforeUse(MakeTimeAccessor(&EsaWorkerApp::m_checkInterval)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Overtakes",
                          "Results with larger sequence numbers that make a result late.",
                          UintegerValue(3),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::m_overtakes)),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("ReminderBytes",
                          "Length of a reminder's frame, in bytes.",
                          UintegerValue(306),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::m_reminderBytes)),
                          MakeUintegerChecker<uint16_t>(58, 1514))
            .AddAttribute("Recovery",
                          "Repair losses of packets.",
                          BooleanValue(false),
                          BeforeUse(MakeBooleanAccessor(&EsaWorkerApp::m_recovery)),
                          MakeBooleanChecker())
            .AddAttribute("WindowCounts",
                          "With recovery: what the window counts. outstanding: the fragments "
                          "whose results are missing; sequence: from the first missing result "
                          "on; auto: the system's record names one of them.",
                          StringValue("auto"),
                          BeforeUse(MakeStringAccessor(&EsaWorkerApp::SetWindowCounts)),
                          MakeStringChecker())
            .AddAttribute("HalvesWhenOvertaken",
                          "With recovery, atp: a result that others have overtaken halves the "
                          "window, as an ECN mark does.",
                          BooleanValue(false),
                          BeforeUse(MakeBooleanAccessor(&EsaWorkerApp::m_halvesWhenOvertaken)),
                          MakeBooleanChecker())
            .AddAttribute(
                "AheadWindows",
                "With recovery: a fragment waits while it is this many largest windows "
                "(at most 65536 packets) ahead of the first missing result. Results of so "
                "many fragments are kept for workers that lack them.",
                UintegerValue(16),
                BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::m_aheadWindows)),
                MakeUintegerChecker<uint32_t>(1));
    return tid;
}

void
EsaWorkerApp::SetInitialWindow(uint32_t packets)
{
    m_window.initialPackets = packets;
}

void
EsaWorkerApp::SetMinWindow(uint32_t packets)
{
    m_window.minPackets = packets;
}

void
EsaWorkerApp::SetMaxWindow(uint32_t packets)
{
    m_window.maxPackets = packets;
}

void
EsaWorkerApp::SetSlowStartThreshold(uint32_t packets)
{
    m_window.ssthreshPackets = packets;
}

void
EsaWorkerApp::SetWindowGrowth(double packets)
{
    m_window.growthPackets = packets;
}

void
EsaWorkerApp::SetWindowCounts(const std::string& name)
{
    for (const auto count : {WindowCount::Auto, WindowCount::Sequence, WindowCount::Outstanding})
    {
        if (name == NameOf(count))
        {
            m_window.count = count;
            return;
        }
    }
    NS_ABORT_MSG("EsaWorkerApp: WindowCounts is auto, sequence or outstanding, not " << name);
}

} // namespace ns3::esa
