// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HELPER_H
#define ESA_HELPER_H

#include "esa-fabric.h"

#include "ns3/application-container.h"
#include "ns3/esa-admission.h"
#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-collective-operation.h"
#include "ns3/esa-dnn.h"
#include "ns3/esa-flow-protocol.h"
#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-host-settings.h"
#include "ns3/esa-jitter.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-pause-port.h"
#include "ns3/esa-priority-rule.h"
#include "ns3/esa-switch.h"
#include "ns3/log.h"
#include "ns3/node-container.h"
#include "ns3/object-factory.h"
#include "ns3/trace-helper.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

struct JobPlace;

/// A training job and where it runs.
struct JobSetup
{
    Dnn dnn;                   ///< what it trains
    NodeContainer workers;     ///< the node of each worker; a node may occur twice
    Ptr<Node> parameterServer; ///< the node of its PS, which may be a worker's
    uint32_t iterations{1};    ///< iterations to run
    double slice{1};           ///< fraction of a model that the DNN is, see JitterSource::Sliced()
    std::shared_ptr<const GradientValues> gradients{}; ///< gradients; null: synthetic values
    std::vector<CollectiveOperation> operations{}; ///< of each partition, or all; empty: all-reduce
    std::vector<double> slowdowns{}; ///< factor of each worker's computation; empty: 1
    bool usesFlows{false};      ///< hosts exchange the data by flows (ring), whatever the system
    bool isSentByCaller{false}; ///< TrainingProcess::SendPartition() sends partitions
    std::optional<Picoseconds> startsAfter{}; ///< its installation; nothing: a random time
    NodeContainer extraServers{}; ///< with push and pull (byteps): a node of each server
                                  ///< that is not beside a worker; one may occur twice
    bool isColocated{true};       ///< the same: whether each worker has a server beside it
};

/// What distinguishes a job from the others.
struct JobIdentity
{
    uint16_t number{0}; ///< job number, unique in the whole simulation
    uint32_t share{0};  ///< its share of static memory, unique among present jobs
    uint32_t shares{1}; ///< number of shares of static memory
};

/// Lengths of queues as the time in which a port sends what is queued. 0: the length in bytes.
struct QueueTimes
{
    Picoseconds queue{0};   ///< capacity
    Picoseconds ecn{0};     ///< ECN threshold
    Picoseconds minMark{0}; ///< FlowMarking::minBytes
    Picoseconds maxMark{0}; ///< FlowMarking::maxBytes
    Picoseconds xoff{0};    ///< PauseParameters::xoffBytes
    Picoseconds xon{0};     ///< PauseParameters::xonBytes
};

/// What all jobs have in common, besides the attributes of the network.
struct TrainingOptions : HostSettings
{
    IndexRule indexRule{IndexRule::Mix64};     ///< how tasks find their aggregators
    PriorityCodec priority;                    ///< compression of priorities
    bool fullPayload{false};                   ///< carry all gradient values, not only a digest
    JitterSource::Parameters jitter{0, 0};     ///< start times and delays; seed or run 0: as of
                                               ///< RngSeedManager when the job is installed
    FlowProtocol protocol{FlowProtocol::Auto}; ///< of messages between workers, where hosts sum
    uint32_t channels{0}; ///< of collectives of hosts, where racks are servers, at most; 0: one,
                          ///< which visits workers by number
};

/**
 * @ingroup esa
 * @brief Builds a rack with a switch that aggregates, and installs training jobs on it.
 *
 *     EsaHelper esa("esa");
 *     esa.SetChannelAttribute("Delay", TimeValue(MicroSeconds(5)));
 *     esa.InstallRack(switchNode, hosts);
 *     ApplicationContainer apps = esa.InstallJobs({job1, job2}, TrainingOptions{});
 *     Simulator::Run();
 *
 * Attributes are of the network; set them before you install it. What workers and PSes are set to
 * is in TrainingOptions.
 */
class EsaHelper : public PcapHelperForDevice
{
  public:
    /// @brief Makes a helper. @param system name of a system; aborts if there is none of that name
    explicit EsaHelper(const std::string& system);

