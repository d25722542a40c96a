// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * @ingroup esa
 * Is the same learnt through a switch that preempts sums, and over links that lose packets?
 *
 * Each job of a scenario trains a perceptron with one hidden layer. The gradients of its workers
 * travel through the simulated network in fixed point, and the workers make a step with the sums
 * that come back. The same training is done with exact sums, without a network.
 *
 *     ./ns3 run esa-learning -- scenarios/accuracy/digits.json inputs/datasets/digits.csv \
 *         [iterations=100 ...] > accuracy.csv
 *
 * The scenario has payload "full", and DNNs whose two layers have the bytes of a perceptron's
 * parameters. The samples are a CSV file: features as integers, then the class. Every fifth is for
 * the test. The table has the accuracy on these every 10 iterations. Settings are fields of the
 * scenario. It is also an example of gradients that a program brings along (GradientValues).
 */

#include "ns3/callback.h"
#include "ns3/esa-fixed-point.h"
#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-scenario-build.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>

using namespace ns3;
using namespace ns3::esa;

namespace
{

constexpr std::size_t kTestEvery = 5; ///< every fifth sample is for the test
constexpr uint32_t kPointEvery = 10;  ///< iterations between two rows of the table
constexpr uint32_t kBatch = 16;       ///< samples of a worker in an iteration
constexpr double kRate = 0.3;         ///< learning rate
constexpr uint32_t kGradientBytes = 4;

using Vector = std::vector<double>;

/// Features of a sample, and its class.
struct Sample
{
    Vector features;
    uint32_t label;
};

/// Samples to train with, and those to test what was learnt.
struct DataSet
{
    std::vector<Sample> train;
    std::vector<Sample> test;
    uint32_t features{0}; ///< of a sample
    uint32_t classes{0};  ///< the classes are 0 to classes - 1
};

/// @return the samples of a file, whose features are divided by the largest one
DataSet
ReadDataSet(const std::string& path)
{
    std::ifstream file(path);
    DataSet data;
    double largest = 0;
    std::size_t samples = 0;
    for (std::string line; std::getline(file, line); ++samples)
    {
        Sample sample{};
        bool isGood = true;
        std::istringstream fields(line);
        for (std::string field; std::getline(fields, field, ',');)
        {
            isGood = isGood && !field.empty() && field.size() <= 5 &&
                     field.find_first_not_of("0123456789") == std::string::npos &&
                     std::stoul(field) <= UINT16_MAX;
            sample.features.push_back(isGood ? std::stod(field) : 0);
        }
        data.features =
            samples == 0 ? static_cast<uint32_t>(sample.features.size()) - 1 : data.features;
        if (!isGood || sample.features.size() < 2 || sample.features.size() != data.features + 1)
        {
            throw std::runtime_error(path + ", line " + std::to_string(samples + 1) +
                                     ": must be integers from 0 to 65535 with commas between "
                                     "them, as many as in the first line and 2 at least: "
                                     "features, then the class");
        }
        sample.label = static_cast<uint32_t>(sample.features.back());
        sample.features.pop_back();
        data.classes = std::max(data.classes, sample.label + 1);
        largest =
            std::max(largest, *std::max_element(sample.features.begin(), sample.features.end()));
        (samples % kTestEvery == kTestEvery - 1 ? data.test : data.train).push_back(sample);
    }
    if (samples < kTestEvery || largest == 0)
    {
        throw std::runtime_error(path + ": " + std::to_string(samples) +
                                 " samples: must be a readable file of 5 samples at least, whose "
                                 "features are not all 0");
    }
    for (std::vector<Sample>* part : {&data.train, &data.test})
    {
        for (Sample& sample : *part)
        {
            for (double& feature : sample.features)
            {
                feature /= largest;
            }
        }
    }
    return data;
}

/// Notifies the class of a sample. Its loss is the cross-entropy of the outputs' softmax.
struct Perceptron
{
    std::array<uint32_t, 3> sizes; ///< inputs, hidden rectified linear units, outputs
    Vector parameters{};           ///< of each unit of both layers: its weights, then its bias

    /// @return weights and biases of the hidden units (0) or the outputs (1)
    uint64_t Parameters(std::size_t layer) const
    {
        return (uint64_t{sizes[layer]} + 1) * sizes[layer + 1];
    }

