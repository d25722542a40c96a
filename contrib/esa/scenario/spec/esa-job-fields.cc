// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"
#include "esa-scenario-parse.h"

#include "ns3/esa-gradient-buckets.h"

namespace ns3::esa
{
namespace
{

using S = Scenario;
using Owner = AttributeOwner;
using nlohmann::ordered_json;

/// The DNNs of the paper's simulation (Simulation Setup, Workloads).
constexpr const char* kPaperDnns = R"({
    "A": {"layers": [{"compute_us": 320}, {"compute_us": 320}],
          "partitions": [{"layer": 2, "bytes": 4000000}, {"layer": 1, "bytes": 4000000},
                         {"layer": 1, "bytes": 4000000}, {"layer": 2, "bytes": 4000000}],
          "comm_comp_ratio": 2},
    "B": {"layers": [{"compute_us": 640}, {"compute_us": 640}],
          "partitions": [{"layer": 2, "bytes": 2000000}, {"layer": 1, "bytes": 2000000},
                         {"layer": 1, "bytes": 2000000}, {"layer": 2, "bytes": 2000000}],
          "comm_comp_ratio": 0.5}})";

bool
HasJobTrace(const ParsedScenario& parsed)
{
    return !parsed.scenario->trace.jobs.empty();
}

bool
HasNoJobTrace(const ParsedScenario& parsed)
{
    return !HasJobTrace(parsed);
}

bool
HasExecution(const ParsedScenario& parsed)
{
    return !parsed.scenario->execution.traces.empty();
}

bool
HasNoExecution(const ParsedScenario& parsed)
{
    return !HasExecution(parsed);
}

/// The scenario has the places of all jobs in the end; the configuration has those of the user.
bool
HasNoPlaces(const ParsedScenario& parsed)
{
    return parsed.effective.at("placement").at("jobs").empty();
}

template <PlacementPolicy policy>
bool
IsPlacedBy(const ParsedScenario& parsed)
{
    return parsed.scenario->placement.policy == policy;
}

bool
HasRoot(const ParsedScenario& parsed)
{
    const CollectiveKind kind = parsed.scenario->jobs.collective;
    return kind == CollectiveKind::Broadcast || kind == CollectiveKind::Reduce ||
           kind == CollectiveKind::Gather || kind == CollectiveKind::Scatter ||
           kind == CollectiveKind::SendReceive;
}

bool
HasJitter(const ParsedScenario& parsed)
{
    return parsed.scenario->jitter.mode != JitterMode::None;
}

} // namespace

FieldRows
GeneralRows()
{
    return {
        Field("name", &S::name, "Short name of the scenario, shown above the result table.")
            .Length(1, 60)
            .Keyword("pattern", "^[ -~]+$")
            .Allowed("a text of 1 to 60 printable ASCII characters")
            .Tasks(),
        Field("description", &S::description, "What the scenario is for. Has no effect.")
            .AtMost(10000)
            .Tasks(),
        // one of the list per run
        Field("systems",
              &S::systems,
              "Systems to run, each with every seed. Paper, Simulation Setup (Baselines and "
              "Metrics) for esa, atp and switchml; Deep Dive for the straw-men. Names are of "
              "single systems (--list-systems) or of groups: 'all', 'in_switches' (the systems "
              "that need switches that sum) and 'in_hosts' (the others).")
            .EachIs(
                {{"description", "Name of a system."},
                 {"x-meant", {{"nccl", "\"ring\" or \"double_tree\", which are its algorithms"}}}})
            .Keyword("minItems", 1)
            .Unique()
            .Tasks()
            .Sets({{Owner::Switch, "System", SetBy::Build}})
            .Option("system", "NAME,...", "systems to run (see --list-systems)"),
        Field("seeds",
              &S::seeds,
              "Seeds of the random streams. Every system runs once with each seed, and has the "
              "same job starts and jitter.")
            .Each("A seed. The largest is set by ns-3's generator MRG32k3a.", 1, 4294944442)
            .EachKeyword("x-reason", "several seeds are named one by one: 1,2,3")
            .Length(1, 10000)
            .Unique()
            .Tasks()
            .Option("seed", "N,...", "seeds; every system runs with each"),
        Field("run",
              &S::run,
              "Run (sub-stream) number of the random streams, in addition to the seed.")
            .Range(1, 4294967295)
            .Tasks()
            .IsOtherRun()
            .Option("run", "N", "run (sub-stream) number"),
        Field("iterations", &S::iterations, "Training iterations of every job.")
            .Range(1, 1e6)
            .Tasks()
            .UsedIf("/trace/jobs", HasNoJobTrace)
            .IsOtherRun()
            .Option("iterations", "N", "training iterations of every job"),
        Field("engine",
              &S::engine,
              "How the run is computed. Results are the same but for the column events. 'auto': "
              "the fastest way that gives the same results; 'rounds': packet by packet, each "
              "node for many time steps at a time; 'ns3': packet by packet, by events of ns-3.")
            .Rounds(),
        Field("payload",
              &S::payload,
              "What a simulated fragment carries: 'digest': one integer, which is summed and "
              "checked; 'full': this integer and all gradient values. Sizes and times are the "
              "same.")
            .Rounds(),
        Field("parts",
              &S::parts,
              "Whether it is measured what the time of an iteration is made of, in columns "
              "jct_..._ms: payload, headers, latency, window, queue, repair and so on. No other "
              "column changes but events and wall_s; the run takes two to three times as long. The "
              "page "
              "of --report always has it.")
            .Rounds()};
}