    /// @brief Sets an attribute of all devices, before the network is installed.
    /// @param name of EsaNetDevice, except EcnThresholdBytes: see SetEcnThreshold()
    void SetDeviceAttribute(const std::string& name, const AttributeValue& value);

    /// @brief The same for all links. @param name attribute of EsaChannel @param value its value
    void SetChannelAttribute(const std::string& name, const AttributeValue& value);

    /// @brief The same between racks and spines. @param name of EsaNetDevice @param value its value
    void SetUplinkDeviceAttribute(const std::string& name, const AttributeValue& value);

    /// @brief The same between racks and spines. @param name of EsaChannel @param value its value
    void SetUplinkChannelAttribute(const std::string& name, const AttributeValue& value);

    /// @brief Sets an attribute of all switches, before the network is installed.
    /// @param name of EsaSwitch @param value its value
    void SetSwitchAttribute(const std::string& name, const AttributeValue& value);

    /// @brief Sets an attribute of the system, before a switch or job of it is installed.
    /// @param name of the system (ns3::esa::Straw2, ...), or of the one that some of its jobs fall
    ///        back on; aborts if neither has it @param value its value
    void SetSystemAttribute(const std::string& name, const AttributeValue& value);

    /// @brief Sets a parameter in the system, or its fallback, if it declares it. Two systems may
    /// have attributes of the same name, but no two parameters have the same field.
    /// @param parameter its declaration
    /// @param value its value; to be set before a switch or job of the system is installed
    void SetSystemParameter(const SystemParameter& parameter, double value);

    /// @brief Sets the ECN threshold of the queues that mark in this system: at the switch's ports
    /// to parameter servers or, for PANAMA, at both ends of the links to workers.
    /// @param bytes queue length from which fragments are marked; 0: never. Default: 1 MB. To be
    ///        set before the first job is installed
    void SetEcnThreshold(uint64_t bytes);

    /// @brief Sets which data of flows the ports of switches mark. @param marking the thresholds
    void SetFlowMarking(const FlowMarking& marking);

    /// @brief Has all links pause by priority flow control. @param parameters the thresholds
    void SetPauses(const PauseParameters& parameters);

    /// @brief Gives queues a length in time, so that ports of other rates have other lengths.
    /// @param times what replaces QueueBytes, and what is set by SetEcnThreshold(),
    /// SetFlowMarking() and SetPauses(). To be set before the network is installed
    void SetQueueTimes(const QueueTimes& times);

    /// @brief Gets the flow control. @return who pauses whom; null: there is none
    const PauseNetwork* GetPauses() const
    {
        return m_pauses.get();
    }

    /// @brief Makes a node the switch, and links hosts to it.
    /// @param switchNode the switch; it has no EsaSwitch yet
    /// @param hosts the hosts; each gets one device
    /// @return the network
    const EsaFabric& InstallRack(Ptr<Node> switchNode, const NodeContainer& hosts);

    /// @brief Makes the switches and links, once. @param fabric the network @return it
    const EsaFabric& InstallFabric(std::unique_ptr<EsaFabric> fabric);

    /// @brief Gets the network. @return the network; aborts if none is installed yet
    const EsaFabric& GetFabric() const;

    /// @brief Installs jobs on hosts of the network; once for all jobs that share the switch.
    /// @param jobs the jobs; the index of a job is its number
    /// @param options what they have in common
    /// @return the applications: for each job, its workers in order, then its PS
    ApplicationContainer InstallJobs(const std::vector<JobSetup>& jobs,
                                     const TrainingOptions& options);

    /**
     * @brief Gets the system that a job runs with, as far as its share decides. It is the helper's
     * own system, or its fallback if the system gives memory to some jobs only and this one gets
     * none.
     * @param share the job's share of static memory
     * @return the job's system
     */
    const System& SystemOf(uint32_t share) const;

    /// @brief The same for a job that is installed. @return its system; its fallback, too, if it
    /// got no tree; ring, if it uses flows
    /// @param identity which job it is @param setup the job
    const System& SystemOf(const JobIdentity& identity, const JobSetup& setup) const;

    /// @param number job number
    /// @return what switches have for a job that was installed; null: there is none of this number,
    ///         or it uses flows
    const Grant* FindGrant(uint16_t number) const
    {
        return m_admission.Find(number);
    }