    /// Begins with uniform random weights, as Glorot and Bengio (AISTATS'10) propose.
    void Begin(uint64_t seed)
    {
        for (std::size_t layer = 0; layer < 2; ++layer)
        {
            const double largest = std::sqrt(6.0 / (sizes[layer] + sizes[layer + 1]));
            for (uint64_t end = parameters.size() + Parameters(layer); parameters.size() < end;)
            {
                const uint64_t draw = Hash64(Hash64(seed) + parameters.size());
                const double unit01 = static_cast<double>(draw >> 11) * 0x1p-53;
                const uint64_t left = end - parameters.size();
                const bool isBias = left % (sizes[layer] + 1) == 1 || sizes[layer] == 0;
                parameters.push_back(isBias ? 0 : (2 * unit01 - 1) * largest);
            }
        }
    }

    /// @return what the units of a layer get
    Vector Sums(std::size_t layer, const Vector& inputs) const
    {
        const double* weight = parameters.data() + (layer == 1 ? Parameters(0) : 0);
        Vector sums(sizes[layer + 1]);
        for (double& sum : sums)
        {
            sum = weight[inputs.size()];
            for (const double input : inputs)
            {
                sum += *weight++ * input;
            }
            ++weight;
        }
        return sums;
    }

    /// @return values of the hidden units, and logarithms of the probabilities
    std::array<Vector, 2> Forward(const Vector& input) const
    {
        Vector hidden = Sums(0, input);
        for (double& unit : hidden)
        {
            unit = std::max(0.0, unit);
        }
        Vector outputs = Sums(1, hidden);
        // The largest is taken out first, so that no exponential overflows.
        const double largest = *std::max_element(outputs.begin(), outputs.end());
        double sum = 0;
        for (const double output : outputs)
        {
            sum += std::exp(output - largest);
        }
        for (double& output : outputs)
        {
            output -= largest + std::log(sum);
        }
        return {std::move(hidden), std::move(outputs)};
    }

    /// Adds the gradient of one sample's loss.
    void AddGradient(const Sample& sample, Vector& to) const
    {
        const auto [hidden, outputs] = Forward(sample.features);
        Vector errors(sizes[1]);
        uint64_t begin = Parameters(0);
        const auto addUnit = [&to](uint64_t at, const Vector& inputs, double error) {
            for (const double input : inputs)
            {
                to[at++] += error * input;
            }
            to[at] += error;
        };
        for (uint32_t output = 0; output < sizes[2]; ++output)
        {
            const double error = std::exp(outputs[output]) - (output == sample.label ? 1 : 0);
            addUnit(begin, hidden, error);
            for (uint32_t unit = 0; unit < sizes[1]; ++unit)
            {
                errors[unit] += error * parameters[begin + unit];
            }
            begin += sizes[1] + 1;
        }
        for (uint32_t unit = 0; unit < sizes[1]; ++unit)
        {
            if (hidden[unit] > 0)
            {
                addUnit(uint64_t{unit} * (sizes[0] + 1), sample.features, errors[unit]);
            }
        }
    }

    /// Makes a step of gradient descent.
    void Descend(const Vector& gradient)
    {
        for (std::size_t i = 0; i < parameters.size(); ++i)
        {
            parameters[i] -= kRate * gradient[i];
        }
    }

    /// @return mean loss, and the fraction of samples whose class has the largest output
    std::array<double, 2> ScoreOn(const std::vector<Sample>& samples) const
    {
        double loss = 0;
        double right = 0;
        for (const Sample& sample : samples)
        {
            const Vector outputs = Forward(sample.features)[1];
            const auto best = std::max_element(outputs.begin(), outputs.end()) - outputs.begin();
            loss -= outputs[sample.label];
            right += best == sample.label ? 1 : 0;
        }
        const auto count = static_cast<double>(samples.size());
        return {loss / count, right / count};
    }
};

/// A job that learns, and beside it the same training with exact sums. All workers have the same
/// model: the run ends with an error if one of them gets another sum.
class LearningJob : public GradientValues
{
  public:
    LearningJob(const Dnn& dnn,
                const std::string& name,
                const DataSet& data,
                uint32_t workers,
                uint32_t payloadBytes,
                uint64_t seed)
        : m_data(data),
          m_seed(seed),
          m_workers(workers),
          m_model{{data.features, 0, data.classes}}
    {
        std::array<uint64_t, 2> bytes{};
        for (const auto& partition : dnn.partitions)
        {
            // parts of a parameter are left out, so the bytes do not fit
            bytes[partition.layer == 1 ? 0 : 1] +=
                partition.bytes % kGradientBytes == 0 ? partition.bytes : 0;
        }
        const uint32_t unitBytes = kGradientBytes * (data.features + 1);
        m_model.sizes[1] = static_cast<uint32_t>(bytes[0] / unitBytes);
        if (dnn.layerCompute.size() != 2 || dnn.precision != GradientPrecision::Single ||
            m_model.sizes[1] == 0 || bytes[0] != m_model.Parameters(0) * kGradientBytes ||
            bytes[1] != m_model.Parameters(1) * kGradientBytes)
        {
            throw std::runtime_error(
                "dnns." + name + ": must be a perceptron of " + std::to_string(data.features) +
                " inputs, H hidden units and " + std::to_string(data.classes) +
                " outputs: two layers with partitions of " + std::to_string(unitBytes) + " H and " +
                std::to_string(kGradientBytes * data.classes) + " (H + 1) bytes, in fp32");
        }
        // Partitions of a layer take its parameters in order.
        std::array<uint64_t, 2> next{0, m_model.Parameters(0)};
        for (const auto& partition : dnn.partitions)
        {
            uint64_t& first = next[partition.layer - 1];
            for (uint64_t left = partition.bytes / kGradientBytes; left > 0;)
            {
                const uint64_t count = std::min<uint64_t>(left, payloadBytes / kGradientBytes);
                m_fragments.push_back({first, count});
                first += count;
                left -= count;
            }
        }
        m_model.Begin(seed);
        m_exact = m_model;
        m_sums.resize(m_model.parameters.size());
        m_gradients[0] = GradientsOf(m_model, 0);
    }

