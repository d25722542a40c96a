// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HEADER_H
#define ESA_HEADER_H

#include "ns3/esa-ina-packet.h"
#include "ns3/header.h"

#include <cstdint>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The header of ESA and ATP as an ns3::Header: esa-wire-format.h has the layout.
class EsaHeader : public Header
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaHeader() = default;

    /// @param fragment the packet whose header this is
    explicit EsaHeader(const InaPacket& fragment);

    /// @return the packet, without its payload
    const InaPacket& GetFragment() const
    {
        return m_fragment;
    }

    /// @return true if the header that was read has a kind, fan-in degrees and reserved bits as
    /// they should be
    bool IsValid() const
    {
        return m_valid;
    }

    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    InaPacket m_fragment; ///< the fields
    bool m_valid{true};   ///< whether they were read without fault
};

/// @ingroup esa
/// @brief SwitchML's headers, UDP included, as an ns3::Header: esa-switchml-wire-format.h has the
/// layout.
class SwitchMlHeader : public Header
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    SwitchMlHeader() = default;

    /// @param fragment the packet whose header this is
    explicit SwitchMlHeader(const InaPacket& fragment);

    /// @return the packet, without bitmap, fan-in and payload
    const InaPacket& GetFragment() const
    {
        return m_fragment;
    }

    /// @return true if what was read is SwitchML
    bool IsValid() const
    {
        return m_valid;
    }

    TypeId GetInstanceTypeId() const override;
    void Print(std::ostream& os) const override;
    uint32_t GetSerializedSize() const override;
    void Serialize(Buffer::Iterator start) const override;
    uint32_t Deserialize(Buffer::Iterator start) override;

  private:
    InaPacket m_fragment; ///< the fields
    bool m_valid{true};   ///< whether they were read without fault
};

} // namespace ns3::esa

#endif // ESA_HEADER_H
