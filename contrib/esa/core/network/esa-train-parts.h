// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRAIN_PARTS_H
#define ESA_TRAIN_PARTS_H

#include "ns3/esa-packet-train.h"

#include <array>
#include <cstddef>
#include <cstdint>

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

} // namespace ns3::esa

#endif // ESA_TRAIN_PARTS_H
