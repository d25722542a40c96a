/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-sharded-trace.h"

#include "esa-chakra-node.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace ns3::esa
{

namespace
{

constexpr uint64_t kNone = UINT64_MAX; ///< no node

/// Makes the file of a rank.
class ShardedMaker
{
  public:
    explicit ShardedMaker(const ShardedSpec& spec)
        : m_spec(spec),
          m_gathered(spec.units.size(), kNone),
          m_computed(spec.units.size(), kNone)
    {
    }

    std::string Make()
    {
        const std::size_t units = m_spec.units.size();
        for (std::size_t unit = 0; unit < units; ++unit)
        {
            Gather(unit, unit >= 2 ? m_computed[unit - 2] : kNone);
            Compute("forward ", unit, m_spec.units[unit].forwardUs);
        }
        for (std::size_t unit = units; unit-- > 0;)
        {
            if (unit + 1 == units && unit > 0)
            {
                Gather(unit, m_last);
            }
            // the root, unit 0, is still there
            if (unit >= 2)
            {
                Gather(unit - 1, m_last);
            }
            Compute("backward ", unit, m_spec.units[unit].backwardUs);
            Scatter(unit);
        }
        return m_out.File();
    }

  private:
    static std::string NameOf(std::size_t unit)
    {
        return "unit " + std::to_string(unit + 1);
    }

    /// Appends a node. @return its id
    uint64_t Add(ChakraNode node)
    {
        node.dependencies.erase(
            std::remove(node.dependencies.begin(), node.dependencies.end(), kNone),
            node.dependencies.end());
        return m_out.Add(std::move(node));
    }

    /// The bytes of a rank's shard of a unit.
    uint64_t ShardBytes(std::size_t unit) const
    {
        const uint64_t parameters = m_spec.units[unit].parameters;
        return (parameters + m_spec.ranks - 1) / m_spec.ranks * m_spec.bytesPerParameter;
    }

    /// Appends a collective of all ranks after the one before, unless it has no data. @return its
    /// id
    uint64_t Collective(const std::string& name,
                        CollectiveKind type,
                        uint64_t bytes,
                        uint64_t waitsFor)
    {
        if (bytes == 0 || m_spec.ranks < 2)
        {
            return kNone;
        }
        ChakraNode node = ChakraWriter::Collective(name, type, bytes);
        node.dependencies = {waitsFor, m_lastCollective};
        m_lastCollective = Add(std::move(node));
        return m_lastCollective;
    }

    void Gather(std::size_t unit, uint64_t waitsFor)
    {
        m_gathered[unit] = Collective("gather " + NameOf(unit),
                                      CollectiveKind::AllGather,
                                      ShardBytes(unit),
                                      waitsFor);
    }

    void Scatter(std::size_t unit)
    {
        Collective("scatter " + NameOf(unit),
                   CollectiveKind::ReduceScatter,
                   ShardBytes(unit) * m_spec.ranks,
                   m_computed[unit]);
    }

    /// Computes a unit, after what was computed before and when its parameters are there.
    void Compute(const std::string& part, std::size_t unit, uint64_t us)
    {
        ChakraNode node = ChakraWriter::Compute(part + NameOf(unit), us);
        node.dependencies = {m_last, m_gathered[unit]};
        m_last = Add(std::move(node));
        m_computed[unit] = m_last;
    }

    const ShardedSpec& m_spec;        ///< the job
    std::vector<uint64_t> m_gathered; ///< by unit: its last all-gather
    std::vector<uint64_t> m_computed; ///< by unit: its last computation
    uint64_t m_last{kNone};           ///< the last computation
    uint64_t m_lastCollective{kNone}; ///< the last collective
    ChakraWriter m_out;               ///< the file
};

} // namespace

std::string
MakeShardedTrace(const ShardedSpec& spec)
{
    return ShardedMaker(spec).Make();
}

} // namespace ns3::esa
