// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CHANNEL_H
#define ESA_CHANNEL_H

#include "esa-freezable-attributes.h"

#include "ns3/channel.h"
#include "ns3/log.h"
#include "ns3/nstime.h"

#include <array>

namespace ns3::esa
{

class EsaNetDevice;

/// @ingroup esa
/// @brief A full-duplex cable between two EsaNetDevices.
class EsaChannel : public Channel, public FreezableAttributes
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaChannel();
    ~EsaChannel() override;

    /// Plugs the cable in at both ends.
    void Connect(Ptr<EsaNetDevice> a, Ptr<EsaNetDevice> b);

    /// @return propagation delay
    Time GetDelay() const
    {
        return m_delay;
    }

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

    const char* AttributesSettableUntil() const override
    {
        return "a job is installed, a frame is sent or the simulation begins";
    }

  protected:
    void DoDispose() override;

  private:
    Time m_delay;                               ///< propagation delay
    std::array<Ptr<EsaNetDevice>, 2> m_devices; ///< both ends

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_CHANNEL_H