    FragmentValues ValuesOf(uint32_t seq, uint32_t worker) const override
    {
        FragmentValues values{};
        const uint64_t iteration = seq / m_fragments.size();
        if (iteration > m_iteration || iteration + 1 < m_iteration)
        {
            return values; // no worker misses a sum of that iteration any more
        }
        const auto [first, count] = m_fragments[seq % m_fragments.size()];
        for (uint64_t i = 0; i < count; ++i)
        {
            values[i] = m_fixed.ToFixed(m_gradients[iteration % 2][worker][first + i]);
        }
        return values;
    }

    /// A sum has come back to a worker, before any sum of the next iteration.
    void OnResult(const InaPacket& result)
    {
        const auto [first, count] = m_fragments[result.seq % m_fragments.size()];
        for (uint64_t i = 0; i < count; ++i)
        {
            m_sums[first + i] = m_fixed.ToFloat(result.sum.values.Values()[i]);
        }
    }

    /// A worker has all sums of an iteration. The first one makes the step for all.
    void OnIteration(uint64_t iteration)
    {
        if (iteration < m_iteration)
        {
            return;
        }
        m_model.Descend(m_sums);
        Vector sum(m_sums.size());
        for (const auto& gradient : GradientsOf(m_exact, m_iteration))
        {
            std::transform(gradient.begin(),
                           gradient.end(),
                           sum.begin(),
                           sum.begin(),
                           std::plus<>());
        }
        m_exact.Descend(sum);
        ++m_iteration;
        m_gradients[m_iteration % 2] = GradientsOf(m_model, m_iteration);
        for (std::size_t i = 0; i < m_sums.size(); ++i)
        {
            m_apart = std::max(m_apart, std::abs(m_model.parameters[i] - m_exact.parameters[i]));
        }
    }

    /// @return scores of the job and of exact sums, and the largest difference of a parameter so
    /// far, with commas between them
    std::string Scores() const
    {
        std::ostringstream text;
        for (const Perceptron* model : {&m_model, &m_exact})
        {
            const auto [loss, accuracy] = model->ScoreOn(m_data.test);
            text << loss << ',' << accuracy << ',';
        }
        text << m_apart;
        return text.str();
    }

  private:
    using Gradients = std::vector<std::vector<float>>; ///< by worker, in the floats that they have

    /// @return each worker's part of the gradient of the mean loss
    Gradients GradientsOf(const Perceptron& model, uint64_t iteration) const
    {
        Gradients gradients(m_workers);
        uint64_t draw = iteration * m_workers * kBatch;
        for (auto& gradient : gradients)
        {
            Vector sum(model.parameters.size());
            for (uint32_t i = 0; i < kBatch; ++i)
            {
                const uint64_t sample = Hash64(~Hash64(m_seed) + draw++) % m_data.train.size();
                model.AddGradient(m_data.train[sample], sum);
            }
            const double samples = static_cast<double>(kBatch) * m_workers;
            for (const double value : sum)
            {
                gradient.push_back(static_cast<float>(value / samples));
            }
        }
        return gradients;
    }