FieldRow
PlacementRow()
{
    const FieldRows job{
        Field("workers",
              &JobPlacement::workerHosts,
              "Host number of each worker, in the order of the workers' bitmap bits. The "
              "workers of one job are on different hosts.")
            .Each("A host number: 0 to topology.hosts - 1, then the PS hosts.", 0, 199999)
            .Length(1, 32766)
            .Unique()
            .Reason("endpoints of flows have 15 bits")
            .Required(),
        Field("ps", &JobPlacement::psHost, "Host number of the PS.").Range(0, 199999).Required(),
    };
    const FieldRows fields{
        Field("rule",
              &S::Placement::rule,
              "Which free hosts a job of a trace gets: 'first_fit': those with the lowest "
              "numbers; 'spread': one by one, each in the rack that has the most free hosts.")
            .Rounds()
            .UsedIf("/trace/jobs", HasJobTrace),
        Field("racks_per_job",
              &S::Placement::racksPerJob,
              "Number of racks over which the workers of a job are split evenly, beginning with "
              "the PS's rack. If a rack is full, the next one takes them. Has no effect with "
              "placement.jobs, a trace, or another policy than by_rack.")
            .Range(1, 1024)
            .Tasks()
            .UsedIf("/placement/jobs", HasNoPlaces)
            .UsedIf("/trace/jobs", HasNoJobTrace)
            .UsedIf("/placement/policy", IsPlacedBy<PlacementPolicy::ByRack>)
            .IsOtherRun(),
        Field("policy",
              &S::Placement::policy,
              "How jobs get hosts, if no trace submits them: 'by_rack': from the PS's rack on, as "
              "racks_per_job says; 'packed': the next free hosts, rack by rack; 'spread': one by "
              "one, each in the rack that has the most free hosts; 'random': any free hosts, by "
              "placement.seed. Has no effect with placement.jobs.")
            .Tasks()
            .UsedIf("/placement/jobs", HasNoPlaces),
        Field("seed",
              &S::Placement::seed,
              "Seed of the policy random. It does not depend on seeds, so that all runs have "
              "the same placement.")
            .Range(1, 4294967295)
            .Tasks()
            .UsedIf("/placement/jobs", HasNoPlaces)
            .UsedIf("/placement/policy", IsPlacedBy<PlacementPolicy::Random>)
            .IsOtherRun(),
        Field("file",
              &S::Placement::file,
              "A JSON file with the hosts of jobs by name, {\"jobs\": [{\"workers\": "
              "[\"host0\", \"host1\"], \"ps\": \"host2\"}]}, with a path relative to the "
              "scenario file. Hosts of a graph have names of their own, others are called "
              "host0, host1 and so on. Empty: none. The program reads it into placement.jobs.")
            .AtMost(1000)
            .Rounds(),
        List("jobs",
             &S::Placement::jobs,
             "One entry per job, in the order of the jobs. Jobs may share hosts and PSes, and "
             "may differ in size. Empty: every worker has a host of its own, in order, and "
             "every job has a PS host (paper, Simulation Setup, Job placement) or its PS beside "
             "a worker (topology.ps_hosts).",
             "Where one job runs.",
             job)
            .AtMost(65536)
            .Tasks(),
    };
    return Group("placement", &S::placement, "Which hosts hold each job's workers and PS.", fields);
}

