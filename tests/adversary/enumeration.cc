// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "adversary/enumeration.h"

#include "adversary/ledger.h"
#include "core/job/job-of-levels.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-group-memory.h"
#include "ns3/esa-group-table.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-worker-transport.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <unordered_map>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr SwitchId kRack{0};                                 ///< the only one
constexpr Picoseconds kEpoch = FromMicroseconds(10'000);     ///< longer than the first timeouts
constexpr Picoseconds kStaleAfter = FromMicroseconds(3'000); ///< of stale aggregators
constexpr Picoseconds kRoundTrip = FromMicroseconds(20);     ///< until a result comes
constexpr std::size_t kMaxOthers = 4;                        ///< ways to a state that are compared
constexpr uint32_t kMaxEpochs = 40;                          ///< by then a job must have ended

// The parts of a job. The workers follow.
constexpr std::size_t kSwitch = 0;
constexpr std::size_t kServer = 1;
constexpr std::size_t kFirstWorker = 2;

// What a PS keeps is private. A name of a private member may be written in an explicit
// instantiation, so these make pointers to what a search has to compare.

/// Defines PrivateOf(Key), which is declared by the key.
template <typename Key, typename Key::Type kMember>
struct Opened
{
    friend constexpr typename Key::Type PrivateOf(Key)
    {
        return kMember;
    }
};

/// Makes the key of a member.
#define ESA_OPEN(KEY, CLASS, TYPE, MEMBER)                                                         \
    struct KEY                                                                                     \
    {                                                                                              \
        using Type = TYPE CLASS::*;                                                                \
        friend constexpr Type PrivateOf(KEY);                                                      \
    };                                                                                             \
    template struct Opened<KEY, &CLASS::MEMBER>

ESA_OPEN(TheDictionary, ParameterServer, TaskDictionary, m_dictionary);
ESA_OPEN(TheArmed, ParameterServer, std::vector<uint64_t>, m_armed);
ESA_OPEN(TheLatest, ParameterServer, uint64_t, m_latest);
ESA_OPEN(TheAnswerTime, ParameterServer, RtoEstimator, m_answerTime);
ESA_OPEN(TheSwitchAnswerTime, ParameterServer, RtoEstimator, m_switchAnswerTime);
ESA_OPEN(TheTimeout, ParameterServer, RtoEstimator, m_rto);
ESA_OPEN(TheMinAnswerTime, ParameterServer, Picoseconds, m_minAnswerTime);
ESA_OPEN(TheDeviation, RtoEstimator, Picoseconds, m_deviation);
ESA_OPEN(TheBackOffs, RtoEstimator, uint32_t, m_backOffs);

#undef ESA_OPEN

/// A packet, and the part that gets it.
struct Delivery
{
    std::size_t to;   ///< the part
    InaPacket packet; ///< the packet
};

/// What a part does with an input.
struct Reaction
{
    std::vector<Delivery> sent; ///< packets that leave
    std::string violation;      ///< what is wrong, if anything
    bool hasDrawn{false};       ///< whether a random number was drawn
    bool isIgnored{false};      ///< the part is as it was before
};

/// A random number that the search chooses.
class Choice : public RandomSource
{
  public:
    double Uniform() override
    {
        hasDrawn = true;
        return value;
    }

    double value{0};      ///< the number
    bool hasDrawn{false}; ///< whether it was used
};

/// Kinds of inputs.
enum class InputKind : uint8_t
{
    Packet,  ///< one arrives
    Timer,   ///< time has passed
    Begin,   ///< a worker gets its gradients
    Restart, ///< a PS forgets all
};

/// What happens to a part.
struct Input
{
    InputKind kind{InputKind::Packet};
    InaPacket packet;   ///< if one arrives
    Picoseconds now{0}; ///< the time
    double random{0};   ///< the number that is drawn
};

/// A part of a job: the switch, the PS, or a worker.
class Part
{
  public:
    virtual ~Part() = default;

    /// An input. @return what it does
    virtual Reaction Take(const Input& input) = 0;

    /// @return true if the part waits for nothing
    virtual bool IsDone() = 0;

    /// @param name of the state by its inputs @return a number that states have in common if they
    /// are equal
    virtual uint64_t Name(uint64_t name)
    {
        return name;
    }
};

/// What the parts of a job are made of.
struct Setting
{
    explicit Setting(const EnumeratedJob& theJob)
        : job(theJob),
          system(*FindSystem(theJob.system)),
          racks(JobOfLevels(
              AggregationLevels::Two,
              std::vector<SwitchId>(job.workers, kRack),
              kRack,
              [](SwitchId, uint32_t) { return std::vector<SwitchId>{}; },
              job.group,
              1)),
          oracle(0, job.workers, false)
    {
        const SystemRecord& record = system.Record();
        const bool hasSlots = record.onSwitch.memory == MemoryLayout::StaticSlots;
        share = std::max(job.aggregators, 1U) * GroupsAtOneSwitch(racks);
        entries = record.onSwitch.memory == MemoryLayout::SharedPool ? job.aggregators
                  : hasSlots                                         ? 2 * share
                                                                     : share;
        racks.SetGroupIndexes(
            GroupIndexesOf(record.onSwitch.memory, hasSlots ? entries / 2 : entries, share, racks));
        groups = std::make_shared<const GroupTable>(racks, kRack);
    }

    EnumeratedJob job;                        ///< the job
    System system;                            ///< its system
    AggregationPlan racks;                    ///< where its workers stand
    GradientOracle oracle;                    ///< makes and checks gradients
    uint32_t share{0};                        ///< aggregators of the job
    uint32_t entries{0};                      ///< of the switch's table
    std::shared_ptr<const GroupTable> groups; ///< what the switch sums
};

/// Mixes a number into a hash.
uint64_t
Mix(uint64_t hash, uint64_t value)
{
    return Hash64(hash * 0x9e3779b97f4a7c15 + value + 1);
}

/// @return a hash of a packet, without values
uint64_t
HashOf(const InaPacket& packet)
{
    std::array<uint64_t, sizeof(InaHeader) / 8> words{};
    std::memcpy(words.data(), static_cast<const InaHeader*>(&packet), sizeof(InaHeader));
    uint64_t hash = packet.sum.digest;
    for (const uint64_t word : words)
    {
        hash = Mix(hash, word);
    }
    return hash;
}

/// The switch.
class SwitchEnd : public Part
{
  public:
    explicit SwitchEnd(const Setting& setting)
        : m_setting(setting),
          m_pipeline(setting.system, setting.entries, m_choice)
    {
        m_pipeline.SetStaleAge(kStaleAfter);
        m_pipeline.SetGroups(0, setting.groups);
    }

    Reaction Take(const Input& input) override
    {
        Reaction out;
        m_choice.hasDrawn = false;
        m_choice.value = input.random;
        if (input.kind == InputKind::Timer)
        {
            out.isIgnored = true;
        }
        else
        {
            Pass(input.packet, input.now, out);
        }
        out.hasDrawn = m_choice.hasDrawn;
        return out;
    }

    bool IsDone() override
    {
        return true;
    }

    uint64_t Name(uint64_t /* name */) override
    {
        const bool agesMatter = m_setting.system.Record().onSwitch.reclaimsStale;
        uint64_t hash = 0;
        for (uint32_t place = 0; place < m_pipeline.Table().Size(); ++place)
        {
            const Aggregator& a = m_pipeline.Table().AtPlace(place);
            hash = Mix(hash, static_cast<uint64_t>(a.State()));
            if (a.State() == AggregatorState::Free)
            {
                continue;
            }
            hash = Mix(hash, a.sum.digest);
            hash = Mix(hash, uint64_t{a.bitmap} << 32 | a.seq);
            hash = Mix(hash, a.group * 256U + a.fanIn);
            hash = Mix(hash, a.priority * 8U + a.ecn * 4U + a.isDowngraded * 2U + a.isContended);
            hash = Mix(hash, agesMatter ? a.touchedAt.count() : 0);
        }
        return hash;
    }

  private:
    /// A packet passes the switch.
    void Pass(InaPacket packet, Picoseconds now, Reaction& out)
    {
        const GroupTable& groups = *m_setting.groups;
        if (groups.Bypasses(packet, m_setting.system.Record().onSwitch))
        {
            GoOn(groups.BypassEgress(packet), packet, now, out);
            return;
        }
        const Decision decision = m_pipeline.Process(packet, now);
        const std::string wrong = PacketLedger().AtSwitch(decision, true);
        out.violation = out.violation.empty() ? wrong : out.violation;
        GoOn(decision.egress, packet, now, out);
    }

    /// It leaves.
    void GoOn(Egress egress, const InaPacket& packet, Picoseconds now, Reaction& out)
    {
        switch (egress)
        {
        case Egress::Nowhere:
            break;
        case Egress::ToParameterServer:
            out.sent.push_back({kServer, packet});
            break;
        case Egress::ToWorker:
            out.sent.push_back({kFirstWorker + packet.worker, packet});
            break;
        case Egress::ToWorkers:
            Multicast(packet, now, out);
            break;
        case Egress::Recirculate:
            Pass(packet, now, out);
            break;
        case Egress::ToEndpoint:
            out.violation = "the pipeline processed a packet of a flow";
            break;
        }
    }

    /// It leaves to all members of its group.
    void Multicast(const InaPacket& packet, Picoseconds now, Reaction& out)
    {
        const GroupTable& groups = *m_setting.groups;
        if (!groups.Find(packet.group, packet.seq))
        {
            out.violation = "a result is for a group that the switch does not sum";
            return;
        }
        groups.ForEachMember(
            packet,
            [&](uint16_t worker) {
                InaPacket copy = packet;
                copy.worker = worker;
                out.sent.push_back({kFirstWorker + worker, copy});
            },
            [&](const InaPacket& copy, const GroupTable::Row& /* below */) {
                Pass(copy, now, out);
            });
    }

    const Setting& m_setting;  ///< the job
    Choice m_choice;           ///< random numbers
    SwitchPipeline m_pipeline; ///< the real switch
};

/// The PS.
class ServerEnd : public Part
{
  public:
    explicit ServerEnd(const Setting& setting)
        : m_fragments(setting.job.fragments),
          m_server(setting.system.Record(), ParametersOf(setting))
    {
    }

    Reaction Take(const Input& input) override
    {
        Reaction out;
        const ParameterServer::Counts before = m_server.GetCounts();
        switch (input.kind)
        {
        case InputKind::Packet:
            m_server.Receive(input.packet, input.now);
            out.violation = PacketLedger().AtServer(input.packet, before, m_server.GetCounts());
            break;
        case InputKind::Restart:
            m_server.Restart();
            break;
        default:
            out.isIgnored = !m_server.NeedsTimer();
            m_server.OnTimer(input.now);
            break;
        }
        InaPacket packet;
        while (m_server.Poll(packet))
        {
            out.sent.push_back({kSwitch, packet});
        }
        return out;
    }

    bool IsDone() override
    {
        return m_server.OpenEntries() == 0;
    }

    uint64_t Name(uint64_t /* name */) override
    {
        uint64_t hash = m_server.*PrivateOf(TheLatest{});
        hash = Mix(hash, (m_server.*PrivateOf(TheMinAnswerTime{})).count());
        hash = Mix(hash, m_server.*PrivateOf(TheAnswerTime{}));
        hash = Mix(hash, m_server.*PrivateOf(TheSwitchAnswerTime{}));
        hash = Mix(hash, m_server.*PrivateOf(TheTimeout{}));
        for (const uint64_t armed : m_server.*PrivateOf(TheArmed{}))
        {
            hash = Mix(hash, armed);
        }
        for (uint64_t position = 0; position < m_fragments; ++position)
        {
            TaskEntry* const entry = (m_server.*PrivateOf(TheDictionary{})).Find(position);
            hash = Mix(hash, position);
            hash = entry ? Mix(hash, *entry) : hash;
        }
        return hash;
    }

  private:
    /// Mixes an estimator of timeouts into a hash.
    static uint64_t Mix(uint64_t hash, const RtoEstimator& estimator)
    {
        hash = Mix(hash, estimator.Smoothed().count());
        hash = Mix(hash, (estimator.*PrivateOf(TheDeviation{})).count());
        return Mix(hash, estimator.*PrivateOf(TheBackOffs{}));
    }

    /// Mixes an entry into a hash.
    static uint64_t Mix(uint64_t hash, TaskEntry& e)
    {
        for (const Picoseconds time :
             {e.setUpAt, e.changedAt, e.remindedAt, e.queriedAt, e.markedAt})
        {
            hash = Mix(hash, time.count());
        }
        for (const EntrySet set : {EntrySet::InSum,
                                   EntrySet::Lacking,
                                   EntrySet::Queried,
                                   EntrySet::Reminding,
                                   EntrySet::Reminded})
        {
            hash = Mix(hash, *e.sets.Words(set, 1));
        }
        for (const uint64_t number : {uint64_t{e.inSum},
                                      uint64_t{e.overtaken},
                                      uint64_t{e.questions},
                                      uint64_t{e.inVain},
                                      uint64_t{e.timeouts},
                                      uint64_t{e.sentAgain},
                                      static_cast<uint64_t>(e.state),
                                      e.sum.digest,
                                      uint64_t{e.aggregator}})
        {
            hash = Mix(hash, number);
        }
        return Mix(hash,
                   e.hasQueriedFew + 2 * e.hasCollided + 4 * e.isContended + 8 * e.isSplit +
                       16 * e.timedOut + 32 * e.isRemindedAgain);
    }

    /// Mixes a number into a hash.
    static uint64_t Mix(uint64_t hash, uint64_t value)
    {
        return esa::Mix(hash, value);
    }

    static ParameterServerParameters ParametersOf(const Setting& setting)
    {
        ParameterServerParameters p;
        p.aggregation = setting.racks;
        p.recovery = true;
        p.keptResults =
            setting.system.Record().onHost.workersKeepResults ? 0 : 2 * setting.job.fragments;
        return p;
    }

    uint64_t m_fragments;     ///< of a worker
    ParameterServer m_server; ///< the real one
};

/// A worker.
class WorkerEnd : public Part
{
  public:
    WorkerEnd(const Setting& setting, uint16_t number)
        : m_setting(setting),
          m_number(number),
          m_missing(setting.job.fragments),
          m_has(setting.job.fragments)
    {
        const WorkerTransportParameters p = ParametersOf(setting, number);
        const SystemRecord& system = setting.system.Record();
        m_transport = std::make_unique<WorkerTransport>(MakeTransportParts(System(system), p), p);
    }

    Reaction Take(const Input& input) override
    {
        Reaction out;
        Picoseconds now = input.now + kRoundTrip * (m_setting.job.fragments - m_missing);
        switch (input.kind)
        {
        case InputKind::Packet:
            if (input.packet.kind == PacketKind::Query)
            {
                Leave(m_transport->OnQuery(input.packet), out);
            }
            else
            {
                now += kRoundTrip;
                TakeResult(input.packet, now, out);
            }
            break;
        case InputKind::Begin:
            m_transport->Offer(m_setting.job.fragments);
            break;
        default:
            m_transport->OnTimer(now);
            break;
        }
        for (WorkerTransport::OutgoingPacket packet; m_transport->Poll(now, packet);)
        {
            Leave(packet, out);
        }
        return out;
    }

    bool IsDone() override
    {
        return m_missing == 0;
    }

  private:
    static WorkerTransportParameters ParametersOf(const Setting& setting, uint16_t number)
    {
        const uint32_t fragments = setting.job.fragments;
        const uint32_t ofGroup = std::max(setting.share / GroupsAtOneSwitch(setting.racks), 1U);
        WorkerTransportParameters p;
        p.worker = number;
        p.aggregation = setting.racks;
        p.window = {fragments, 1, fragments, 0, 1};
        p.window.count = WindowCount::Sequence;
        p.window.maxAhead = fragments;
        p.pool = {IndexRule::Mix64, setting.job.aggregators, 1};
        p.slots = {0, ofGroup};
        p.share = {0, ofGroup};
        p.repair.recovery = true;
        p.cachedResults = setting.system.Record().onHost.workersKeepResults ? fragments : 0;
        return p;
    }

    /// A packet leaves with the worker's gradient.
    void Leave(WorkerTransport::OutgoingPacket packet, Reaction& out)
    {
        if (packet.bringsGradient)
        {
            m_setting.oracle.Fill(packet.packet, m_number);
            const std::vector<uint8_t>& priorities = m_setting.job.priorities;
            packet.packet.priority =
                packet.position < priorities.size() ? priorities[packet.position] : 1;
        }
        out.sent.push_back({kSwitch, packet.packet});
    }

    void TakeResult(const InaPacket& packet, Picoseconds now, Reaction& out)
    {
        const WorkerTransport::ResultStatus status = m_transport->OnResult(packet, now);
        if (!m_setting.oracle.IsExact(packet))
        {
            out.violation = "a result has a wrong sum";
        }
        out.isIgnored = !status.isNew;
        if (!status.isNew)
        {
            return;
        }
        if (status.position >= m_has.size() || m_has[status.position])
        {
            out.violation = "a worker takes a result twice, or a stray one";
            return;
        }
        m_has[status.position] = true;
        --m_missing;
    }

    const Setting& m_setting;                     ///< the job
    uint16_t m_number;                            ///< number of the worker
    uint64_t m_missing;                           ///< results that are missing
    std::vector<bool> m_has;                      ///< which are here
    std::unique_ptr<WorkerTransport> m_transport; ///< the real worker
};

/// A state of a part: the one before, and an input.
struct PartState
{
    std::size_t part; ///< the part
    uint32_t before;  ///< the state before; of the first one: itself
    uint32_t input;   ///< what led here
    bool isDone;      ///< the part waits for nothing
    std::vector<std::pair<uint32_t, uint64_t>> others; ///< other ways to it
};

/// What an input does in a state of a part.
struct Effect
{
    uint32_t after{0};          ///< the state after
    std::vector<uint32_t> sent; ///< packets that leave
    std::string violation;      ///< what is wrong, if anything
    bool hasDrawn{false};       ///< another random number may have another effect
};

/// A state of the job.
struct JobState
{
    std::vector<uint32_t> parts;  ///< of the parts
    std::vector<uint32_t> flight; ///< packets on their way, sorted
    uint32_t epoch{0};            ///< the time
    uint32_t losses{0};           ///< that may still happen
    uint32_t copies{0};           ///< that may still happen
    uint32_t early{0};            ///< timers that may still run at any moment
    uint32_t restarts{0};         ///< of the PS that may still happen

    uint64_t Hash() const
    {
        uint64_t hash = epoch;
        hash = Mix(hash, losses << 24 | copies << 16 | early << 8 | restarts);
        for (const uint32_t part : parts)
        {
            hash = Mix(hash, part);
        }
        for (const uint32_t packet : flight)
        {
            hash = Mix(hash, packet);
        }
        return hash;
    }
};

/// A search.
class Search
{
  public:
    explicit Search(const EnumeratedJob& job)
        : m_setting(job)
    {
    }

    EnumerationReport Run()
    {
        JobState first;
        const EnumeratedJob& job = m_setting.job;
        first.losses = job.losses;
        first.copies = job.copies;
        first.early = job.early;
        first.restarts = job.restarts;
        for (std::size_t part = 0; part < kFirstWorker + job.workers; ++part)
        {
            first.parts.push_back(static_cast<uint32_t>(m_states.size()));
            m_states.push_back({part, first.parts.back(), 0, part < kFirstWorker, {}});
        }
        for (std::size_t part = kFirstWorker; part < first.parts.size(); ++part)
        {
            const uint32_t begin = Number({part, {}}, InputKind::Begin);
            if (job.beginsLate)
            {
                first.flight.push_back(begin);
            }
            else
            {
                Apply(first, part, begin, false);
            }
        }
        std::sort(first.flight.begin(), first.flight.end());
        m_report.schedules = Explore(first);
        m_report.states = m_seen.size();
        m_report.parts = m_states.size();
        std::reverse(m_report.steps.begin(), m_report.steps.end());
        return m_report;
    }

  private:
    /// What has a number: a packet for a part, or another input of it.
    struct Numbered
    {
        Delivery delivery; ///< a packet, or only the part
        InputKind kind;    ///< what it is
    };

    uint32_t Number(const Delivery& delivery, InputKind kind)
    {
        uint64_t hash = Mix(HashOf(delivery.packet), delivery.to);
        hash = Mix(hash, static_cast<uint64_t>(kind));
        const auto [found, isNew] =
            m_numbers.try_emplace(hash, static_cast<uint32_t>(m_numbered.size()));
        if (isNew)
        {
            m_numbered.push_back({delivery, kind});
        }
        return found->second;
    }

    /// @return a part in its first state
    std::unique_ptr<Part> Make(std::size_t part) const
    {
        if (part == kSwitch)
        {
            return std::make_unique<SwitchEnd>(m_setting);
        }
        if (part == kServer)
        {
            return std::make_unique<ServerEnd>(m_setting);
        }
        return std::make_unique<WorkerEnd>(m_setting, static_cast<uint16_t>(part - kFirstWorker));
    }

    /// An input of a part, which has a number, at a time.
    static uint64_t Key(uint32_t number, uint32_t epoch, bool random)
    {
        return uint64_t{number} << 8 | epoch << 1 | (random ? 1 : 0);
    }

    Input InputOf(uint64_t key) const
    {
        const Numbered& numbered = m_numbered[key >> 8];
        Input input;
        input.kind = numbered.kind;
        input.packet = numbered.delivery.packet;
        input.now = kEpoch * (key >> 1 & 0x7f);
        input.random = (key & 1) != 0 ? 0.999 : 0;
        return input;
    }

    /// @return a part in a state, by a replay of its inputs
    std::unique_ptr<Part> Replay(uint32_t state, std::vector<uint64_t> inputs = {})
    {
        while (m_states[state].before != state)
        {
            inputs.push_back(m_keys[m_states[state].input]);
            state = m_states[state].before;
        }
        std::unique_ptr<Part> part = Make(m_states[state].part);
        for (auto key = inputs.rbegin(); key != inputs.rend(); ++key)
        {
            part->Take(InputOf(*key));
        }
        return part;
    }

    /// @return what an input does in a state of a part
    const Effect& EffectOf(uint32_t state, uint64_t key)
    {
        const auto [found, isNew] = m_effects.try_emplace(uint64_t{state} << 40 | key);
        Effect& effect = found->second;
        if (!isNew)
        {
            return effect;
        }
        ++m_report.effects;
        const std::unique_ptr<Part> part = Replay(state);
        Reaction reaction = part->Take(InputOf(key));
        for (const Delivery& delivery : reaction.sent)
        {
            effect.sent.push_back(Number(delivery, InputKind::Packet));
        }
        effect.violation = reaction.violation;
        effect.hasDrawn = reaction.hasDrawn;
        effect.after = state;
        if (!reaction.isIgnored)
        {
            effect.after = StateAfter(state, key, *part);
        }
        CheckOthers(state, key, reaction, *part);
        return effect;
    }

    /// Compares what an input does in a state with what it does where the part got there by other
    /// inputs. So a search notices if Name() forgets something.
    void CheckOthers(uint32_t state, uint64_t key, const Reaction& reaction, Part& part)
    {
        for (const auto& [before, input] : m_states[state].others)
        {
            const std::unique_ptr<Part> other = Replay(before, {input});
            const Reaction same = other->Take(InputOf(key));
            bool isEqual = same.sent.size() == reaction.sent.size() &&
                           same.violation == reaction.violation && other->Name(0) == part.Name(0) &&
                           other->IsDone() == part.IsDone();
            for (std::size_t i = 0; isEqual && i < same.sent.size(); ++i)
            {
                isEqual = Number(same.sent[i], InputKind::Packet) ==
                          Number(reaction.sent[i], InputKind::Packet);
            }
            if (!isEqual && m_report.violation.empty())
            {
                m_report.violation = "states with one name differ";
            }
            ++m_report.checks;
        }
    }

    /// @return the number of the state that a part has after an input
    uint32_t StateAfter(uint32_t state, uint64_t key, Part& part)
    {
        const std::size_t number = m_states[state].part;
        const uint64_t name = Mix(part.Name(Mix(m_names[state], key)), number);
        const auto [found, isNew] =
            m_byName.try_emplace(name, static_cast<uint32_t>(m_states.size()));
        if (isNew)
        {
            m_names[found->second] = name;
            m_states.push_back(
                {number, state, static_cast<uint32_t>(m_keys.size()), part.IsDone(), {}});
            m_keys.push_back(key);
        }
        else if (m_states[found->second].others.size() < kMaxOthers)
        {
            m_states[found->second].others.emplace_back(state, key);
        }
        return found->second;
    }

    /// An input of a part in a state of the job. @return whether a random number was drawn
    bool Apply(JobState& state, std::size_t part, uint32_t number, bool random)
    {
        const Effect& effect = EffectOf(state.parts[part], Key(number, state.epoch, random));
        state.parts[part] = effect.after;
        state.flight.insert(state.flight.end(), effect.sent.begin(), effect.sent.end());
        std::sort(state.flight.begin(), state.flight.end());
        const bool hasDrawn = effect.hasDrawn;
        if (!effect.violation.empty() && m_report.violation.empty())
        {
            m_report.violation = effect.violation;
        }
        DropIgnored(state);
        return hasDrawn;
    }

    /// Drops results on their way to workers that have them, and will ignore them whenever they
    /// come.
    void DropIgnored(JobState& state)
    {
        const auto isIgnored = [this, &state](uint32_t number) {
            const Delivery& delivery = m_numbered[number].delivery;
            if (m_numbered[number].kind != InputKind::Packet || delivery.to < kFirstWorker ||
                !IsResultKind(delivery.packet.kind))
            {
                return false;
            }
            const uint32_t part = state.parts[delivery.to];
            const Effect& effect = EffectOf(part, Key(number, state.epoch, false));
            return effect.after == part && effect.sent.empty() && effect.violation.empty();
        };
        state.flight.erase(std::remove_if(state.flight.begin(), state.flight.end(), isIgnored),
                           state.flight.end());
    }

    /// @return true if all results are here, and the PS has no open entry
    bool IsDone(const JobState& state) const
    {
        return std::all_of(state.parts.begin(), state.parts.end(), [this](uint32_t part) {
            return m_states[part].isDone;
        });
    }

    /// Tries one step. @return schedules from there to an end
    double Try(const JobState& next, const std::string& what, uint32_t number)
    {
        const double schedules = m_report.violation.empty() ? Explore(next) : 0;
        if (!m_report.violation.empty())
        {
            m_report.steps.push_back(what + " " + Describe(number));
        }
        return schedules;
    }

    std::string Describe(uint32_t number) const
    {
        const Numbered& numbered = m_numbered[number];
        const std::size_t to = numbered.delivery.to;
        const std::string whom = to == kSwitch   ? "switch"
                                 : to == kServer ? "PS"
                                                 : "worker " + std::to_string(to - kFirstWorker);
        switch (numbered.kind)
        {
        case InputKind::Timer:
            return "timer of " + whom;
        case InputKind::Begin:
            return "begin of " + whom;
        case InputKind::Restart:
            return "restart of " + whom;
        case InputKind::Packet:
            break;
        }
        return "to " + whom + ": " + ToText(numbered.delivery.packet);
    }

    static std::string ToText(const InaPacket& p)
    {
        static const char* const kKinds[] = {"gradient",
                                             "partial",
                                             "result",
                                             "reminder",
                                             "worker's reminder",
                                             "resend",
                                             "query",
                                             "answer",
                                             "received",
                                             "retransmission",
                                             "not sent",
                                             "forward"};
        return std::string(kKinds[static_cast<std::size_t>(p.kind)]) + " of task " +
               std::to_string(p.seq) + " bitmap " + std::to_string(p.bitmap) + " group " +
               std::to_string(p.group) + " worker " + std::to_string(p.worker);
    }

    /// Nothing is on its way. @return schedules to an end
    double AtRest(const JobState& state)
    {
        if (IsDone(state))
        {
            ++m_report.ends;
            return 1;
        }
        if (state.epoch == kMaxEpochs)
        {
            m_report.violation = "a job does not end";
            return 0;
        }
        JobState next = state;
        ++next.epoch;
        for (std::size_t part = 0; part < next.parts.size(); ++part)
        {
            Apply(next, part, Number({part, {}}, InputKind::Timer), false);
        }
        return Try(next, "all timers, first", Number({kSwitch, {}}, InputKind::Timer));
    }

    /// @return schedules from a state to an end
    double Explore(const JobState& state)
    {
        const uint64_t hash = state.Hash();
        const auto [seen, isNew] = m_seen.try_emplace(hash, 0.0);
        if (!isNew)
        {
            return seen->second;
        }
        if (m_seen.size() > m_setting.job.maxStates)
        {
            m_report.violation = "there are too many states";
            return 0;
        }
        double schedules = state.flight.empty() ? AtRest(state) : 0;
        for (std::size_t i = 0; i < state.flight.size() && m_report.violation.empty(); ++i)
        {
            if (i == 0 || state.flight[i] != state.flight[i - 1])
            {
                schedules += ExplorePacket(state, i);
            }
        }
        for (std::size_t part = 0; state.early > 0 && part < state.parts.size(); ++part)
        {
            JobState next = state;
            --next.early;
            ++next.epoch;
            const uint32_t timer = Number({part, {}}, InputKind::Timer);
            Apply(next, part, timer, false);
            schedules += Try(next, "early", timer);
        }
        if (state.restarts > 0)
        {
            JobState next = state;
            --next.restarts;
            const uint32_t restart = Number({kServer, {}}, InputKind::Restart);
            Apply(next, kServer, restart, false);
            schedules += Try(next, "", restart);
        }
        m_seen[hash] = schedules;
        return schedules;
    }

    /// One of the packets on their way arrives, or is lost or copied. @return schedules to an end
    double ExplorePacket(const JobState& state, std::size_t i)
    {
        const uint32_t number = state.flight[i];
        const std::size_t part = m_numbered[number].delivery.to;
        const bool isPacket = m_numbered[number].kind == InputKind::Packet;
        double schedules = 0;
        JobState without = state;
        without.flight.erase(without.flight.begin() + static_cast<std::ptrdiff_t>(i));
        if (isPacket && state.losses > 0)
        {
            JobState lost = without;
            --lost.losses;
            schedules += Try(lost, "lost", number);
        }
        for (const bool copy : {false, true})
        {
            if (copy && (!isPacket || state.copies == 0))
            {
                continue;
            }
            for (const bool random : {false, true})
            {
                JobState next = copy ? state : without;
                next.copies -= copy ? 1 : 0;
                const bool hasDrawn = Apply(next, part, number, random);
                schedules += Try(next, copy ? "copy" : "", number);
                if (!hasDrawn)
                {
                    break;
                }
            }
        }
        return schedules;
    }

    Setting m_setting;                                ///< the job
    EnumerationReport m_report;                       ///< what was found
    std::vector<Numbered> m_numbered;                 ///< packets and other inputs, by number
    std::unordered_map<uint64_t, uint32_t> m_numbers; ///< their numbers, by hash
    std::vector<PartState> m_states;                  ///< states of parts
    std::vector<uint64_t> m_keys;                     ///< inputs that led to these
    std::unordered_map<uint32_t, uint64_t> m_names;   ///< names of states
    std::unordered_map<uint64_t, uint32_t> m_byName;  ///< states by name
    std::unordered_map<uint64_t, Effect> m_effects;   ///< by state and input
    std::unordered_map<uint64_t, double> m_seen;      ///< states of the job: schedules from there
};

} // namespace

EnumerationReport
Enumerate(const EnumeratedJob& job)
{
    return Search(job).Run();
}

} // namespace ns3::esa
