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

/// The hosts of a rack: two workers of a job, and its PS.
struct ThreeHosts
{
    explicit ThreeHosts(const std::string& system = "esa")
        : helper(system)
    {
    }

    /// @return a helper of the rack, which is installed
    EsaHelper& Installed()
    {
        helper.InstallRack(CreateObject<Node>(), hosts);
        return helper;
    }

    /// @return a job of one layer
    JobSetup Job(uint64_t bytes = 1000, uint32_t iterations = 1) const
    {
        const Dnn dnn{{FromMicroseconds(1)}, {{1, bytes}}, 1.0};
        return {dnn, NodeContainer(hosts.Get(0), hosts.Get(1)), hosts.Get(2), iterations};
    }

    EsaHelper helper;       ///< with the network
    NodeContainer hosts{3}; ///< of two workers and the PS
};

/// @return options of jobs that start at once
inline TrainingOptions
WithoutJitter()
{
    TrainingOptions options;
    options.jitter.startMax = Picoseconds(0);
    options.jitter.max = Picoseconds(0);
    return options;
}

/// A rack with one job of two workers and a PS. The job is installed; the test runs the simulation.
class TrainingRack : public ThreeHosts
{
  public:
    explicit TrainingRack(const std::string& system)
        : ThreeHosts(system)
    {
        TrainingOptions options = WithoutJitter();
        options.recovery = true;
        apps = Installed().InstallJobs({Job(500 * 248, 2)}, options);
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
        return objects;
    }

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
