// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGENDA_LISTS_H
#define ESA_AGENDA_LISTS_H

#include "esa-agenda.h"
#include "esa-line.h"

#include "ns3/esa-packet-train.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Followers of several trains that arrive in turns, sorted by train.
 *
 * Packets of several flows stand between each other on a line. To hand over each by itself costs
 * more than what is then done with it.
 */
class TrainParts
{
  public:
    /// Maximum number of followers of a train that are handed over at once.
    static constexpr uint32_t kMaxPackets = 32;

    /// What has arrived of a train.
    struct Part
    {
        const PacketTrain* train{nullptr};         ///< the train
        uint32_t count{0};                         ///< how many packets
        uint32_t max{0};                           ///< maximum of count
        std::array<Follower, kMaxPackets> packets; ///< the packets

        /// @brief Adds packets. @param first the first one @param more how many
        void Add(const Follower* first, uint32_t more)
        {
            std::copy(first, first + more, packets.begin() + count);
            count += more;
        }

        /// @return the packets
        TrainPart Get() const
        {
            return {*train, packets.data(), count};
        }
    };

    /// @brief There are no packets.
    void Clear()
    {
        for (std::size_t part = 0; part < m_used; ++part)
        {
            m_parts[m_trains[part]].count = 0;
        }
        m_used = 0;
    }

    /// @param train number of a train @return its part
    Part& Of(uint32_t train)
    {
        return m_parts[train];
    }

    /// @brief A train has packets, which are to be added. @param number of the train @param train
    /// the train @param max maximum number of packets that are handed over @return its part
    Part& Begin(uint32_t number, const PacketTrain& train, uint32_t max)
    {
        m_trains[m_used++] = number;
        Part& part = m_parts[number];
        part.train = &train;
        part.max = max;
        return part;
    }

    /// @return how many trains have packets
    std::size_t Size() const
    {
        return m_used;
    }

    /// @param part in the order of Begin() @return number of its train
    uint32_t Train(std::size_t part) const
    {
        return m_trains[part];
    }

  private:
    std::size_t m_used{0};                  ///< parts that have packets
    std::array<uint32_t, kTrains> m_trains; ///< numbers of their trains
    std::array<Part, kTrains> m_parts;      ///< by number of the train
};

/// Where the packets of a line go, while the node is at work.
struct Agenda::Lane
{
    Line* line{nullptr};     ///< the line
    LineEnd* end{nullptr};   ///< takes its frames in
    bool isForwarded{false}; ///< whether what follows in trains leaves by OutputPortOf()
    uint32_t forwarded{0};   ///< packets that left so, and are not counted yet
};

/// Lists that a node needs while it is at work. The nodes of a thread use the same ones in turn:
/// they are long, and stay in the cache.
struct Agenda::Lists
{
    /// An arrival of a line's next frame: time since the first one, and port.
    using DueFrame = uint64_t;

    /// @return port of a frame that is due
    static uint32_t PortOf(DueFrame frame)
    {
        return static_cast<uint32_t>(frame & ((1U << kPortBits) - 1));
    }

    /// @brief Puts what is due in order. @param span largest time in it
    void SortDue(uint64_t span);

    std::vector<uint32_t> busy;    ///< ports with frames that are due
    std::vector<Lane> lanes;       ///< of the busy ports, by port
    std::vector<DueFrame> due;     ///< what is due in this run
    std::vector<DueFrame> sorted;  ///< the same, while it is put in order
    std::vector<uint32_t> buckets; ///< to put it in order
    TrainParts parts;              ///< of one line
};

} // namespace ns3::esa

#endif // ESA_AGENDA_LISTS_H
