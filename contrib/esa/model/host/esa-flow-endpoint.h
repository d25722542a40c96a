// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_ENDPOINT_H
#define ESA_FLOW_ENDPOINT_H

#include "ns3/esa-flow-end.h"
#include "ns3/esa-setting-accessor.h"
#include "ns3/object.h"

#include <string>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The attributes of one end of the reliable flows between the hosts of a job (FlowEnd).
class EsaFlowEndpoint : public Object, public FreezableAttributes
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaFlowEndpoint();
    ~EsaFlowEndpoint() override;

    /// @return the attributes' values; they cannot be set any more
    const FlowSettings& UseSettings();

    const char* AttributesSettableUntil() const override
    {
        return "its job is installed";
    }

  private:
    void SetSelective(bool enabled); ///< @param enabled retransmit nothing but what is lost

    /// @param name of the congestion control, as in scenario files
    void SetCongestionControl(const std::string& name);

    FlowSettings m_settings; ///< the attributes
};

} // namespace ns3::esa

#endif // ESA_FLOW_ENDPOINT_H