    const DataSet& m_data;                                    ///< what is learnt
    uint64_t m_seed;                                          ///< of weights and samples
    uint32_t m_workers;                                       ///< how many
    Perceptron m_model;                                       ///< what the workers have learnt
    Perceptron m_exact{};                                     ///< what exact sums teach
    FixedPoint m_fixed;                                       ///< gradients to integers and back
    std::vector<std::pair<uint64_t, uint64_t>> m_fragments{}; ///< first parameter, and how many
    uint64_t m_iteration{0};                                  ///< steps that were made
    Vector m_sums{};                                          ///< that have come back, by parameter
    std::array<Gradients, 2> m_gradients; ///< of this iteration and of the last, whose result some
                                          ///< may still miss
    double m_apart{0};                    ///< largest difference from exact sums, so far
};

/// @brief Runs a system with a seed.
/// @return its rows of the table
std::string
Train(const ValidScenario& scenario, const DataSet& data, const std::string& system, uint32_t seed)
{
    std::vector<std::shared_ptr<LearningJob>> jobs;
    std::vector<std::string> rows;
    const auto addRow = [&](uint32_t job, uint32_t iteration) {
        std::ostringstream row;
        row << system << ',' << seed << ',' << job << ',' << iteration << ','
            << jobs[job]->Scores();
        rows.push_back(row.str());
    };
    for (std::size_t job = 0; job < scenario->placement.jobs.size(); ++job)
    {
        jobs.push_back(std::make_shared<LearningJob>(
            DnnOfJob(scenario, job),
            DnnNameOfJob(scenario, job),
            data,
            static_cast<uint32_t>(scenario->placement.jobs[job].workerHosts.size()),
            SystemWith(*FindSystem(system), scenario->systemParameters).PayloadBytes(),
            TaskKey(static_cast<uint16_t>(job), seed)));
        addRow(static_cast<uint32_t>(job), 0);
    }
    RunControl control;
    control.gradients.assign(jobs.begin(), jobs.end());
    control.built = [&](const Network& network) {
        for (const InstalledJob& installed : network.jobs)
        {
            const uint32_t job = installed.identity.number;
            const uint32_t last = installed.setup.iterations;
            for (uint32_t worker = 0; worker < installed.setup.workers.GetN(); ++worker)
            {
                const Ptr<Application> app = installed.apps.Get(worker);
                app->TraceConnectWithoutContext(
                    "Result",
                    Callback<void, const InaPacket&>(
                        [&jobs, job](const InaPacket& result) { jobs[job]->OnResult(result); }));
                app->TraceConnectWithoutContext(
                    "Iteration",
                    Callback<void, const IterationRecord&>([&, job, last](const auto& record) {
                        jobs[job]->OnIteration(record.iteration);
                        const uint32_t ended = record.iteration + 1;
                        if (record.worker == 0 && (ended % kPointEvery == 0 || ended == last))
                        {
                            addRow(job, ended);
                        }
                    }));
            }
        }
    };
    const RunResult result = *RunScenario(scenario, system, seed, control);
    std::ostringstream table;
    for (const std::string& row : rows)
    {
        table << row << ',' << result.preemptions << ',' << result.packetsLost << '\n';
    }
    return table.str();
}

/// @brief Refuses scenarios whose workers do not send gradients of their own.
void
Check(const ValidScenario& scenario)
{
    if (scenario->payload != PayloadMode::Full)
    {
        throw std::runtime_error("payload: digest is not allowed: must be full");
    }
    if (scenario->placement.jobs.empty() || !scenario->trace.jobs.empty())
    {
        throw std::runtime_error("the scenario must have jobs that train DNNs, and no trace");
    }
}

} // namespace

int
main(int argc, char* argv[])
{
    try
    {
        const std::vector<std::string> arguments(argv + 1, argv + argc);
        if (arguments.size() < 2)
        {
            throw std::runtime_error("usage: esa-learning SCENARIO SAMPLES [FIELD=VALUE ...]");
        }
        std::vector<ScenarioOverride> settings;
        std::transform(arguments.begin() + 2,
                       arguments.end(),
                       std::back_inserter(settings),
                       ParseSetting);
        const ValidScenario scenario = ReadScenario(arguments[0], settings).scenario;
        Check(scenario);
        const DataSet data = ReadDataSet(arguments[1]);
        std::string before = "system,seed,job,iteration,loss,accuracy,exact_loss,exact_accuracy,"
                             "largest_difference,preemptions,packets_lost\n";
        for (const uint32_t seed : scenario->seeds)
        {
            for (const std::string& system : scenario->systems)
            {
                std::cout << std::exchange(before, "") + Train(scenario, data, system, seed);
            }
        }
    }
    catch (const std::exception& error)
    {
        std::cerr << "esa-learning: error: " << error.what() << std::endl;
        return 2;
    }
    return 0;
}