FieldRow
JobsRow()
{
    const FieldRows fields{
        Field("count",
              &JobsSpec::count,
              "Number of jobs. Paper, Simulation Results: up to 8. Without placement.jobs, "
              "count x workers must fit topology.hosts. With a trace it is filled in: the "
              "largest number of jobs at a time.")
            .Range(1, 65536)
            .Reason("the job number in the header has 16 bits")
            .Tasks()
            .UsedIf("/trace/jobs", HasNoJobTrace, true)
            .UsedIf("/execution/traces", HasNoExecution, true)
            .IsOtherRun()
            .Option("jobs", "N", "number of jobs"),
        Field("workers",
              &JobsSpec::workers,
              "Workers of each job; with placement.jobs or a trace, of the largest job. A job "
              "of one worker exchanges nothing. A switch's bitmap has 32 bits; switches sum "
              "larger jobs in groups of groups. With a trace it is filled in. Paper, Simulation "
              "Results: up to 8.")
            .Range(1, 32766)
            .Reason("endpoints of flows have 15 bits")
            .Tasks()
            .UsedIf("/trace/jobs", HasNoJobTrace, true)
            .UsedIf("/execution/traces", HasNoExecution, true)
            .IsOtherRun()
            .Option("workers", "N", "workers of each job"),
        Field("workload",
              &JobsSpec::workload,
              "Letters of the DNNs that the jobs train. The jobs take them in turn, so AB means "
              "a ratio of 1:1. With a trace it is filled in. Paper, Simulation Results: A, B, "
              "and A to B 1:1.")
            .Length(1, 1000)
            .Keyword("pattern", "^[A-Z]+$")
            .Allowed("one or more capital letters, each the name of a DNN")
            .Tasks()
            .UsedIf("/trace/jobs", HasNoJobTrace, true)
            .UsedIf("/execution/traces", HasNoExecution)
            .Option("workload", "LETTERS", "DNNs of the jobs in turn: A, B or AB"),
        Field("start_max_us",
              &JobsSpec::startMaxUs,
              "Each job starts at a random time between 0 and this value, in us (uniform). "
              "Paper, Simulation Setup (Job start time): U(0, 1 ms). Jobs of a trace start at "
              "once.")
            .Range(0, 1e9)
            .Tasks()
            .UsedIf("/trace/jobs", HasNoJobTrace)
            .IsOtherRun(),
        Field("collective",
              &JobsSpec::collective,
              "What the workers of each job do with the gradients of each tensor partition, by "
              "the names of MPI and NCCL. Every system knows all_reduce. Where switches sum, "
              "they help with reduce_scatter, all_gather, broadcast, reduce and barrier. ring "
              "knows all: reduce_scatter, all_gather, broadcast and reduce go around the ring, "
              "the rest from worker to worker. all_gather, all_to_all, gather and scatter cut a "
              "partition into one chunk per worker; barrier sends its first packet only; "
              "send_receive goes from the root to the next worker.")
            .Rounds(),
        Field("root",
              &JobsSpec::root,
              "Number of the worker that has the data (broadcast, scatter, send_receive) or "
              "gets it (reduce, gather).")
            .Range(0, 32765)
            .Rounds()
            .UsedIf("/jobs/collective", HasRoot)
            .IsOtherRun(),
        Field("rings",
              &JobsSpec::rings,
              "Of the jobs, the last ones, that sum in a ring over connections between their "
              "hosts, whatever the system under test; so aggregation in the network runs beside "
              "and against flows. 0: none.")
            .Range(0, 65536)
            .Rounds()
            .IsOtherRun(),
    };
    return Group("jobs", &S::jobs, "The training jobs.", fields);
}

