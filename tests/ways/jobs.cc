// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Draws systems, jobs, what they train, and where they run.

#include "ways/draft.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kMostFrames = 3000; ///< that all workers send in an iteration
constexpr double kFrameValues = 62;  ///< of a frame of most systems

void
DrawGeneral(Draft& draft)
{
    Random& random = draft.random;
    draft.Put("/name", "way " + std::to_string(random.Whole(1, 999)));
    if (draft.Wants())
    {
        draft.Put("/description", "drawn");
    }
    draft.Put("/seeds", json::array({random.Whole(1, 1000)}));
    if (random.Chance(0.05))
    {
        draft.Put("/seeds", json::array({1, 2}));
    }
    std::vector<std::string> names;
    for (const SystemRecord& system : Systems())
    {
        names.push_back(system.name);
    }
    if (draft.isForTasks)
    {
        names = {"esa", "atp", "switchml", "straw1"};
    }
    const std::string system = random.Pick(names);
    draft.Put("/systems", json::array({system}));
    if (random.Chance(0.05))
    {
        draft.Put("/systems", json::array({system, system == "esa" ? "atp" : "esa"}));
    }
}

/// Other operations than sums. Switches help with half of them; ring knows all.
void
DrawCollective(Draft& draft)
{
    if (!draft.Wants())
    {
        return;
    }
    draft.Put("/jobs/collective",
              draft.random.Pick<std::string>({"reduce_scatter",
                                              "reduce_scatter",
                                              "all_gather",
                                              "all_gather",
                                              "broadcast",
                                              "reduce",
                                              "barrier",
                                              "all_to_all",
                                              "send_receive",
                                              "gather",
                                              "scatter"}));
    if (draft.random.Chance(0.5))
    {
        draft.Put("/systems", json::array({"ring"}));
    }
    if (draft.random.Chance(0.5))
    {
        draft.Put("/jobs/root", draft.random.Whole(0, 3));
    }
}

/// What reads hosts and links of the draft: they do not depend on what jobs do.
std::optional<ValidScenario>
NetworkOf(const Draft& draft)
{
    json config{{"systems", {"ring"}}, {"topology", draft.config["topology"]}};
    config["jobs"] = {{"count", draft.Get("/jobs/count")}, {"workers", 1}};
    try
    {
        return ParseScenario(config.dump(), "network", {}, draft.folder).scenario;
    }
    catch (const ScenarioError&)
    {
        return std::nullopt;
    }
}

/// A DNN with layers and partitions of its own. @param bytes of all its partitions, about
json
DrawOwnDnn(Draft& draft, double bytes)
{
    Random& random = draft.random;
    const int64_t layers = random.Whole(1, 3);
    json dnn{{"comm_comp_ratio", random.Pick<double>({0.01, 0.5, 1, 2})}};
    for (int64_t layer = 0; layer < layers; ++layer)
    {
        const double us = random.Pick<double>({0, 0, 0.5, 1, 7, 30.25, 100, 320});
        json made{{random.Chance(0.5) ? "compute_us" : "forward_us", us}};
        if (made.contains("forward_us") && random.Chance(0.5))
        {
            made["backward_us"] = random.Pick<double>({0, 1, 40.5, 100});
        }
        if (draft.Wants())
        {
            made["name"] = "layer";
        }
        dnn["layers"].push_back(made);
    }
    std::vector<json> partitions;
    for (int64_t layer = 1; layer <= layers; ++layer)
    {
        for (int64_t left = random.Whole(1, 2); left > 0; --left)
        {
            const double size = random.Chance(0.3)
                                    ? random.Pick<double>({1, 4, 247, 248, 249, 1457})
                                    : random.Scaled(1, std::max(bytes / layers, 2.0));
            partitions.push_back({{"layer", layer}, {"bytes", static_cast<int64_t>(size)}});
            if (draft.Wants())
            {
                partitions.back()["layer_count"] = random.Whole(1, layers - layer + 1);
            }
        }
    }
    dnn["partitions"] = random.Shuffled(partitions);
    return dnn;
}

