// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_ADVERSARY_LEDGER_H
#define ESA_TEST_ADVERSARY_LEDGER_H

#include "ns3/esa-parameter-server.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-system-record.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace ns3::esa
{

/// The receiver of a packet, and how it is sent.
enum class Link : uint8_t
{
    ToSwitch, ///< from workers, PSes and other switches
    ToServer, ///< from the switch to a PS
    ToWorker, ///< from the switch to a worker
};

/// Number of kinds of links.
constexpr std::size_t kLinks = 3;

/// Malformed packets, by the reason for which they have to be dropped.
enum class Junk : uint8_t
{
    MalformedAtSwitch, ///< an aggregator beyond the table, or impossible workers
    MalformedAtServer, ///< another job's, or impossible workers
    StrayAtServer,     ///< of a task that cannot be open
};

/// Number of kinds of junk.
constexpr std::size_t kJunkKinds = 3;

/// @brief Counts packets outside of switch and PSes, and compares their counts with its own. Every
/// packet that went in must come out or be dropped for a named reason.
class PacketLedger
{
  public:
    /// A packet, or a copy of it, is put on a link.
    void Put(Link link)
    {
        ++At(m_put, link);
    }

    /// It is lost.
    void Lose(Link link)
    {
        ++At(m_lost, link);
    }

    /// It is taken off its link.
    void Take(Link link)
    {
        ++At(m_taken, link);
    }

    /// A malformed packet is taken off its link.
    void TakeJunk(Junk kind)
    {
        ++m_junk[static_cast<std::size_t>(kind)];
    }

    /// @brief The switch has decided on a packet.
    /// @param recovers whether losses are repaired: then every reminder is answered
    /// @return what is wrong with it, if anything
    std::string AtSwitch(const Decision& decision, bool recovers);

    /// A packet enters a switch once more, without a link.
    void GoesThroughAgain()
    {
        ++m_again;
    }

    /// A switch forwards a packet that its pipeline does not process.
    void Bypasses()
    {
        ++m_passedBy;
    }

    /// @brief A PS has received a packet.
    /// @param before the PS's counts before
    /// @param after the PS's counts after
    /// @return what is wrong with them, if anything
    std::string AtServer(const InaPacket& packet,
                         const ParameterServer::Counts& before,
                         const ParameterServer::Counts& after);

    /// A PS sends a packet.
    void FromServer(const InaPacket& packet);

    /// A worker has received a query.
    void Asked()
    {
        ++m_asked;
    }

    /// A worker has received a result; @param isNew whether it was new
    void TakeResult(bool isNew)
    {
        ++(isNew ? m_newResults : m_repeatedResults);
    }

    /// @return results that a worker had already
    uint64_t RepeatedResults() const
    {
        return m_repeatedResults;
    }

    /**
     * @brief Compares all counts when no packet is on its way any more.
     * @param switches every switch
     * @param servers sum of the PSes' counts
     * @param results results that the workers had to get
     * @return the equation that does not hold, if any
     */
    std::string Check(const std::vector<std::unique_ptr<SwitchPipeline>>& switches,
                      const ParameterServer::Counts& servers,
                      uint64_t results) const;

  private:
    /// Counts of each kind of link.
    using ByLink = std::array<uint64_t, kLinks>;

    /// @return a link's count
    static uint64_t& At(ByLink& counts, Link link)
    {
        return counts[static_cast<std::size_t>(link)];
    }

    /// @copydoc At
    static uint64_t At(const ByLink& counts, Link link)
    {
        return counts[static_cast<std::size_t>(link)];
    }

    /// @return impossible packets of a kind
    uint64_t JunkOf(Junk kind) const
    {
        return m_junk[static_cast<std::size_t>(kind)];
    }

    /// @copydoc Check
    std::string CheckSwitches(const std::vector<std::unique_ptr<SwitchPipeline>>& switches) const;
    /// @copydoc Check
    std::string CheckServers(const ParameterServer::Counts& servers) const;

    ByLink m_put{};                             ///< put on links, copies counted
    ByLink m_lost{};                            ///< lost there
    ByLink m_taken{};                           ///< taken off
    std::array<uint64_t, kJunkKinds> m_junk{};  ///< impossible ones taken off
    std::array<uint64_t, kPacketKinds> m_out{}; ///< packets of PSes, by kind
    uint64_t m_passedBy{0};                     ///< a switch only passed them on
    uint64_t m_again{0};                        ///< they entered a switch without a link
    uint64_t m_wentOn{0};                       ///< the switch sent them on
    uint64_t m_consumed{0};                     ///< the switch has them in a sum
    uint64_t m_dropped{0};                      ///< the switch dropped them
    uint64_t m_withoutFragment{0};              ///< arrived at a PS without a fragment
    uint64_t m_answeredAgain{0};                ///< of these, resends of tasks that were done
    uint64_t m_mayBeHeldOff{0};                 ///< of these, some may get no result
    uint64_t m_asked{0};                        ///< queries that workers got
    uint64_t m_newResults{0};                   ///< results that were new to their worker
    uint64_t m_repeatedResults{0};              ///< results that were not
};

/// @return the sum of two PSes' counts
ParameterServer::Counts operator+(const ParameterServer::Counts& a,
                                  const ParameterServer::Counts& b);

} // namespace ns3::esa

#endif // ESA_TEST_ADVERSARY_LEDGER_H
