// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-setup-check.h"

#include "esa-helper.h"

#include "ns3/abort.h"
#include "ns3/esa-host-sum.h"

#include <cstddef>

namespace ns3::esa
{

void
CheckJobSetup(const JobSetup& setup)
{
    const std::size_t layers = setup.dnn.layerCompute.size();
    NS_ABORT_MSG_IF(!setup.parameterServer, "EsaHelper: the job has no node for its PS");
    NS_ABORT_MSG_IF(setup.iterations == 0,
                    "EsaHelper: the job has 0 iterations; 1 or more are run");
    NS_ABORT_MSG_IF(layers == 0, "EsaHelper: the job's DNN has no layers");
    NS_ABORT_MSG_IF(setup.dnn.partitions.empty(), "EsaHelper: the job's DNN has no partitions");
    const std::size_t backward = setup.dnn.layerBackward.size();
    NS_ABORT_MSG_IF(backward != 0 && backward != layers,
                    "EsaHelper: the job's DNN has " << layers << " layers, but " << backward
                                                    << " backward parts");
    for (const Dnn::Partition& partition : setup.dnn.partitions)
    {
        NS_ABORT_MSG_IF(partition.layer < 1 || partition.layer > layers,
                        "EsaHelper: a partition belongs to layer "
                            << partition.layer << ", but the job's DNN has layers 1 to " << layers);
        NS_ABORT_MSG_IF(partition.layerCount < 1 ||
                            partition.layerCount > layers - partition.layer + 1,
                        "EsaHelper: a partition belongs to "
                            << partition.layerCount << " layers from layer " << partition.layer
                            << " on, but the job's DNN has layers 1 to " << layers);
        NS_ABORT_MSG_IF(partition.bytes == 0, "EsaHelper: a partition of the job's DNN is empty");
    }
    NS_ABORT_MSG_IF(!setup.slowdowns.empty() && setup.slowdowns.size() != setup.workers.GetN(),
                    "EsaHelper: the job has " << setup.workers.GetN() << " workers, but "
                                              << setup.slowdowns.size() << " slowdowns");
    NS_ABORT_MSG_UNLESS(setup.dnn.commCompRatio > 0,
                        "EsaHelper: the job's DNN has a commCompRatio of "
                            << setup.dnn.commCompRatio << ", which must be above 0");
}

void
CheckOperations(const JobSetup& setup, const SystemRecord& system)
{
    const std::size_t operations = setup.operations.size();
    const uint32_t workers = setup.workers.GetN();
    NS_ABORT_MSG_IF(operations > 1 && operations != setup.dnn.partitions.size(),
                    "EsaHelper: the job has " << operations << " operations, but "
                                              << setup.dnn.partitions.size() << " partitions");
    for (const CollectiveOperation& operation : setup.operations)
    {
        NS_ABORT_MSG_IF(!KnowsOperation(system, operation.kind),
                        "EsaHelper: " << system.name << " does not know an operation of the job");
        const bool lacksRoot = operation.root >= workers;
        const bool lacksPeer = operation.peer >= workers || operation.peer == operation.root;
        NS_ABORT_MSG_IF(
            operation.kind != CollectiveKind::AllReduce &&
                (lacksRoot || (lacksPeer && operation.kind == CollectiveKind::SendReceive)),
            "EsaHelper: the root and the peer of an operation must be two of the job's workers");
        const CollectiveOperation& first = setup.operations.front();
        const bool isReduce = operation.kind == CollectiveKind::Reduce;
        NS_ABORT_MSG_IF(!system.SumsInHosts() &&
                            (isReduce != (first.kind == CollectiveKind::Reduce) ||
                             (isReduce && operation.root != first.root)),
                        "EsaHelper: where switches sum, a job with a reduce has no other operation "
                        "and one root");
    }
}

} // namespace ns3::esa
