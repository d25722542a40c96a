// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-worker-app.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/esa-setting-accessor.h"
#include "ns3/esa-wire-format.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <memory>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaWorkerApp);

TypeId
EsaWorkerApp::GetTypeId()
{
    static TypeId tid = [] {
        TypeId id = TypeId("ns3::esa::EsaWorkerApp")
                        .SetParent<EsaTrainingApp>()
                        .SetGroupName("Esa")
                        .AddConstructor<EsaWorkerApp>();
        const SettingAttributes settings(id, &EsaWorkerApp::m_settings);
        const auto window = settings.In(&WorkerSettings::window);
        window.Add<UintegerValue>("InitialWindow",
                                  "Window at the start, in packets (60 KB).",
                                  &WindowParameters::initialPackets,
                                  MakeUintegerChecker<uint32_t>(1));
        window.Add<UintegerValue>("MinWindow",
                                  "Least window, in packets.",
                                  &WindowParameters::minPackets,
                                  MakeUintegerChecker<uint32_t>(1));
        window.Add<UintegerValue>("MaxWindow",
                                  "Largest window, in packets. 0: no cap.",
                                  &WindowParameters::maxPackets,
                                  MakeUintegerChecker<uint32_t>());
        window.Add<UintegerValue>("SlowStartThreshold",
                                  "Slow-start threshold at the start, in packets. 0: infinite.",
                                  &WindowParameters::ssthreshPackets,
                                  MakeUintegerChecker<uint32_t>());
        window.Add<DoubleValue>(
            "WindowGrowth",
            "Packets that each result adds in slow start, and each window of them "
            "above it.",
            &WindowParameters::growthPackets,
            MakeDoubleChecker<double>(0));
        settings.Add<TimeValue>(
            "RtoMin",
            "Least timeout of the first missing result. With recovery: the timeout "
            "before anything is measured, and the least one of ATP and SwitchML.",
            &WorkerSettings::rtoMin,
            MakeTimeChecker(NanoSeconds(1)));
        settings.Add<TimeValue>("CheckInterval",
                                "Without recovery: time between two checks for timeouts.",
                                &WorkerSettings::checkInterval,
                                MakeTimeChecker(NanoSeconds(1)));
        settings.Add<UintegerValue>("Overtakes",
                                    "Results with larger sequence numbers that make a result late.",
                                    &WorkerSettings::overtakes,
                                    MakeUintegerChecker<uint32_t>(1, 255));
        settings.Add<UintegerValue>(
            "ReminderBytes",
            "Length of a reminder's frame, in bytes.",
            &WorkerSettings::reminderBytes,
            MakeUintegerChecker<uint16_t>(58, kEthernetBytes + kLargestMtuBytes));
        settings.Add<BooleanValue>("Recovery",
                                   "Repair losses of packets.",
                                   &WorkerSettings::recovery,
                                   MakeBooleanChecker());
        id.AddAttribute("WindowCounts",
                        "With recovery: what the window counts. outstanding: the fragments "
                        "whose results are missing; sequence: from the first missing result "
                        "on; auto: the system's record names one of them.",
                        StringValue("auto"),
                        BeforeUse(MakeStringAccessor(&EsaWorkerApp::SetWindowCounts)),
                        MakeStringChecker());
        return id;
    }();
    return tid;
}

EsaWorkerApp::EsaWorkerApp()
    : EsaTrainingApp(std::make_unique<WorkerProcess>())
{
}

EsaWorkerApp::~EsaWorkerApp() = default;

const WorkerSettings&
EsaWorkerApp::Settings() const
{
    NS_ABORT_MSG_IF(m_settings.HasBadWindow(),
                    "EsaWorkerApp: MinWindow <= InitialWindow <= MaxWindow does not hold");
    return m_settings;
}

void
EsaWorkerApp::StartApplication()
{
    static_cast<WorkerProcess&>(Process()).SetUp(Settings());
    StartProcess();
}

void
EsaWorkerApp::SetWindowCounts(const std::string& name)
{
    for (const auto count : {WindowCount::Auto, WindowCount::Sequence, WindowCount::Outstanding})
    {
        if (name == NameOf(count))
        {
            m_settings.window.count = count;
            return;
        }
    }
    NS_ABORT_MSG("EsaWorkerApp: WindowCounts is auto, sequence or outstanding, not " << name);
}

} // namespace ns3::esa
