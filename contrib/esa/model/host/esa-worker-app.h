// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WORKER_APP_H
#define ESA_WORKER_APP_H

#include "esa-training-app.h"

#include "ns3/esa-worker-process.h"

#include <string>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A worker whose gradients the network sums: a WorkerProcess with attributes.
class EsaWorkerApp : public EsaTrainingApp
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaWorkerApp();
    ~EsaWorkerApp() override;

    /// @return the attributes' values; an error ends the program if they contradict each other
    const WorkerSettings& Settings() const;

  private:
    void StartApplication() override;

    /// @param name name of a WindowCount
    void SetWindowCounts(const std::string& name);

    WorkerSettings m_settings; ///< the attributes
};

} // namespace ns3::esa

#endif // ESA_WORKER_APP_H
