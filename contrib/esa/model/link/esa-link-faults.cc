/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-link-faults.h"

#include "ns3/abort.h"
#include "ns3/double.h"
#include "ns3/simulator.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaLinkFaults);

LogComponent EsaLinkFaults::g_log("EsaLinkFaults", __FILE__);

TypeId
EsaLinkFaults::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaLinkFaults")
            .SetParent<Object>()
            .SetGroupName("Esa")
            .AddConstructor<EsaLinkFaults>()
            .AddAttribute("DuplicateProbability",
                          "Chance that a frame comes twice.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&EsaLinkFaults::m_duplicateProbability),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("ReorderProbability",
                          "Chance that a frame, or its second copy, is held back.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&EsaLinkFaults::m_reorderProbability),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("ReorderDepth",
                          "A frame that is held back lags by the time of 1 to this many frames of "
                          "its own length: that many overtake it on a busy link.",
                          UintegerValue(0),
                          MakeUintegerAccessor(&EsaLinkFaults::m_reorderDepth),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("ExtraDelay",
                          "Delay of every frame beyond the link's own.",
                          TimeValue(Time(0)),
                          MakeTimeAccessor(&EsaLinkFaults::m_extraDelay),
                          MakeTimeChecker(Time(0)));
    return tid;
}

EsaLinkFaults::EsaLinkFaults() = default;
EsaLinkFaults::~EsaLinkFaults() = default;

void
EsaLinkFaults::DoDispose()
{
    m_errorModels.clear();
    Object::DoDispose();
}

void
EsaLinkFaults::AddErrorModel(Ptr<ErrorModel> model)
{
    NS_LOG_FUNCTION(this << model);
    m_errorModels.push_back(model);
}

void
EsaLinkFaults::AddOutage(const Time& from, const Time& until)
{
    NS_LOG_FUNCTION(this << from << until);
    NS_ABORT_MSG_IF(until < from, "EsaLinkFaults: an outage ends before it begins");
    m_outages.push_back({from, until});
}

EsaLinkFaults::Fate
EsaLinkFaults::ApplyFaults(Ptr<Packet> frame)
{
    Fate fate;
    if (IsDown())
    {
        NS_LOG_WARN("a frame is lost: the link is down");
        ++m_counts.lostDown;
        fate.copies = 0;
        return fate;
    }
    for (const auto& model : m_errorModels)
    {
        // every model sees every frame, so that each counts as if it were alone
        fate.copies = model->IsCorrupt(frame) ? 0 : fate.copies;
    }
    if (fate.copies == 0)
    {
        NS_LOG_WARN("a frame is lost: an error model took it");
        ++m_counts.lost;
        return fate;
    }
    fate.lag = DrawLag();
    if (m_duplicateProbability > 0 && m_random->GetValue() < m_duplicateProbability)
    {
        NS_LOG_DEBUG("a frame comes twice");
        ++m_counts.duplicated;
        fate.copies = 2;
        fate.copyLag = DrawLag();
    }
    return fate;
}

bool
EsaLinkFaults::IsDown() const
{
    const Time now = Simulator::Now();
    return std::any_of(m_outages.begin(), m_outages.end(), [&now](const Outage& outage) {
        return outage.from <= now && now < outage.until;
    });
}

uint32_t
EsaLinkFaults::DrawLag()
{
    if (m_reorderDepth == 0 || m_reorderProbability <= 0 ||
        m_random->GetValue() >= m_reorderProbability)
    {
        return 0;
    }
    NS_LOG_DEBUG("a frame is held back");
    ++m_counts.reordered;
    return m_random->GetInteger(1, m_reorderDepth);
}

int64_t
EsaLinkFaults::AssignStreams(int64_t stream)
{
    m_random->SetStream(stream);
    int64_t used = 1;
    for (const auto& model : m_errorModels)
    {
        // ErrorModel has no such method of its own; each of ns-3's has
        if (const auto rate = DynamicCast<RateErrorModel>(model))
        {
            used += rate->AssignStreams(stream + used);
        }
        else if (const auto burst = DynamicCast<BurstErrorModel>(model))
        {
            used += burst->AssignStreams(stream + used);
        }
    }
    return used;
}

} // namespace ns3::esa
