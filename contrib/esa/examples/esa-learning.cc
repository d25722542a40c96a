// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

/**
 * @file
 * @ingroup esa
 * Is the same learnt through a switch that preempts sums, and over links that lose packets?
 *
 * Each job of a scenario trains a perceptron with one hidden layer. The gradients of its workers
 * travel through the simulated network in fixed point, and each worker makes a step with the sums
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
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-gradient-values.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-scenario-build.h"
#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

using namespace ns3;
using namespace ns3::esa;

namespace
{

constexpr std::size_t kTestEvery = 5; ///< every fifth sample is for the test
constexpr uint32_t kPointEvery = 10;  ///< iterations between two rows of the table
constexpr uint32_t kBatch = 16;       ///< samples of a worker in an iteration
constexpr double kRate = 0.3;         ///< learning rate
constexpr uint32_t kGradientBytes = 4;
constexpr uint32_t kMaxNumber = 65535; ///< in a file of samples

/// Samples to learn from.
struct Samples
{
    std::vector<std::vector<double>> features; ///< of each sample
    std::vector<uint32_t> classes;             ///< of each sample
};

/// Samples to train with, and those to test what was learnt.
struct DataSet
{
    Samples train;
    Samples test;
    uint32_t features{0}; ///< of a sample
    uint32_t classes{0};  ///< the classes are 0 to classes - 1
};

/// @return the numbers of a line, with commas between them; none if it has anything else
std::vector<uint32_t>
NumbersOf(const std::string& line)
{
    std::vector<uint32_t> numbers;
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, ',');)
    {
        const bool isNumber = !field.empty() && field.size() <= 5 &&
                              field.find_first_not_of("0123456789") == std::string::npos;
        if (!isNumber || std::stoul(field) > kMaxNumber)
        {
            return {};
        }
        numbers.push_back(static_cast<uint32_t>(std::stoul(field)));
    }
    return numbers;
}

/// @param path a file of samples
/// @return the samples, whose features are divided by the largest one
/// @throws std::runtime_error with line and what is allowed
DataSet
ReadDataSet(const std::string& path)
{
    std::ifstream file(path);
    std::vector<std::vector<uint32_t>> lines;
    uint32_t largest = 0;
    for (std::string line; std::getline(file, line);)
    {
        const auto numbers = NumbersOf(line);
        const std::size_t fields = lines.empty() ? numbers.size() : lines[0].size();
        if (fields < 2 || numbers.size() != fields)
        {
            throw std::runtime_error(
                path + ", line " + std::to_string(lines.size() + 1) +
                ": must be integers from 0 to 65535 with commas between them, as many as in the "
                "first line and 2 at least: features, then the class");
        }
        largest = std::max(largest, *std::max_element(numbers.begin(), numbers.end() - 1));
        lines.push_back(numbers);
    }
    if (lines.size() < kTestEvery || largest == 0)
    {
        throw std::runtime_error(path + ": " + std::to_string(lines.size()) +
                                 " samples: must be a readable file of 5 samples at least, whose "
                                 "features are not all 0");
    }
    DataSet data;
    data.features = static_cast<uint32_t>(lines[0].size() - 1);
    for (std::size_t i = 0; i < lines.size(); ++i)
    {
        Samples& part = i % kTestEvery == kTestEvery - 1 ? data.test : data.train;
        part.classes.push_back(lines[i].back());
        data.classes = std::max(data.classes, lines[i].back() + 1);
        part.features.emplace_back(lines[i].begin(), lines[i].end() - 1);
        for (double& feature : part.features.back())
        {
            feature /= largest;
        }
    }
    return data;
}

/// The size of a perceptron.
struct Shape
{
    uint32_t inputs{0};  ///< features of a sample
    uint32_t hidden{0};  ///< rectified linear units
    uint32_t outputs{0}; ///< one per class

    /// @return weights and biases of the hidden units, and of the outputs
    std::array<uint64_t, 2> LayerParameters() const
    {
        return {(uint64_t{inputs} + 1) * hidden, (uint64_t{hidden} + 1) * outputs};
    }
};

/// Tells the class of a sample. Its loss is the cross-entropy of the outputs' softmax.
class Perceptron
{
  public:
    /// How well it does.
    struct Score
    {
        double loss{0};     ///< mean of the samples
        double accuracy{0}; ///< fraction of samples whose class has the largest output
    };

    /// Begins with uniform random weights, as Glorot and Bengio (AISTATS'10) propose.
    Perceptron(const Shape& shape, uint64_t seed)
        : m_shape(shape)
    {
        AddLayer(shape.inputs, shape.hidden, seed);
        AddLayer(shape.hidden, shape.outputs, seed);
    }

    /// Adds the gradient of one sample's loss.
    void AddGradient(const std::vector<double>& input,
                     uint32_t label,
                     std::vector<double>& to) const
    {
        const Activation units = Forward(input);
        std::vector<double> hiddenErrors(m_shape.hidden);
        uint64_t begin = m_shape.LayerParameters()[0];
        for (uint32_t output = 0; output < m_shape.outputs; ++output)
        {
            const double error = std::exp(units.outputs[output]) - (output == label ? 1 : 0);
            AddUnit(&to[begin], units.hidden, error);
            for (uint32_t unit = 0; unit < m_shape.hidden; ++unit)
            {
                hiddenErrors[unit] += error * parameters[begin + unit];
            }
            begin += m_shape.hidden + 1;
        }
        for (uint32_t unit = 0; unit < m_shape.hidden; ++unit)
        {
            if (units.hidden[unit] > 0)
            {
                AddUnit(&to[uint64_t{unit} * (m_shape.inputs + 1)], input, hiddenErrors[unit]);
            }
        }
    }

    /// Makes a step of gradient descent.
    void Descend(const std::vector<double>& gradient)
    {
        for (std::size_t i = 0; i < parameters.size(); ++i)
        {
            parameters[i] -= kRate * gradient[i];
        }
    }

    Score ScoreOn(const Samples& samples) const
    {
        Score score;
        for (std::size_t i = 0; i < samples.classes.size(); ++i)
        {
            const auto outputs = Forward(samples.features[i]).outputs;
            const auto best = std::max_element(outputs.begin(), outputs.end()) - outputs.begin();
            score.loss -= outputs[samples.classes[i]];
            score.accuracy += best == samples.classes[i] ? 1 : 0;
        }
        const auto count = static_cast<double>(samples.classes.size());
        return {score.loss / count, score.accuracy / count};
    }

    std::vector<double> parameters; ///< of each unit: its weights, then its bias

  private:
    /// Values of the units for one sample.
    struct Activation
    {
        std::vector<double> hidden;  ///< hidden units
        std::vector<double> outputs; ///< logarithms of the probabilities
    };

    void AddLayer(uint32_t inputs, uint32_t units, uint64_t seed)
    {
        const double largest = std::sqrt(6.0 / (inputs + units));
        for (uint32_t unit = 0; unit < units; ++unit)
        {
            for (uint32_t input = 0; input < inputs; ++input)
            {
                const uint64_t draw = Hash64(Hash64(seed) + parameters.size());
                const double unit01 = static_cast<double>(draw >> 11) * 0x1p-53;
                parameters.push_back((2 * unit01 - 1) * largest);
            }
            parameters.push_back(0);
        }
    }

    static void AddUnit(double* to, const std::vector<double>& inputs, double error)
    {
        for (const double input : inputs)
        {
            *to++ += error * input;
        }
        *to += error;
    }

    static double WeightedSum(const double* weights, const std::vector<double>& inputs)
    {
        double sum = weights[inputs.size()];
        for (const double input : inputs)
        {
            sum += *weights++ * input;
        }
        return sum;
    }

    Activation Forward(const std::vector<double>& input) const
    {
        Activation units{std::vector<double>(m_shape.hidden), std::vector<double>(m_shape.outputs)};
        const double* weights = parameters.data();
        for (double& unit : units.hidden)
        {
            unit = std::max(0.0, WeightedSum(weights, input));
            weights += m_shape.inputs + 1;
        }
        for (double& output : units.outputs)
        {
            output = WeightedSum(weights, units.hidden);
            weights += m_shape.hidden + 1;
        }
        // The largest is taken out first, so that no exponential overflows.
        const double largest = *std::max_element(units.outputs.begin(), units.outputs.end());
        double sum = 0;
        for (const double output : units.outputs)
        {
            sum += std::exp(output - largest);
        }
        for (double& output : units.outputs)
        {
            output -= largest + std::log(sum);
        }
        return units;
    }

    Shape m_shape; ///< the size
};

/// The workers of a job, and beside them the same training with exact sums.
class LearningJob : public GradientValues
{
  public:
    /**
     * @param dnn how the parameters travel
     * @param name what messages call it
     * @param data what is to be learnt; outlives this
     * @param payloadBytes bytes of gradients in a fragment
     * @param seed of the first weights, and of the order of the samples
     * @throws std::runtime_error if the DNN is no perceptron
     */
    LearningJob(const Dnn& dnn,
                const std::string& name,
                const DataSet& data,
                uint32_t workers,
                uint32_t payloadBytes,
                uint64_t seed)
        : m_data(data),
          m_shape(ShapeOf(dnn, name, data)),
          m_seed(seed),
          m_exact(m_shape, seed)
    {
        // Partitions of a layer take its parameters in order.
        std::array<uint64_t, 2> next{0, m_shape.LayerParameters()[0]};
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
        m_workers.assign(workers, {m_exact, 0, std::vector<double>(m_exact.parameters.size()), {}});
        for (uint32_t worker = 0; worker < workers; ++worker)
        {
            m_workers[worker].gradients[0] = GradientOf(m_exact, worker, 0);
        }
    }

    FragmentValues ValuesOf(uint32_t seq, uint32_t number) const override
    {
        FragmentValues values{};
        const Worker& worker = m_workers[number];
        const uint64_t iteration = seq / m_fragments.size();
        if (iteration > worker.iteration || iteration + 1 < worker.iteration)
        {
            return values; // no worker misses a sum of that iteration any more
        }
        const Fragments& part = m_fragments[seq % m_fragments.size()];
        for (uint64_t i = 0; i < part.count; ++i)
        {
            values[i] = m_fixed.ToFixed(worker.gradients[iteration % 2][part.first + i]);
        }
        return values;
    }

    /// A sum has come back to a worker.
    void OnResult(uint32_t number, const InaPacket& result)
    {
        const Fragments& part = m_fragments[result.seq % m_fragments.size()];
        for (uint64_t i = 0; i < part.count; ++i)
        {
            m_workers[number].sums[part.first + i] = m_fixed.ToFloat(result.sum.values.Values()[i]);
        }
    }

    /// All sums of an iteration have come back to a worker: it makes a step.
    void OnIteration(uint32_t number)
    {
        Worker& worker = m_workers[number];
        worker.model.Descend(worker.sums);
        ++worker.iteration;
        worker.gradients[worker.iteration % 2] = GradientOf(worker.model, number, worker.iteration);
        if (number == 0)
        {
            StepExact(worker.iteration - 1);
            for (std::size_t i = 0; i < m_exact.parameters.size(); ++i)
            {
                m_apart =
                    std::max(m_apart, std::abs(worker.model.parameters[i] - m_exact.parameters[i]));
            }
        }
    }

    /// @return scores of worker 0 and of exact sums, with commas behind them
    std::string Scores() const
    {
        std::ostringstream text;
        for (const Perceptron* model : {&m_workers[0].model, &m_exact})
        {
            const auto score = model->ScoreOn(m_data.test);
            text << score.loss << ',' << score.accuracy << ',';
        }
        return text.str();
    }

    /// @return the largest difference of a parameter from that with exact sums, so far
    double LargestDifference() const
    {
        return m_apart;
    }

    /// @return whether all workers have learnt the same, bit by bit
    bool WorkersAgree() const
    {
        return std::all_of(m_workers.begin(), m_workers.end(), [this](const Worker& worker) {
            return worker.model.parameters == m_workers[0].model.parameters;
        });
    }

  private:
    /// Parameters that travel in one fragment.
    struct Fragments
    {
        uint64_t first; ///< place of the first
        uint64_t count; ///< how many
    };

    /// A worker.
    struct Worker
    {
        Perceptron model;         ///< what it has learnt
        uint64_t iteration;       ///< number of its iteration
        std::vector<double> sums; ///< that have come back, by parameter

        /// Its gradients in this iteration and in the last, whose result others may still miss.
        std::array<std::vector<float>, 2> gradients;
    };

    static Shape ShapeOf(const Dnn& dnn, const std::string& name, const DataSet& data)
    {
        Shape shape{data.features, 0, data.classes};
        std::array<uint64_t, 2> bytes{};
        for (const auto& partition : dnn.partitions)
        {
            // parts of a parameter are left out, so the bytes do not fit
            bytes[partition.layer == 1 ? 0 : 1] +=
                partition.bytes % kGradientBytes == 0 ? partition.bytes : 0;
        }
        shape.hidden = static_cast<uint32_t>(bytes[0] / kGradientBytes / (data.features + 1));
        const auto parameters = shape.LayerParameters();
        if (dnn.layerCompute.size() != 2 || dnn.precision != GradientPrecision::Single ||
            shape.hidden == 0 || bytes[0] != parameters[0] * kGradientBytes ||
            bytes[1] != parameters[1] * kGradientBytes)
        {
            throw std::runtime_error(
                "dnns." + name + ": must be a perceptron of " + std::to_string(data.features) +
                " inputs, H hidden units and " + std::to_string(data.classes) +
                " outputs: two layers with partitions of " +
                std::to_string(kGradientBytes * (data.features + 1)) + " H and " +
                std::to_string(kGradientBytes * data.classes) + " (H + 1) bytes, in fp32");
        }
        return shape;
    }

    /// @return a worker's part of the gradient of the mean loss, in the floats that workers have
    std::vector<float> GradientOf(const Perceptron& model,
                                  uint32_t worker,
                                  uint64_t iteration) const
    {
        std::vector<double> sum(model.parameters.size());
        const uint64_t firstDraw = (iteration * m_workers.size() + worker) * kBatch;
        for (uint64_t draw = firstDraw; draw < firstDraw + kBatch; ++draw)
        {
            const Samples& train = m_data.train;
            const uint64_t sample = Hash64(~Hash64(m_seed) + draw) % train.classes.size();
            model.AddGradient(train.features[sample], train.classes[sample], sum);
        }
        const double samples = static_cast<double>(kBatch) * static_cast<double>(m_workers.size());
        std::vector<float> gradient;
        for (const double value : sum)
        {
            gradient.push_back(static_cast<float>(value / samples));
        }
        return gradient;
    }

    void StepExact(uint64_t iteration)
    {
        std::vector<double> sum(m_exact.parameters.size());
        for (uint32_t worker = 0; worker < m_workers.size(); ++worker)
        {
            const auto gradient = GradientOf(m_exact, worker, iteration);
            std::transform(gradient.begin(),
                           gradient.end(),
                           sum.begin(),
                           sum.begin(),
                           std::plus<>());
        }
        m_exact.Descend(sum);
    }

    const DataSet& m_data;              ///< what is learnt
    Shape m_shape;                      ///< of the perceptrons
    uint64_t m_seed;                    ///< of weights and samples
    FixedPoint m_fixed;                 ///< gradients to integers and back
    std::vector<Fragments> m_fragments; ///< by place of the fragment in an iteration
    std::vector<Worker> m_workers;      ///< the workers
    Perceptron m_exact;                 ///< what exact sums teach
    double m_apart{0};                  ///< largest difference from it, so far
};

