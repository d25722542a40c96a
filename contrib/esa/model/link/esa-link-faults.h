// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LINK_FAULTS_H
#define ESA_LINK_FAULTS_H

#include "esa-sim-clock.h"

#include "ns3/error-model.h"
#include "ns3/esa-loss-gaps.h"
#include "ns3/log.h"
#include "ns3/nstime.h"
#include "ns3/object.h"
#include "ns3/packet.h"
#include "ns3/random-variable-stream.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The faults of one direction of a link: frames are lost, come twice, come late, or are
 * overtaken by others.
 *
 * The device that receives the frames has them (EsaNetDevice::SetFaults). They concern fragments
 * and ordinary frames alike. ns-3's ErrorModels may decide about losses. They see a packet of the
 * frame's length, but not the contents of a fragment. LossProbability costs less than such a model.
 */
class EsaLinkFaults : public Object
{
  public:
    /// What was done to frames.
    struct Counts
    {
        uint64_t lost{0};       ///< frames that an error model dropped
        uint64_t lostDown{0};   ///< frames that came while the link was down
        uint64_t duplicated{0}; ///< frames that came twice
        uint64_t reordered{0};  ///< frames that were held back
    };

    /// What happens to a frame.
    struct Fate
    {
        uint32_t copies{1};  ///< how often it comes: 0, 1 or 2 times
        uint32_t lag{0};     ///< frames of its own length by which it lags behind
        uint32_t copyLag{0}; ///< the same for the second copy
    };

    /// @return the TypeId
    static TypeId GetTypeId();

    EsaLinkFaults();
    ~EsaLinkFaults() override;

    /// Adds a cause of losses to those that are there.
    /// @param model a model; a frame is lost if any of them calls it corrupt
    void AddErrorModel(Ptr<ErrorModel> model);

    /// @return the model that was added last; null: there is none
    Ptr<ErrorModel> LastErrorModel() const
    {
        return m_errorModels.empty() ? nullptr : m_errorModels.back();
    }

    /// Takes the link down for a while; frames that arrive meanwhile are lost.
    void AddOutage(const Time& from, const Time& until);

    /// Decides about a frame, and counts.
    /// @return what becomes of it
    Fate ApplyFaults(Ptr<Packet> frame);

    /// Decides about a fragment, and counts. Error models see a packet of its length.
    /// @return what becomes of it
    Fate ApplyFaults(uint32_t bytes);

    /// @return the number of next frames that surely come once and in time. For each of them that
    /// is not handed to ApplyFaults(), the caller counts the number down. It is 0 after the faults
    /// have changed.
    uint64_t& Unaffected()
    {
        return m_unaffected;
    }

    /// @return how much later than usual every frame comes
    Time GetExtraDelay() const
    {
        return m_extraDelay;
    }

    /// @return what was done to frames
    const Counts& GetCounts() const
    {
        return m_counts;
    }

    /// Fixes the random streams.
    /// @param stream first stream number to use
    /// @return streams used
    int64_t AssignStreams(int64_t stream);

  protected:
    void DoDispose() override;

  private:
    // Setters and getters of attributes: frames that were sure to come are not any more.
    void SetDuplicateProbability(double probability); ///< @param probability of a second copy
    void SetReorderDepth(uint32_t places);            ///< @param places to be held back, at most
    void SetExtraDelay(Time delay);                   ///< @param delay of every frame
    double GetDuplicateProbability() const;           ///< @return chance of a second copy
    uint32_t GetReorderDepth() const;                 ///< @return places to be held back, at most

    /// @brief No frame is sure to come once and in time.
    void ReturnUnaffected();

    /// @brief Counts the frames that surely come once and in time.
    void TakeUnaffected();

    /// While the link is down.
    struct Outage
    {
        Time from;  ///< begin
        Time until; ///< end
    };

    /// @return what becomes of a frame @param isDown whether the link is down @param isCorrupt
    /// whether an error model takes it
    Fate Decide(bool isDown, bool isCorrupt);

    /// @return whether any error model takes a frame
    bool IsCorrupt(const Ptr<Packet>& frame) const;

    /// @return whether the next frame is lost by LossProbability
    bool IsLostByChance();

    /// @return true if the link is down now
    bool IsDown() const;

    /// @return by how many places a frame is to be held back; most often 0
    uint32_t DrawLag();

    double m_lossProbability;      ///< attribute: chance that a frame is lost
    double m_duplicateProbability; ///< attribute: chance that a frame comes twice
    double m_reorderProbability;   ///< attribute: chance that a frame is held back
    uint32_t m_reorderDepth;       ///< attribute: by this many places at most
    Time m_extraDelay;             ///< attribute: of every frame

    std::optional<LossGaps> m_losses;           ///< by LossProbability; none yet: not drawn
    uint64_t m_unaffected{0};                   ///< see Unaffected()
    std::vector<Ptr<ErrorModel>> m_errorModels; ///< other losses
    std::vector<Outage> m_outages;              ///< times without link
    Ptr<UniformRandomVariable> m_random{CreateObject<UniformRandomVariable>()}; ///< U[0, 1)
    SimClock m_clock;                                                           ///< the time
    Counts m_counts;                                                            ///< what was done

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_LINK_FAULTS_H