/// A slice of a model. @param bytes of its gradients, about
json
DrawModel(Draft& draft, double bytes)
{
    struct Model
    {
        const char* name;
        double parameters;
    };

    const Model model = draft.random.Pick<Model>({{"dnn-a", 4e6},
                                                  {"resnet50", 26e6},
                                                  {"vgg16", 138e6},
                                                  {"dlrm", 541e6},
                                                  {"ddp-bert-base-4", 110e6}});
    json dnn{{"model", model.name}};
    // A slice has a parameter of each layer at least.
    dnn["slice"] = std::min(1.0, std::ceil(std::max(bytes, 400.0)) / (4 * model.parameters));
    if (draft.random.Chance(0.5))
    {
        dnn["comm_comp_ratio"] = 1;
    }
    const std::string buckets = draft.random.Pick<std::string>({"", "partitions", "layers", "ddp"});
    if (!buckets.empty())
    {
        dnn["buckets"] = buckets;
    }
    // of the whole model
    const double part = dnn["slice"];
    const auto whole = [part](double bytes) {
        return static_cast<uint64_t>(std::ceil(bytes / part));
    };
    if (buckets == "ddp")
    {
        dnn["bucket_bytes"] = whole(draft.random.Whole(1, 20000));
        dnn["first_bucket_bytes"] = whole(draft.random.Whole(1, 20000));
    }
    else if (buckets != "layers" && draft.random.Chance(0.5))
    {
        dnn["partition_bytes"] = whole(draft.random.Whole(1000, 30000));
    }
    return dnn;
}

void
DrawDnns(Draft& draft, int64_t senders)
{
    const double all = draft.isTiny ? 20 : kMostFrames;
    const double bytes = all / static_cast<double>(senders) * 4 * kFrameValues;
    const std::string letters = draft.random.Pick<std::string>({"A", "S", "S", "ST"});
    for (const char letter : letters)
    {
        json dnn = draft.Wants() ? DrawModel(draft, bytes) : DrawOwnDnn(draft, bytes);
        DrawRest(draft,
                 "/dnns",
                 dnn,
                 dnn.contains("model") ? std::vector<std::string>{"layers",
                                                                  "partitions",
                                                                  "buckets",
                                                                  "partition_bytes",
                                                                  "bucket_bytes",
                                                                  "first_bucket_bytes"}
                                       : std::vector<std::string>{"model",
                                                                  "partition_bytes",
                                                                  "buckets",
                                                                  "bucket_bytes",
                                                                  "first_bucket_bytes",
                                                                  "compute_scale"});
        draft.Put("/dnns/" + std::string(1, letter), dnn);
    }
    draft.Put("/jobs/workload", letters + (draft.Wants() ? letters.substr(0, 1) : ""));
}

/// A job's workers and PS, one by one.
json
DrawPlaced(Draft& draft, int64_t hosts)
{
    std::vector<int64_t> all;
    for (int64_t host = 0; host < hosts; ++host)
    {
        all.push_back(host);
    }
    all = draft.random.Shuffled(all);
    all.resize(static_cast<std::size_t>(draft.random.Whole(1, std::min<int64_t>(hosts, 8))));
    return {{"workers", all}, {"ps", draft.random.Whole(0, hosts - 1)}};
}

/// Jobs whose hosts are listed, or stand in a file by name.
void
DrawPlacement(Draft& draft, int64_t count, int64_t hosts)
{
    json jobs = json::array();
    std::size_t largest = 0;
    for (int64_t job = 0; job < count; ++job)
    {
        jobs.push_back(DrawPlaced(draft, hosts));
        largest = std::max(largest, jobs.back()["workers"].size());
    }
    draft.Put("/jobs/workers", largest);
    draft.Put("/placement/jobs", jobs);
}

/// Puts the placement into a file, where hosts have names.
void
MovePlacement(Draft& draft)
{
    const TopologyRoutes& routes = *(*draft.network)->routes;
    const auto nameOf = [&routes](std::size_t host) {
        return routes.Graph().nodes[routes.Hosts()[host]].name;
    };
    json jobs = json::array();
    for (const json& job : draft.config["placement"]["jobs"])
    {
        json named{{"ps", nameOf(job["ps"])}};
        for (const json& host : job["workers"])
        {
            named["workers"].push_back(nameOf(host));
        }
        jobs.push_back(named);
    }
    draft.config["placement"].erase("jobs");
    draft.Put("/placement/file", draft.Write("placement.json", json{{"jobs", jobs}}.dump()));
}