    /**
     * @brief Installs a job, even while the simulation runs. It starts at once, except for the
     * random start time of the options.
     * @param identity which job it is
     * @param options what it has in common with others
     * @return its workers in order, then its PS
     */
    ApplicationContainer InstallJob(const JobIdentity& identity,
                                    const JobSetup& setup,
                                    const TrainingOptions& options);

    /// @brief Removes a job from the network, which may be in the middle of an iteration. Its share
    /// and hosts are free then. Its packets under way are dropped.
    /// @param number job number, which no other job may get
    /// @param apps its applications; they keep their counts
    void RemoveJob(uint16_t number, const JobSetup& setup, const ApplicationContainer& apps);

    /// @brief Gets the switch. @return it, or the first of several; null: nothing is installed yet
    Ptr<EsaSwitch> GetSwitch() const
    {
        return !m_fabric || m_fabric->Switches().empty() ? nullptr : m_fabric->Switches().front();
    }

    /// @brief Gets all switches. @return those that aggregate, by rack; then those between racks
    const std::vector<Ptr<EsaSwitch>>& GetSwitches() const
    {
        return GetFabric().Switches();
    }

    /// @brief Fixes the random streams of what was installed.
    /// @param stream first stream number to use
    /// @return streams used
    int64_t AssignStreams(int64_t stream);

  private:
    void EnablePcapInternal(std::string prefix,
                            Ptr<NetDevice> nd,
                            bool promiscuous,
                            bool explicitFilename) override;

    /// @brief Sets an attribute of a part of the network; aborts if the network is installed.
    void SetInNetwork(ObjectFactory& factory, const std::string& name, const AttributeValue& value);

    /// @brief Sets the ECN threshold at both ends of the links of hosts, for results, too.
    void MarkAt(const NodeContainer& hosts);

    /// @return what the admission rule may read; refers to its arguments
    AdmissionRequest RequestOf(const JobIdentity& identity,
                               const AggregationPlan& racks,
                               const std::vector<std::size_t>& hosts) const;

    /// @brief Gives the ports of a link the thresholds that depend on its rate.
    void SetThresholds(const EsaLink& link);

    /// @brief Has a port mark fragments by ECN. @param device where it is
    void SetEcnOf(const Ptr<EsaNetDevice>& device) const;

    /// @brief Admits a job, or not. @return where it runs, and its share
    JobPlace Admit(const JobIdentity& identity, const JobSetup& setup);

    /// @brief Divides the share of a job among its groups; aborts if it is too small.
    /// @param ofJob the system that the job runs with
    void ShareMemory(JobPlace& place, const JobIdentity& identity, const SystemRecord& ofJob) const;

    /// @brief Has the ports mark that a job whose gradients the switch sums needs.
    void MarkFor(const SystemRecord& system, const JobSetup& setup);

    Ptr<EsaSystem> m_system;                ///< the system
    Ptr<EsaSystem> m_flows;                 ///< of jobs that use flows whatever the system
    Ptr<EsaSystem> m_fallback;              ///< of jobs that are not admitted; null: all are
    Admission m_admission;                  ///< what each job got
    FabricFactories m_factories;            ///< make the parts of the network
    uint64_t m_ecnThresholdBytes;           ///< ECN threshold, see SetEcnThreshold()
    FlowMarking m_flowMarking;              ///< see SetFlowMarking()
    PauseParameters m_pauseParameters;      ///< see SetPauses()
    QueueTimes m_queueTimes;                ///< see SetQueueTimes()
    std::shared_ptr<PauseNetwork> m_pauses; ///< see SetPauses(); null: none
    bool m_hasJob{false};                   ///< whether a job was installed
    std::unique_ptr<EsaFabric> m_fabric;    ///< the network; null: not installed yet

    static LogComponent g_log; ///< of NS_LOG
};

/// @ingroup esa
/// @brief If NS_LOG is set and this build has no logs, print so on stderr, once in a process.
///
/// ns-3 checks the names of components in every build, and then stays silent in a release build.
void WarnOfMissingLogs();

} // namespace ns3::esa

#endif // ESA_HELPER_H
