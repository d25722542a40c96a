// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-link-faults.h"

#include "ns3/abort.h"
#include "ns3/double.h"
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
            .AddAttribute("LossProbability",
                          "Chance that a frame is lost. It may be changed until the first frame "
                          "arrives.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&EsaLinkFaults::m_lossProbability),
                          MakeDoubleChecker<double>(0, 1))
            .AddAttribute("DuplicateProbability",
                          "Chance that a frame comes twice.",
                          DoubleValue(0),
                          MakeDoubleAccessor(&EsaLinkFaults::SetDuplicateProbability,
                                             &EsaLinkFaults::GetDuplicateProbability),
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
                          MakeUintegerAccessor(&EsaLinkFaults::SetReorderDepth,
                                               &EsaLinkFaults::GetReorderDepth),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute(
                "ExtraDelay",
                "Delay of every frame beyond the link's own.",
                TimeValue(Time(0)),
                MakeTimeAccessor(&EsaLinkFaults::SetExtraDelay, &EsaLinkFaults::GetExtraDelay),
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
    ReturnUnaffected();
}

void
EsaLinkFaults::AddOutage(const Time& from, const Time& until)
{
    NS_LOG_FUNCTION(this << from << until);
    NS_ABORT_MSG_IF(until < from, "EsaLinkFaults: an outage ends before it begins");
    m_outages.push_back({from, until});
    ReturnUnaffected();
}

EsaLinkFaults::Fate
EsaLinkFaults::ApplyFaults(Ptr<Packet> frame)
{
    ReturnUnaffected();
    const bool isDown = IsDown();
    const Fate fate = Decide(isDown, !isDown && IsCorrupt(frame));
    TakeUnaffected();
    return fate;
}

EsaLinkFaults::Fate
EsaLinkFaults::ApplyFaults(uint32_t bytes)
{
    ReturnUnaffected();
    const bool isDown = IsDown();
    const bool isCorrupt = !isDown && !m_errorModels.empty() && IsCorrupt(Create<Packet>(bytes));
    const Fate fate = Decide(isDown, isCorrupt);
    TakeUnaffected();
    return fate;
}

void
EsaLinkFaults::ReturnUnaffected()
{
    if (m_losses)
    {
        m_losses->GiveBack(m_unaffected);
    }
    m_unaffected = 0;
}

void
EsaLinkFaults::TakeUnaffected()
{
    const bool canOnlyBeLost = m_losses && m_errorModels.empty() && m_outages.empty() &&
                               m_duplicateProbability <= 0 && m_reorderDepth == 0 &&
                               m_extraDelay.IsZero();
    m_unaffected = canOnlyBeLost ? m_losses->TakeUnaffected() : 0;
}

void
EsaLinkFaults::SetDuplicateProbability(double probability)
{
    m_duplicateProbability = probability;
    ReturnUnaffected();
}

double
EsaLinkFaults::GetDuplicateProbability() const
{
    return m_duplicateProbability;
}

void
EsaLinkFaults::SetReorderDepth(uint32_t places)
{
    m_reorderDepth = places;
    ReturnUnaffected();
}

uint32_t
EsaLinkFaults::GetReorderDepth() const
{
    return m_reorderDepth;
}

void
EsaLinkFaults::SetExtraDelay(Time delay)
{
    m_extraDelay = delay;
    ReturnUnaffected();
}

bool
EsaLinkFaults::IsCorrupt(const Ptr<Packet>& frame) const
{
    bool isCorrupt = false;
    for (const auto& model : m_errorModels)
    {
        // every model sees every frame, so that each counts as if it were alone
        isCorrupt = model->IsCorrupt(frame) || isCorrupt;
    }
    return isCorrupt;
}

bool
EsaLinkFaults::IsLostByChance()
{
    if (!m_losses)
    {
        const auto key = static_cast<uint64_t>(m_random->GetValue() * 9007199254740992.0); // 2^53
        m_losses.emplace(m_lossProbability, key);
    }
    return m_losses->Next();
}

EsaLinkFaults::Fate
EsaLinkFaults::Decide(bool isDown, bool isCorrupt)
{
    Fate fate;
    if (isDown)
    {
        NS_LOG_WARN("a frame is lost: the link is down");
        ++m_counts.lostDown;
        fate.copies = 0;
        return fate;
    }
    if ((m_lossProbability > 0 && IsLostByChance()) || isCorrupt)
    {
        NS_LOG_WARN("a frame is lost by chance, or by an error model");
        ++m_counts.lost;
        fate.copies = 0;
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
    if (m_outages.empty())
    {
        return false;
    }
    const Time now = m_clock.TimeNow();
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