/// Jobs that come and go.
void
DrawTrace(Draft& draft, int64_t hosts)
{
    Random& random = draft.random;
    const std::string letters = draft.Get("/jobs/workload");
    draft.config.erase("jobs");
    double now = 0; // one second of the trace is a microsecond
    json jobs = json::array();
    for (int64_t left = random.Whole(1, 6); left > 0; --left)
    {
        now += random.Pick<double>({0, 0, 1, 30, 100, 1000, 20000});
        jobs.push_back(
            {{"submit_time", now},
             {"gpu_num", random.Whole(1, std::min<int64_t>(hosts, 6))},
             {"duration", random.Pick<double>({0, 1, 50, 300})},
             {"model", std::string(1, random.Pick<char>({letters[0], letters.back()}))}});
    }
    if (random.Chance(0.2))
    {
        std::string rows = "submit_time,gpu_num,duration,model\n";
        for (const json& job : jobs)
        {
            rows += job["submit_time"].dump() + "," + job["gpu_num"].dump() + "," +
                    job["duration"].dump() + "," + job["model"].get<std::string>() + "\n";
        }
        draft.Put("/trace/file", draft.Write("jobs.csv", rows));
    }
    else
    {
        draft.Put("/trace/jobs", jobs);
    }
    if (random.Chance(0.5))
    {
        draft.Put("/trace/max_jobs", random.Whole(0, 3));
    }
    if (draft.Wants())
    {
        draft.Put("/trace/time_scale", random.Pick<double>({1e-7, 1e-6, 2e-6}));
    }
}

void
DrawJobs(Draft& draft)
{
    Random& random = draft.random;
    draft.Put("/jobs/count", 1);
    draft.network = NetworkOf(draft);
    if (!draft.network)
    {
        return; // a topology that is not legal
    }
    const ValidScenario& network = *draft.network;
    const bool hasServers = network->HasServersForPses();
    const int64_t own = hasServers ? network->topology.hosts : network->Hosts();
    const int64_t count = std::clamp<int64_t>(random.Pick<int64_t>({1, 1, 2, 2, 3, 4}), 1, own);
    const int64_t most = std::max<int64_t>(1, own / count);
    const int64_t workers = std::min(most, random.Pick<int64_t>({1, 2, 2, 3, 4, 4, 6, 8, 16}));
    draft.Put("/jobs/count", count);
    draft.Put("/jobs/workers", draft.isForTasks ? std::max<int64_t>(workers, 2) : workers);
    draft.network = NetworkOf(draft);
    draft.Put("/iterations", random.Pick<int64_t>({1, 1, 2, 2, 3}));
    if (random.Chance(0.7))
    {
        draft.Put("/jobs/start_max_us", random.Pick<double>({0, 0, 3, 50, 200, 20000}));
    }
    if (random.Chance(0.7))
    {
        draft.Put("/jitter/max_us", random.Pick<double>({0, 1, 20, 300, 2000}));
    }
    DrawDnns(draft, count * workers);
    std::vector<std::string> kinds{"rule", "rule", "rule", "hand"};
    if (!draft.isForTasks)
    {
        kinds.insert(kinds.end(), {"rule", "rule", "rule", "hand", "trace", "execution"});
    }
    const std::string kind = random.Pick(kinds);
    if (kind == "hand")
    {
        DrawPlacement(draft, count, draft.network ? (*draft.network)->Hosts() : own);
        if (random.Chance(0.2) && draft.network)
        {
            MovePlacement(draft);
        }
    }
    else if (kind == "trace")
    {
        DrawTrace(draft, own);
    }
    else if (kind == "execution")
    {
        draft.config.erase("jobs");
        draft.config.erase("dnns");
        draft.Put("/execution/traces", DrawExecution(draft, static_cast<uint32_t>(own)));
    }
    DrawCollective(draft);
}

void
DrawEngine(Draft& draft)
{
    if (draft.Wants())
    {
        draft.Put("/engine", "ns3"); // each way says its own
    }
}

} // namespace

std::vector<Drawer>
JobDrawers()
{
    return {{{"/name", "/description", "/seeds", "/systems"}, DrawGeneral},
            {{"/engine"}, DrawEngine},
            {{"/jobs/count",
              "/jobs/workers",
              "/jobs/workload",
              "/jobs/start_max_us",
              "/jobs/collective",
              "/jobs/root",
              "/jitter/max_us",
              "/iterations",
              "/dnns",
              "/placement/jobs",
              "/placement/file",
              "/trace/file",
              "/trace/jobs",
              "/trace/max_jobs",
              "/trace/time_scale",
              "/execution/traces"},
             DrawJobs}};
}

} // namespace ns3::esa::test