/// @brief Runs a system with a seed.
/// @param data what is to be learnt
/// @return its rows of the table
std::string
Train(const ValidScenario& scenario, const DataSet& data, const std::string& system, uint32_t seed)
{
    std::vector<std::shared_ptr<LearningJob>> jobs;
    std::vector<std::string> rows;
    const auto addRow = [&](uint32_t job, uint32_t iteration) {
        std::ostringstream row;
        row << system << ',' << seed << ',' << job << ',' << iteration << ',' << jobs[job]->Scores()
            << jobs[job]->LargestDifference();
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
        for (const auto& app : network.workers)
        {
            const uint32_t worker = app->Worker();
            const uint32_t job = app->Job()->job;
            const uint32_t last = app->Job()->iterations;
            app->TraceConnectWithoutContext(
                "Result",
                Callback<void, const InaPacket&>([&jobs, job, worker](const InaPacket& result) {
                    jobs[job]->OnResult(worker, result);
                }));
            app->TraceConnectWithoutContext(
                "Iteration",
                Callback<void, const IterationRecord&>([&, job, worker, last](const auto& record) {
                    jobs[job]->OnIteration(worker);
                    const uint32_t ended = record.iteration + 1;
                    if (worker == 0 && (ended % kPointEvery == 0 || ended == last))
                    {
                        addRow(job, ended);
                    }
                }));
        }
    };
    const RunResult result = *RunScenario(scenario, system, seed, control);
    for (const auto& job : jobs)
    {
        if (!job->WorkersAgree())
        {
            throw std::runtime_error(system + ": the workers of a job have not learnt the same");
        }
    }
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
    if (scenario->host.gpus != 1)
    {
        throw std::runtime_error("host.gpus: " + std::to_string(scenario->host.gpus) +
                                 " is not allowed: must be 1");
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
