// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_MODEL_TRAINING_RACK_H
#define ESA_TEST_MODEL_TRAINING_RACK_H

#include "ns3/application-container.h"
#include "ns3/error-model.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-helper.h"
#include "ns3/node-container.h"
#include "ns3/simulator.h"

#include <map>
#include <string>

namespace ns3::esa::test
{

/// A rack with one job of two workers and a PS. The job is installed; the test runs the simulation.
class TrainingRack
{
  public:
    explicit TrainingRack(const std::string& system)
        : helper(system)
    {
        TrainingOptions options;
        options.recovery = true;
        options.jitter.startMax = Picoseconds(0);
        options.jitter.max = Picoseconds(0);
        helper.InstallRack(NodeContainer(1).Get(0), hosts);
        const NodeContainer workers(hosts.Get(0), hosts.Get(1));
        const Dnn dnn{{FromMicroseconds(1)}, {{1, 500 * 248}}, 1.0};
        apps = helper.InstallJobs({JobSetup{dnn, workers, hosts.Get(2), 2}}, options);
    }

    TrainingRack(const TrainingRack&) = delete;
    TrainingRack& operator=(const TrainingRack&) = delete;

    ~TrainingRack()
    {
        Simulator::Destroy();
    }

    Ptr<EsaNetDevice> Port() const
    {
        return helper.GetFabric().LinkOf(hosts.Get(0)).AtSwitch();
    }

    /// @return the objects of the network, by TypeId
    std::map<std::string, Ptr<Object>> Objects() const
    {
        std::map<std::string, Ptr<Object>> objects;
        const auto add = [&objects](const Ptr<Object>& object) {
            if (object)
            {
                objects[object->GetInstanceTypeId().GetName()] = object;
            }
        };
        add(helper.GetSwitch());
        add(Port());
        add(Port()->GetChannel());
        for (auto app = apps.Begin(); app != apps.End(); ++app)
        {
            add(*app);
        }
        return objects;
    }

    EsaHelper helper;          ///< with the network
    NodeContainer hosts{3};    ///< of two workers and the PS
    ApplicationContainer apps; ///< the job's
};

/// @return an error model that loses every frame
inline Ptr<ErrorModel>
EveryFrame()
{
    const auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(1);
    return model;
}

} // namespace ns3::esa::test

#endif // ESA_TEST_MODEL_TRAINING_RACK_H