FieldRow
ExecutionRow()
{
    const FieldRows fields{
        Field("traces",
              &ExecutionSpec::traces,
              "Traces, one per job, relative to the scenario file. A MLCommons Chakra trace is "
              "named by the part of its files' path before .RANK.et; its process groups stand in "
              "nodes of type METADATA, or in PREFIX.groups.json: {\"name\": [0, 1]}. Files may "
              "be packed by gzip. `./ns3 trace import` writes a trace from Chakra's JSON or a GOAL "
              "schedule (LogGOPSim, ATLAHS). Empty: jobs train DNNs.")
            .EachText("The prefix of one trace.", 1000)
            .AtMost(1000)
            .Rounds()
            .Option("trace",
                    "TRACE,...",
                    "execution traces instead of DNNs, one per job: PREFIX for PREFIX.RANK.et"),
        Field("peak_tflops",
              &ExecutionSpec::peakTflops,
              "Operations per second of an accelerator, in 10^12. A computation without "
              "duration_micros takes as long as its num_ops or its tensor_size need, whichever is "
              "longer (roofline model). Default: an NVIDIA A100 for 16-bit numbers (its data "
              "sheet).")
            .Above(0, 1e6)
            .Tasks()
            .MoreIsBetter(),
        Field("memory_gbytes_per_s",
              &ExecutionSpec::memoryGbytesPerS,
              "Rate of an accelerator's memory, in 10^9 bytes per second. Default: an NVIDIA A100 "
              "with 80 GB (its data sheet).")
            .Above(0, 1e6)
            .Tasks()
            .MoreIsBetter(),
        Field("missing_nodes",
              &ExecutionSpec::missingNodes,
              "What to do if a node waits for one that is not in the file. error: refuse the "
              "trace. ignore: wait for the others only; some recordings need it, because their "
              "converter left nodes out.")
            .Tasks(),
        Field("dependencies",
              &ExecutionSpec::dependencies,
              "What a node waits for. all: its control dependencies (ctrl_deps) and its data "
              "dependencies (data_deps). data: its data dependencies only. Recordings of "
              "PyTorch need data: their control dependencies are the callers, and their data "
              "dependencies alone are the order of execution.")
            .Tasks(),
        Field("slice",
              &ExecutionSpec::slice,
              "Fraction of the traces that is simulated, so that a large model takes a short "
              "time: the bytes of each collective and message, and all times and sizes of "
              "computations are multiplied by it. Results are of the slice, and say so. Latencies "
              "are not sliced: --estimate compares slices.")
            .Above(0, 1)
            .Tasks(),
    };
    return Group("execution",
                 &S::execution,
                 "Execution traces: what each rank of a job computes and communicates, and what "
                 "waits for what. They replace DNNs: jobs.count becomes the number of traces "
                 "and jobs.workers the largest number of ranks, and each rank runs its graph "
                 "iterations times. The collectives of a process group run as a job of their "
                 "own, summed by the system under test.",
                 fields)
        .UsedIf("/execution/traces", HasExecution);
}

FieldRow
TraceRow()
{
    const FieldRows job{
        Field("submit_time",
              &TraceJobSpec::submitS,
              "When it is submitted, in seconds of the trace.")
            .Range(0, 1e10)
            .Required(),
        Field("gpu_num", &TraceJobSpec::workers, "Its workers, each on a host of its own.")
            .Range(1, 32766)
            .Reason("endpoints of flows have 15 bits")
            .Required(),
        Field("duration", &TraceJobSpec::durationS, "How long it trained, in seconds of the trace.")
            .Range(0, 1e10)
            .Required(),
        Field("model", &TraceJobSpec::dnn, "A letter of dnns, or the name of the model of one.")
            .Length(1, 1000)
            .Required(),
    };
    const FieldRows fields{
        Field("file",
              &S::Trace::file,
              "A CSV file, with a path relative to the scenario file. Its first line names the "
              "columns submit_time, gpu_num, duration and model; there may be others. Empty: "
              "none. The program reads the jobs into trace.jobs.")
            .AtMost(1000)
            .Rounds(),
        Field("time_scale",
              &S::Trace::timeScale,
              "Simulated seconds per second of the trace. A job is submitted at submit_time x "
              "time_scale, and trains for max(1, round(duration x time_scale / t)) iterations, "
              "where t is the time of an iteration of its DNN alone: computation, and gradient "
              "bytes at the link's rate, one after the other.")
            .Above(0, 1000)
            .Rounds(),
        Field("max_jobs",
              &S::Trace::maxJobs,
              "Largest number of jobs that run at a time; further ones wait. At most 256 with "
              "switchml and hire, whose header has 8 bits for the number of a job: a new job may "
              "have the number of a job that has left (in captures the number modulo 256). Static "
              "memory (switchml, iswitch) is divided into this number of shares, and "
              "topology.ps_hosts 0 makes this number of PS hosts. 0: as many jobs as fit "
              "topology.hosts if all are as small as the smallest. With the kinds fat_tree and "
              "graph their PSes need hosts, too.")
            .Range(0, 65536)
            .Rounds()
            .IsOtherRun(),
        List("jobs",
             &S::Trace::jobs,
             "The jobs in the order in which they are submitted, instead of a file.",
             "One job.",
             job)
            .AtMost(65536)
            .Rounds(),
    };
    return Group("trace",
                 &S::trace,
                 "Jobs that come and go, from a file or from a list. Each job is submitted, "
                 "waits (first come first served) until enough hosts are free, runs with one "
                 "host per worker, and leaves. A trace replaces jobs.count, jobs.workers and "
                 "jobs.workload. max_jobs limits the jobs that run at a time, and so the hosts "
                 "for PSes.",
                 fields)
        .UsedIf("/trace/jobs", HasJobTrace);
}

