// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-header.h"

#include "ns3/esa-switchml-wire-format.h"
#include "ns3/esa-wire-format.h"

namespace ns3::esa
{
namespace
{

/// Reads as many bytes as an array has.
/// @tparam Bytes a std::array of bytes
template <typename Bytes>
Bytes
ReadBytes(Buffer::Iterator start)
{
    Bytes bytes;
    start.Read(bytes.data(), bytes.size());
    return bytes;
}

/// @param os where to print
/// @param f the fields that both headers have
void
PrintTask(std::ostream& os, const InaPacket& f)
{
    os << "kind=" << static_cast<unsigned>(f.kind) << " job=" << f.job << " seq=" << f.seq
       << " aggregator=" << f.aggregator;
}

} // namespace

NS_OBJECT_ENSURE_REGISTERED(EsaHeader);
NS_OBJECT_ENSURE_REGISTERED(SwitchMlHeader);

TypeId
EsaHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaHeader")
                            .SetParent<Header>()
                            .SetGroupName("Esa")
                            .AddConstructor<EsaHeader>();
    return tid;
}

EsaHeader::EsaHeader(const InaPacket& fragment)
    : m_fragment(fragment)
{
}

TypeId
EsaHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
EsaHeader::Print(std::ostream& os) const
{
    PrintTask(os, m_fragment);
    os << " bitmap=" << m_fragment.bitmap << " fanIn=" << unsigned{m_fragment.fanIn}
       << " priority=" << unsigned{m_fragment.priority} << " ecn=" << m_fragment.ecn;
}

uint32_t
EsaHeader::GetSerializedSize() const
{
    return kInaHeaderBytes;
}

void
EsaHeader::Serialize(Buffer::Iterator start) const
{
    const InaHeaderBytes bytes = EncodeInaHeader(m_fragment);
    start.Write(bytes.data(), bytes.size());
}

uint32_t
EsaHeader::Deserialize(Buffer::Iterator start)
{
    const auto fragment = DecodeInaHeader(ReadBytes<InaHeaderBytes>(start));
    m_valid = fragment.has_value();
    m_fragment = fragment.value_or(InaPacket{});
    return kInaHeaderBytes;
}

TypeId
SwitchMlHeader::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::SwitchMlHeader")
                            .SetParent<Header>()
                            .SetGroupName("Esa")
                            .AddConstructor<SwitchMlHeader>();
    return tid;
}

SwitchMlHeader::SwitchMlHeader(const InaPacket& fragment)
    : m_fragment(fragment)
{
}

TypeId
SwitchMlHeader::GetInstanceTypeId() const
{
    return GetTypeId();
}

void
SwitchMlHeader::Print(std::ostream& os) const
{
    PrintTask(os, m_fragment);
    os << " version=" << m_fragment.version;
}

uint32_t
SwitchMlHeader::GetSerializedSize() const
{
    return kSwitchMlHeaderBytes;
}

void
SwitchMlHeader::Serialize(Buffer::Iterator start) const
{
    const SwitchMlHeaderBytes bytes = EncodeSwitchMlHeader(m_fragment);
    start.Write(bytes.data(), bytes.size());
}

uint32_t
SwitchMlHeader::Deserialize(Buffer::Iterator start)
{
    const auto fragment = DecodeSwitchMlHeader(ReadBytes<SwitchMlHeaderBytes>(start));
    m_valid = fragment.has_value();
    m_fragment = fragment.value_or(InaPacket{});
    return kSwitchMlHeaderBytes;
}

} // namespace ns3::esa
