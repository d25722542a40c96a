// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WORKER_APP_H
#define ESA_WORKER_APP_H

#include "esa-training-app.h"

#include "ns3/esa-worker-process.h"

#include <memory>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A worker whose gradients the network sums: a WorkerProcess.
class EsaWorkerApp : public EsaTrainingApp
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaWorkerApp();
    ~EsaWorkerApp() override;

    /// Sets what is set at its job; to be called before it starts.
    void SetUp(std::shared_ptr<const HostSettings> settings);

  private:
    void StartApplication() override;
};

} // namespace ns3::esa

#endif // ESA_WORKER_APP_H