FieldRow
DnnsRow()
{
    const FieldRows layer{
        Unread<std::string>("name", "Name of the layer, for the reader.")
            .AtMost(200)
            .Keyword("pattern", "^[ -~]*$")
            .Allowed("printable ASCII text"),
        Field("compute_us",
              &LayerSpec::forwardUs,
              "Computation of the layer in an iteration, in us: another name for forward_us, if "
              "there is no backward part. Paper, Simulation Setup (Workloads): A 320, B 640.")
            .Range(0, 1e9),
        Field("forward_us",
              &LayerSpec::forwardUs,
              "Forward part of the layer's computation in an iteration, in us.")
            .Range(0, 1e9),
        Field("backward_us",
              &LayerSpec::backwardUs,
              "Backward part of the layer's computation in an iteration, in us; 0 if it is "
              "absent, as in the paper's simulation.")
            .Range(0, 1e9),
    };
    const FieldRows partition{
        Field("layer",
              &Dnn::Partition::layer,
              "Layer that the partition belongs to; 1 is the front layer.")
            .Range(1, 1000)
            .Required(),
        Field("layer_count",
              &Dnn::Partition::layerCount,
              "Layers that it has gradients of, if there are several: `layer` and those behind "
              "it. Its gradients are ready when the backward part of `layer` has ended, and the "
              "forward part of each of its layers waits for all of its results. 1 if absent.")
            .Range(1, 1000),
        Field("bytes",
              &Dnn::Partition::bytes,
              "Gradient bytes of the partition. Paper, Simulation Setup (Workloads): A 4 MB, B "
              "2 MB.")
            .Range(1, 1e12)
            .Required(),
    };
    const FieldRows dnn{
        Unread<std::string>(
            "model",
            "A model file that lists the layers: the name of a shipped one (see "
            "--list-models), or a path, relative to the scenario file. A path ends in .json "
            "(--print-schema has the format of such a file under definitions/model_file; "
            "`./ns3 trace import` writes one from a profile of SwitchML's DNN benchmark). A DNN "
            "with a model has no layers and partitions of its own. Its comm_comp_ratio may be "
            "absent. Then "
            "the ratio of the file is used or, if there is none, the time to send the "
            "gradients at the link's rate divided by the computation time.")
            .Length(1, 1000)
            .Allowed("the name of a model or the path of a model file"),
        Unread<uint64_t>(
            "partition_bytes",
            "Gradient bytes of a model's tensor partitions. Each layer is cut into partitions "
            "of this size and a rest, and the last layer is sent first. If absent, 4096000, "
            "which is BytePS's default (its docs/env.md).")
            .Range(1, 1e12),
        Unread<BucketRule>(
            "buckets",
            "Which gradients of a model travel together: 'partitions': layers cut into "
            "partition_bytes, as BytePS sends them (if absent); 'layers': each layer as a "
            "whole; 'ddp': tensors gathered until bucket_bytes are reached, as PyTorch's "
            "DistributedDataParallel sends them. A bucket is ready when the backward part of "
            "its front-most layer has ended, and the forward part of each of its layers waits "
            "for all of its results."),
        Unread<uint64_t>(
            "bucket_bytes",
            "With buckets 'ddp': gradient bytes at which a bucket is full; a tensor is never "
            "cut, so it can have more. If absent, 26214400 (25 MiB), PyTorch's default.")
            .Range(1, 1e12),
        Unread<uint64_t>(
            "first_bucket_bytes",
            "With buckets 'ddp': the same for the first bucket, which has the last tensors of the "
            "model. If absent, 1048576 (1 MiB), PyTorch's default.")
            .Range(1, 1e12),
        Unread<double>(
            "compute_scale",
            "Factor for a model's computation times, for faster or slower workers or other "
            "batch sizes; 1 if absent.")
            .Range(0, 1e6),
        Field("slice",
              &DnnSpec::slice,
              "Fraction of a model that is simulated, so that a large model takes a short time; 1 "
              "if absent. It multiplies the parameters of each layer, tensor and partition, all "
              "computation times, the sizes of partitions and buckets, the jitter of partitions "
              "and iterations, and the random start of a job. So communication and computation "
              "keep their ratio. There are as many partitions and buckets as of the whole model, "
              "but at most 10000. Results are of the slice, and say so. Without a model: the "
              "layers and partitions are already this fraction of one.")
            .Above(0, 1),
        List("layers",
             &DnnSpec::layers,
             "The layers, front layer first. An iteration begins with the backward parts, from "
             "the last layer to the first; a layer's gradients are sent when its backward part "
             "has ended. The forward part of layer l begins when the forward part of layer l - 1 "
             "has ended and all results of layer l have arrived.",
             "One layer.",
             layer)
            .OneOf("compute_us",
                   "forward_us",
                   "a layer with either compute_us or forward_us, in us")
            .Length(1, 1000),
        List("partitions",
             &DnnSpec::partitions,
             "The tensor partitions in the order of sending. Paper, Simulation Setup "
             "(Simulation Model): first partition of layer 2, both of layer 1, second of layer "
             "2.",
             "One tensor partition.",
             partition)
            .Length(1, 10000),
        Field("comm_comp_ratio",
              &DnnSpec::commCompRatio,
              "Comm/Comp of the priority formula, a plain number. Paper, Simulation Setup "
              "(Priority setting): A 2, B 0.5.")
            .Above(0, 1e6),
        Field("precision",
              &DnnSpec::precision,
              "How packets carry the gradients: 'fp32': one int32 per gradient (as in the "
              "paper; the default), or 'fp16' and 'bf16': two int16 in one int32. With 'bf16' "
              "hosts hold gradients of 8 significant bits, to which values are rounded first. "
              "It determines the bytes of a model and the values of payload 'full'. Bytes of "
              "partitions are used as they are."),
        Field("iterations",
              &DnnSpec::iterations,
              "Training iterations of the jobs that train this DNN; if absent, the scenario's. "
              "With it, jobs whose iterations have different lengths can run for about the same "
              "time.")
            .Range(1, 1e6),
    };
    return MapOf("dnns",
                 &S::dnns,
                 "The DNNs, each named by one capital letter.",
                 "^[A-Z]$",
                 "One DNN as the network sees it.",
                 dnn)
        .Keyword("minProperties", 1)
        .Allowed("an object whose keys are single capital letters, each with a model, "
                 "or with layers, partitions and comm_comp_ratio")
        .Keyword("default", ordered_json::parse(kPaperDnns))
        .Tasks();
}

FieldRow
JitterRow()
{
    const FieldRows fields{
        Field("mode",
              &S::JitterFields::mode,
              "'partition': one random number per partition; a partition is ready after the "
              "largest number up to its own. 'iteration': one random number for all partitions of "
              "an iteration. 'packet': one random number per fragment that may leave; its packet "
              "waits so long. So packets overtake each other, and workers and PSes wait max_us "
              "longer until something is late. 'packet_in_order': the same, but a packet also "
              "waits for earlier packets of its worker. 'none': no delay. Packets about late "
              "results do not wait. Paper: 'a jitter on the sending side' of about a partition's "
              "computation time. Ours: one number per partition.")
            .Tasks(),
        Field("max_us",
              &S::JitterFields::maxUs,
              "Largest delay in us; the random numbers are uniform between 0 and this value. "
              "Paper, Simulation Setup (Computation speed variance): 300. At most a second, "
              "since reminders and queries go on meanwhile.")
            .Range(0, 1e6)
            .Tasks()
            .UsedIf("/jitter/mode", HasJitter),
    };
    return Group("jitter",
                 &S::jitter,
                 "Random delay of gradients at each worker. Paper, Simulation Setup "
                 "(Computation speed variance).",
                 fields);
}

} // namespace ns3::esa
