/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_WORKER_APP_H
#define ESA_WORKER_APP_H

#include "esa-training-app.h"

#include "ns3/esa-congestion-window.h"
#include "ns3/log.h"

namespace ns3::esa
{

struct WorkerTransportParameters;

/**
 * @ingroup esa
 * @brief A worker whose gradients the network sums: the attributes of an AggregationExchange.
 */
class EsaWorkerApp : public EsaTrainingApp
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaWorkerApp();
    ~EsaWorkerApp() override;

    /// @return with recovery: fragments from the first missing result on that may be under way
    uint32_t GetMaxAhead() const;

    /**
     * @param job a job
     * @param worker number of a worker in it
     * @return the parameters of the protocol, from the attributes and the job
     */
    WorkerTransportParameters TransportParameters(const TrainingJob& job, uint16_t worker) const;

  private:
    std::unique_ptr<GradientExchange> MakeExchange(const ExchangeContext& context) override;

    /**
     * @brief How long a worker waits from one question about a late result to the next one, so that
     * those of all workers fit the link of the PS. That is taken for as fast as the worker's own.
     * @param context the worker
     * @return the time; 0 where jobs are so small that they need not wait
     */
    Picoseconds TurnOfWorker(const ExchangeContext& context) const;

    // Setters of the window's attributes, which stand in a struct of the core
    void SetInitialWindow(uint32_t packets);       ///< @param packets at the start
    void SetMinWindow(uint32_t packets);           ///< @param packets at least
    void SetMaxWindow(uint32_t packets);           ///< @param packets at most; 0: no cap
    void SetSlowStartThreshold(uint32_t packets);  ///< @param packets at the start; 0: infinite
    void SetWindowGrowth(double packets);          ///< @param packets added per result or window
    void SetWindowCounts(const std::string& name); ///< @param name name of a WindowCount

    // Attributes
    WindowParameters m_window;  ///< the window
    Time m_rtoMin;              ///< least timeout
    Time m_checkInterval;       ///< between two checks for timeouts
    uint32_t m_overtakes;       ///< larger results that make one late
    uint16_t m_reminderBytes;   ///< length of a reminder's frame
    bool m_recovery;            ///< repair losses
    bool m_halvesWhenOvertaken; ///< with recovery, atp: an overtaken result halves the window
    uint32_t m_aheadWindows; ///< with recovery: windows from the first missing result on, at most

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_WORKER_APP_H
