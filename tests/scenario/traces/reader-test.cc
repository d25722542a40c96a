// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/traces/chakra-files.h"

#include "ns3/esa-trace-files.h"

#include <iterator>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>
#include <zlib.h>

namespace ns3::esa::test
{
namespace
{

using namespace std::string_literals;

TEST(ChakraReader, ReadsWhatAWriterOfProtocolBuffersWrites)
{
    // ASTRA-sim's generator writes such a file; the bytes are those of the wire format.
    const std::string file = "\x07\x0a\x05"
                             "0.0.4"
                             "\x35\x12\x01x\x18\x07"
                             "\x52\x0e\x0a\x09is_cpu_op\xd8\x01\x00"
                             "\x52\x0d\x0a\x09"
                             "comm_type\x48\x00"
                             "\x52\x0f\x0a\x09"
                             "comm_size\x48\x80\x80\x40"s;
    const TemporaryDirectory folder;
    folder.Write("t.0.et", file);
    const ExecutionTrace trace = ReadExecutionTrace(folder.Path("t"), {});
    ASSERT_EQ(trace.ranks.size(), 1U);
    ASSERT_EQ(trace.ranks[0].nodes.size(), 1U);
    const ExecutionNode& node = trace.ranks[0].nodes[0];
    EXPECT_EQ(node.id, 0U);
    EXPECT_EQ(node.kind, ExecutionKind::Collective);
    EXPECT_EQ(node.collective, CollectiveKind::AllReduce);
    EXPECT_EQ(node.bytes, 1048576U);
    EXPECT_EQ(trace.groups.at(node.group).ranks, std::vector<uint32_t>{0});
}

TEST(ChakraReader, ReadsBackWhatTheWriterWrites)
{
    const TemporaryDirectory folder;
    ChakraNode send = NodeOf(4, ChakraType::Send, {3});
    send.source = 0;
    send.destination = 1;
    send.tag = 9;
    send.communicationBytes = 77;
    ChakraNode receive = send;
    receive.type = static_cast<uint64_t>(ChakraType::Receive);
    ChakraNode load = NodeOf(5, ChakraType::MemoryLoad, {2, 3});
    load.tensorBytes = 1000;
    ChakraNode large = NodeOf(6, ChakraType::Compute);
    large.operations = 5'000'000'000'000;
    large.tensorBytes = 10;
    ChakraNode onHost = ComputationOf(7, 12);
    onHost.isCpuOp = true;
    WriteRank(folder, 0, {ComputationOf(3, 250), send, ComputationOf(2, 1), load, large, onHost});
    const std::string prefix = WriteRank(folder, 1, {ComputationOf(3, 1), receive});
    const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
    const auto& nodes = trace.ranks.at(0).nodes;
    ASSERT_EQ(nodes.size(), 6U);
    EXPECT_EQ(nodes[0].duration, FromMicroseconds(250));
    EXPECT_EQ(nodes[1].kind, ExecutionKind::Send);
    EXPECT_EQ(nodes[1].peer, 1U);
    EXPECT_EQ(nodes[1].tag, 9U);
    EXPECT_EQ(nodes[1].bytes, 77U);
    EXPECT_EQ(nodes[3].bytes, 1000U);
    EXPECT_EQ(nodes[4].operations, 5'000'000'000'000U);
    EXPECT_EQ(nodes[5].kind, ExecutionKind::CpuWork);
    EXPECT_EQ(trace.ranks[0].dependencies, (std::vector<uint32_t>{0, 2, 0}));
    EXPECT_EQ(trace.ranks[1].nodes[1].kind, ExecutionKind::Receive);
    EXPECT_EQ(trace.ranks[1].nodes[1].peer, 0U);
}

TEST(ChakraReader, ASliceHasAFractionOfAllSizesAndTimes)
{
    const TemporaryDirectory folder;
    ChakraNode large = ComputationOf(4, 0);
    large.durationUs = 0;
    large.operations = 1001;
    large.tensorBytes = 1;
    const std::string prefix =
        WriteRank(folder, 0, {ComputationOf(3, 250), AllReduceOf(2, 4000), large});
    TraceOptions options;
    options.slice = 0.25;
    const ExecutionTrace trace = ReadExecutionTrace(prefix, options);
    const auto& nodes = trace.ranks.at(0).nodes;
    ASSERT_EQ(nodes.size(), 3U);
    EXPECT_EQ(nodes[0].duration, FromMicroseconds(62.5));
    EXPECT_EQ(nodes[1].bytes, 1000U);
    EXPECT_EQ(nodes[2].duration, Picoseconds(0));
    EXPECT_EQ(nodes[2].operations, 250U);
    EXPECT_EQ(nodes[2].bytes, 1U) << "at least one";
}

TEST(ChakraReader, FilesOfAllRanksAreThere)
{
    const TemporaryDirectory folder;
    EXPECT_EQ(ErrorOf(folder), "t.0.et: is missing: a trace has a file PREFIX.RANK.et per rank");
    WriteRank(folder, 0, {});
    WriteRank(folder, 2, {});
    folder.Write("t.01.et", "not a rank's");
    folder.Write("tt.1.et", "of another trace");
    EXPECT_EQ(ErrorOf(folder), "t.1.et: is missing, but there is a file of rank 2");
    WriteRank(folder, 1, {});
    TraceOptions options;
    options.maxRanks = 2;
    EXPECT_TRUE(HasText(ErrorOf(folder, options), "has 3 ranks: must be at most 2"));
}

TEST(ChakraReader, ATraceWithoutNodesIsRefused)
{
    const TemporaryDirectory folder;
    WriteRank(folder, 0, {});
    EXPECT_EQ(ErrorOf(folder), "t: the files of its ranks have no node");
    WriteRank(folder, 1, {ComputationOf(1, 8)});
    EXPECT_EQ(ErrorOf(folder), "none");
}

TEST(ChakraReader, DamagedFilesAreRefused)
{
    const TemporaryDirectory folder;
    folder.Write("t.0.et", "");
    EXPECT_EQ(ErrorOf(folder), "t.0.et: is empty: a trace begins with its version");
    folder.Write("t.0.et", FileOf({}, "2.0"));
    EXPECT_EQ(ErrorOf(folder),
              "t.0.et: has the version 2.0, which is not allowed: must be 0.0.x or 1.x of Chakra's "
              "schema");
    const std::string sound = FileOf({ComputationOf(1, 5), AllReduceOf(2, 8)});
    folder.Write("t.0.et", sound.substr(0, sound.size() - 1));
    EXPECT_TRUE(HasText(ErrorOf(folder), "t.0.et: is cut in message 2, which has "));
    folder.Write("t.0.et", FileOf({}) + "\x85");
    EXPECT_EQ(ErrorOf(folder), "t.0.et: is cut in message 1");
    folder.Write("t.0.et", "\xff\xff\xff\xff\x7f");
    EXPECT_TRUE(HasText(ErrorOf(folder), "message 0 is longer than 16777216 bytes"));
    folder.Write("t.0.et", FileOf({}) + "\x03\x0a\x01x");
    EXPECT_EQ(ErrorOf(folder), "t.0.et: message 1: the id is not an integer");
    folder.Write("t.0.et", "\x02\x0a\x09");
    EXPECT_TRUE(HasText(ErrorOf(folder), "the first message is no version: a field has 9 bytes"));
}

TEST(ChakraReader, NodesThatMakeNoSenseAreRefused)
{
    const TemporaryDirectory folder;
    const auto errorOf = [&folder](const std::vector<ChakraNode>& nodes) {
        WriteRank(folder, 0, nodes);
        return ErrorOf(folder);
    };
    EXPECT_EQ(errorOf({NodeOf(5, static_cast<ChakraType>(9))}),
              "t.0.et: node 5: type 9 is not allowed: must be 1 to 7 (METADATA to COMM_COLL)");
    EXPECT_EQ(errorOf({NodeOf(5, ChakraType::Collective)}),
              "t.0.et: node 5: lacks the attribute comm_type");
    ChakraNode unknown = AllReduceOf(5, 8);
    unknown.communicationType = 10;
    EXPECT_EQ(errorOf({unknown}),
              "t.0.et: node 5: comm_type 10 is not allowed: must be 0 to 9 (ALL_REDUCE to "
              "BARRIER)");
    unknown.communicationType = 0;
    unknown.communicationBytes = UINT64_MAX;
    EXPECT_EQ(errorOf({unknown}),
              "t.0.et: message 1: attribute comm_size is negative or beyond 2^63");
    unknown.communicationBytes = uint64_t{1} << 44;
    EXPECT_EQ(errorOf({unknown}),
              "t.0.et: node 5: comm_size 17592186044416 is not allowed: must be at most "
              "274877906816");
    ChakraNode send = NodeOf(5, ChakraType::Send);
    send.communicationBytes = 274'877'906'817;
    EXPECT_TRUE(HasText(errorOf({send}), "comm_size 274877906817 is not allowed"));
    send.communicationBytes = 8;
    EXPECT_EQ(errorOf({send}), "t.0.et: node 5: lacks the attribute comm_dst");
    send.destination = 0;
    EXPECT_EQ(errorOf({send}),
              "t.0.et: node 5: comm_dst 0 is not allowed: must be one of the 1 ranks, and not 0 "
              "itself");
    EXPECT_TRUE(HasText(errorOf({ComputationOf(5, UINT64_MAX)}), "duration_micros 18446744073"));
    EXPECT_EQ(errorOf({ComputationOf(5, 1), ComputationOf(5, 1)}),
              "t.0.et: node 5: there are two of this id");
    EXPECT_EQ(errorOf({ComputationOf(5, 1, {5})}), "t.0.et: node 5: waits for itself");
}

TEST(ChakraReader, NodesThatAreMissingMayBeIgnored)
{
    const TemporaryDirectory folder;
    WriteRank(folder, 0, {ComputationOf(5, 1, {3, 6, 4}), ComputationOf(6, 1)});
    EXPECT_EQ(ErrorOf(folder),
              "t.0.et: node 5: waits for node 3, which is missing (execution.missing_nodes may say "
              "\"ignore\")");
    TraceOptions options;
    options.ignoresMissingNodes = true;
    const ExecutionTrace trace = ReadExecutionTrace(folder.Path("t"), options);
    EXPECT_EQ(trace.ranks[0].nodes[0].dependencies, 1U);
    EXPECT_EQ(trace.ranks[0].dependencies, std::vector<uint32_t>{1});
}

TEST(ChakraReader, ControlDependenciesMayBeLeftOut)
{
    const TemporaryDirectory folder;
    ChakraNode first = ComputationOf(5, 1);
    first.controlDependencies = {6};
    WriteRank(folder, 0, {first, ComputationOf(6, 1, {5})});
    const std::string hint =
        " (execution.dependencies \"data\" leaves control dependencies out: in "
        "recordings of PyTorch they are callers)";
    EXPECT_EQ(ErrorOf(folder),
              "t.0.et: node 5: waits for itself, by way of node 6 of rank 0" + hint);
    TraceOptions options;
    options.ignoresControlDependencies = true;
    const ExecutionTrace trace = ReadExecutionTrace(folder.Path("t"), options);
    EXPECT_EQ(trace.ranks[0].nodes[0].dependencies, 0U);
    EXPECT_EQ(trace.ranks[0].nodes[1].dependencies, 1U);
    first.controlDependencies = {3};
    WriteRank(folder, 0, {first});
    EXPECT_EQ(ErrorOf(folder),
              "t.0.et: node 5: waits for node 3, which is missing (execution.missing_nodes may say "
              "\"ignore\", or execution.dependencies \"data\")");
    EXPECT_EQ(ErrorOf(folder, options), "none");
    first.controlDependencies = {};
    WriteRank(folder, 0, {first, ComputationOf(6, 1, {6})});
    EXPECT_EQ(ErrorOf(folder), "t.0.et: node 6: waits for itself");
}

TEST(ChakraReader, ACallThatLaunchesACollectiveIsWorkOfTheProcessor)
{
    const TemporaryDirectory folder;
    ChakraNode call = NodeOf(5, ChakraType::Collective);
    call.isCpuOp = true;
    call.durationUs = 80;
    const ExecutionTrace trace = ReadExecutionTrace(WriteRank(folder, 0, {call}), {});
    EXPECT_EQ(trace.ranks[0].nodes[0].kind, ExecutionKind::CpuWork);
    EXPECT_EQ(trace.ranks[0].nodes[0].duration, FromMicroseconds(80));
}

/// Writes bytes packed by gzip.
std::string
Packed(const TemporaryDirectory& folder, const std::string& bytes)
{
    gzFile file = gzopen(folder.Path("packed").c_str(), "wb");
    gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
    gzclose(file);
    std::ifstream packed(folder.Path("packed"), std::ios::binary);
    return {std::istreambuf_iterator<char>(packed), {}};
}

TEST(ChakraReader, FilesOfOtherFormsAreRefusedInOneLine)
{
    const TemporaryDirectory folder;
    const auto errorOf = [&folder](const std::string& name) {
        return FirstOf(ErrorsWhile([&] { ReadExecutionTrace(folder.Path(name), {}); }));
    };
    for (const char* name : {"t.goal", "t.bin", "recording"})
    {
        folder.Write(name, "num_ranks 1\n");
        EXPECT_EQ(errorOf(name),
                  folder.Path(name) +
                      ": is not allowed: must be the PREFIX of files "
                      "PREFIX.RANK.et, which ./ns3 trace import " +
                      folder.Path(name) + " --out PREFIX writes");
    }
    folder.Write("t.0.json", "{}");
    EXPECT_TRUE(HasText(errorOf("t"), "./ns3 trace import " + folder.Path("t.*.json") + " --out"));
    EXPECT_TRUE(HasText(errorOf("t.0.json"), "t.0.json: is the file of one rank: must be "));
    folder.Write("t", "notes");
    WriteRank(folder, 0, {ComputationOf(1, 1)});
    EXPECT_EQ(errorOf("t"), "none") << "which has files of the right form, too";
}

// What other forms of traces have more.

TEST(ChakraAttributes, ADurationMayBeInNanoseconds)
{
    const TemporaryDirectory folder;
    ChakraNode node = ComputationOf(1, 7);
    node.durationNs = 1500;
    const ExecutionTrace trace = ReadExecutionTrace(WriteRank(folder, 0, {node}), {});
    EXPECT_EQ(trace.ranks[0].nodes[0].duration, FromMicroseconds(1.5));
    node.durationNs = 1'000'000'000'000'001;
    WriteRank(folder, 0, {node});
    EXPECT_TRUE(HasText(ErrorOf(folder), "node 1: duration_ns 1000000000000001 is not allowed"));
}

TEST(ChakraAttributes, ANodeMayWaitForStartsBehindEnds)
{
    const TemporaryDirectory folder;
    ChakraNode node = ComputationOf(3, 1, {2});
    node.starts = {1, 9, 2};
    node.unit = 65535;
    WriteRank(folder, 0, {ComputationOf(1, 1), ComputationOf(2, 1), node});
    EXPECT_TRUE(HasText(ErrorOf(folder), "node 3: waits for node 9, which is missing"));
    TraceOptions options;
    options.ignoresMissingNodes = true;
    const ExecutionTrace trace = ReadExecutionTrace(folder.Path("t"), options);
    const ExecutionNode& read = trace.ranks[0].nodes[2];
    EXPECT_EQ(std::tie(read.dependencies, read.startsAwaited, read.unit),
              std::make_tuple(3U, 2U, uint16_t{65535}));
    EXPECT_EQ(trace.ranks[0].dependencies, (std::vector<uint32_t>{1, 0, 1}));
    node.unit = 65536;
    WriteRank(folder, 0, {node});
    EXPECT_TRUE(HasText(ErrorOf(folder), "node 3: unit 65536 is not allowed: must be at most"));
}

TEST(ChakraAttributes, OneThatIsThereTwiceIsRefused)
{
    const TemporaryDirectory folder;
    ChakraNode node = AllReduceOf(1, 8);
    node.group = "7";
    node.starts = {1};
    const std::string once = NodeMessage(node);
    for (const char* name : {"comm_size", "is_cpu_op", "pg_name", "starts_after"})
    {
        std::string twice = once;
        WireFields fields(once);
        while (const auto entry = fields.Next())
        {
            if (entry->number == 10 && HasText(std::string(entry->bytes), name))
            {
                AppendBytes(twice, 10, std::string(entry->bytes));
            }
        }
        folder.Write("t.0.et", FileOf({}) + Framed(twice));
        EXPECT_EQ(ErrorOf(folder),
                  "t.0.et: message 1: attribute " + std::string(name) + " is there twice");
    }
}

TEST(ChakraReader, TagsHave64Bits)
{
    const TemporaryDirectory folder;
    ChakraNode send = NodeOf(1, ChakraType::Send);
    send.destination = 1;
    send.communicationBytes = 8;
    send.tag = 4294967297;
    ChakraNode receive = NodeOf(1, ChakraType::Receive);
    receive.source = 0;
    receive.communicationBytes = 8;
    receive.tag = 1;
    WriteRank(folder, 0, {send});
    WriteRank(folder, 1, {receive});
    EXPECT_TRUE(HasText(ErrorOf(folder), "with tag 1 from rank 0, which does not send it") ||
                HasText(ErrorOf(folder), "with tag 4294967297 to rank 1, which does not"))
        << ErrorOf(folder);
    receive.tag = send.tag;
    WriteRank(folder, 1, {receive});
    EXPECT_EQ(ErrorOf(folder), "none");
}

// Messages that name a process group in place of a rank.

/// A message of a group.
ChakraNode
MessageOf(ChakraType type, const std::string& group)
{
    ChakraNode message = NodeOf(1, type);
    message.communicationBytes = 8;
    message.group = group;
    return message;
}

TEST(ChakraPairs, ThePeerIsTheOtherRankOfThePair)
{
    const TemporaryDirectory folder;
    WriteRank(folder, 0, {MessageOf(ChakraType::Send, "7")});
    WriteRank(folder, 1, {});
    WriteRank(folder, 2, {MessageOf(ChakraType::Receive, "7.0")});
    EXPECT_EQ(ErrorOf(folder),
              "t.0.et: node 1: lacks the attribute comm_dst, and its process group 7 is not "
              "defined");
    folder.Write("t.groups.json", R"({"7": [0, 1, 2]})");
    EXPECT_EQ(ErrorOf(folder),
              "t.0.et: node 1: lacks the attribute comm_dst, and its process group 7 is no pair of "
              "rank 0 and another one: it has 3 ranks");
    folder.Write("t.groups.json", R"({"7": [1, 2]})");
    EXPECT_TRUE(HasText(ErrorOf(folder), "no pair of rank 0 and another one: it has 2 ranks"));
    folder.Write("t.groups.json", R"({"7": [0, 2]})");
    const ExecutionTrace trace = ReadExecutionTrace(folder.Path("t"), {});
    EXPECT_EQ(trace.ranks[0].nodes[0].peer, 2U);
    EXPECT_EQ(trace.ranks[2].nodes[0].peer, 0U);
    EXPECT_TRUE(trace.groups.empty()) << "a group of messages only is no job";
}

TEST(ChakraPairs, PyTorchWritesNoRanksForAllOfThem)
{
    const TemporaryDirectory folder;
    ChakraNode groups = NodeOf(2, ChakraType::Metadata);
    groups.inputValues = R"([{"pg_name": "9", "ranks": []}])";
    WriteRank(folder, 0, {MessageOf(ChakraType::Send, "0"), groups});
    WriteRank(folder, 1, {MessageOf(ChakraType::Receive, "9")});
    EXPECT_EQ(ErrorOf(folder), "none");
    WriteRank(folder, 2, {});
    EXPECT_TRUE(HasText(ErrorOf(folder), "its process group 0 is no pair of rank 0 and another"));
}

TEST(WireFields, ReadsEveryForm)
{
    const std::string message = "\x08\x96\x01"
                                "\x11\x01\x00\x00\x00\x00\x00\x00\x80"
                                "\x1a\x02hi"
                                "\x25\x02\x00\x00\x01"s;
    WireFields fields(message);
    EXPECT_EQ(fields.Next()->value, 150U);
    EXPECT_EQ(fields.Next()->value, 0x8000000000000001U);
    EXPECT_EQ(fields.Next()->bytes, "hi");
    EXPECT_EQ(fields.Next()->value, 0x01000002U);
    EXPECT_FALSE(fields.Next());
    EXPECT_THROW(WireFields("\x0b").Next(), WireError) << "groups are no longer used";
    EXPECT_THROW(WireFields("\x08"s + std::string(10, '\xff')).Next(), WireError);
    EXPECT_THROW(WireFields("\x00\x00"s).Next(), WireError);
}

// Where the process groups of a trace stand.

TEST(ChakraGroups, ProcessGroupsStandInNodesOrInAFile)
{
    const TemporaryDirectory folder;
    ChakraNode own = AllReduceOf(1, 8);
    own.group = "7";
    ChakraNode groups = NodeOf(2, ChakraType::Metadata);
    groups.inputValues = R"([{"pg_name": "7", "ranks": [2, 0]}, {"pg_name": "9", "ranks": []}])";
    WriteRank(folder, 0, {own, groups});
    WriteRank(folder, 1, {});
    WriteRank(folder, 2, {own, groups});
    const ExecutionTrace trace = ReadExecutionTrace(folder.Path("t"), {});
    ASSERT_EQ(trace.groups.size(), 1U);
    EXPECT_EQ(trace.groups[0].ranks, (std::vector<uint32_t>{0, 2}));

    WriteRank(folder, 0, {own});
    WriteRank(folder, 2, {own});
    EXPECT_EQ(ErrorOf(folder), "t.0.et: node 1: the process group 7 is not defined");
    folder.Write("t.groups.json", R"({"7": [0, 2]})");
    EXPECT_EQ(ErrorOf(folder), "none");
    folder.Write("t.groups.json", R"({"7": [1, 2]})");
    EXPECT_EQ(ErrorOf(folder), "t.0.et: node 1: rank 0 is not in the process group 7");
    folder.Write("t.groups.json", R"({"7": [0, 0]})");
    EXPECT_EQ(ErrorOf(folder), "t.groups.json: /7 must be a list of different ranks, at least one");
    folder.Write("t.groups.json", R"({"7": [0, 5]})");
    EXPECT_EQ(ErrorOf(folder),
              "t.0.et: node 1: the process group 7 has the rank 5, but there are files of 3 ranks");
    WriteRank(folder, 1, {groups});
    folder.Write("t.groups.json", R"({"7": [0, 1]})");
    EXPECT_EQ(ErrorOf(folder), "t.1.et: node 2: the process group 7 has other ranks than before");
}

TEST(ChakraGroups, DefinitionsAreReadAsChakrasConverterWritesThem)
{
    // It prints a Python list of the one text that PyTorch has written.
    const std::string json = R"([{"pg_name": "7", "pg_desc": "a\\b 'c'", "ranks": [0, 1]}])";
    const std::string escaped = R"([{"pg_name": "7", "pg_desc": "a\\\\b \'c\'", "ranks": [0, 1]}])";
    const TemporaryDirectory folder;
    ChakraNode own = AllReduceOf(1, 8);
    own.group = "7";
    ChakraNode groups = NodeOf(2, ChakraType::Metadata);
    WriteRank(folder, 1, {own});
    for (const std::string& text : {json, "['" + escaped + "']", nlohmann::json{json}.dump()})
    {
        groups.inputValues = text;
        WriteRank(folder, 0, {own, groups});
        EXPECT_EQ(ErrorOf(folder), "none") << text;
    }
    for (const std::string& text : {json.substr(0, 30),
                                    "['" + json.substr(0, 30) + "']",
                                    std::string("['"),
                                    std::string("['\\']"),
                                    std::string(R"(["[{'pg_id': 7}]"])")})
    {
        groups.inputValues = text;
        WriteRank(folder, 0, {own, groups});
        const std::string error = ErrorOf(folder);
        EXPECT_TRUE(
            HasText(error, "the process group 7 is not defined; the definition in node 2 of ") &&
            HasText(error, "cannot be read: ./ns3 trace import may write it anew, or ") &&
            HasText(error, "t.groups.json defines it"))
            << text << "\n"
            << error;
    }
}

TEST(ChakraGroups, TheGroupFileOfAstraSimIsRead)
{
    const TemporaryDirectory folder;
    ChakraNode own = AllReduceOf(1, 8);
    own.group = "7";
    WriteRank(folder, 0, {own});
    WriteRank(folder, 1, {own});
    folder.Write("comm_group.json", R"({"7": [0, 1]})");
    EXPECT_EQ(ErrorOf(folder), "none");
    folder.Write("t.groups.json", R"({"7": [0, 5]})");
    EXPECT_TRUE(HasText(ErrorOf(folder), "has the rank 5")) << "the trace's own file comes first";
}

TEST(ChakraGroups, AGroupsNumberMayBeAFraction)
{
    const TemporaryDirectory folder;
    ChakraNode first = AllReduceOf(1, 8);
    first.group = "7.0";
    ChakraNode second = AllReduceOf(2, 8);
    second.group = "7";
    ChakraNode other = AllReduceOf(3, 8);
    other.group = "v.7";
    WriteRank(folder, 0, {first, second, other});
    WriteRank(folder, 1, {first, second, other});
    folder.Write("t.groups.json", R"({"7": [0, 1], "v.7": [0, 1]})");
    const ExecutionTrace trace = ReadExecutionTrace(folder.Path("t"), {});
    EXPECT_EQ(trace.groups.size(), 2U);
    EXPECT_EQ(trace.ranks[0].nodes[0].group, trace.ranks[0].nodes[1].group);
}

// Traces that are packed by gzip.

TEST(ChakraFile, ReadsPackedFiles)
{
    const TemporaryDirectory folder;
    folder.Write("t.0.et", Packed(folder, FileOf({AllReduceOf(0, 100)})));
    EXPECT_EQ(ReadExecutionTrace(folder.Path("t"), {}).ranks.at(0).nodes.at(0).bytes, 100U);
    std::filesystem::resize_file(folder.Path("t.0.et"),
                                 std::filesystem::file_size(folder.Path("t.0.et")) / 2);
    EXPECT_EQ(ErrorOf(folder), "t.0.et: the packed data is damaged or cut in message 1");
}

TEST(ChakraFile, NothingStandsBehindPackedData)
{
    const TemporaryDirectory folder;
    const std::string text = FileOf({AllReduceOf(0, 100)});
    folder.Write("t.0.et", Packed(folder, text) + "garbage");
    EXPECT_EQ(ErrorOf(folder), "t.0.et: the packed data is damaged or cut in message 2");
    folder.Write("t.0.et", Packed(folder, text) + std::string(1'000'000, '\0'));
    EXPECT_EQ(ErrorOf(folder), "t.0.et: the packed data is damaged or cut in message 2");
    // but for more packed data: files may be packed in parts
    folder.Write("t.0.et", Packed(folder, text.substr(0, 5)) + Packed(folder, text.substr(5)));
    EXPECT_EQ(ErrorOf(folder), "none");
    folder.Write("t.0.et", Packed(folder, "") + Packed(folder, text));
    EXPECT_EQ(ErrorOf(folder), "none");
}

TEST(TraceNames, AreReadOnceMoreOfTheSameFilesOnly)
{
    const TemporaryDirectory folder;
    ChakraNode first = ComputationOf(1, 10);
    first.name = "first";
    ChakraNode second = ComputationOf(2, 10, {1});
    second.name = std::string(300, 'x');
    const std::string prefix = WriteRank(folder, 0, {first, second});
    second.dependencies.clear();
    WriteRank(folder, 1, {ComputationOf(5, 10), second});
    const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
    const TraceNames names(prefix, trace);
    EXPECT_EQ(names.Of(0, 0), "first");
    EXPECT_LE(names.Of(0, 1).size(), 120U);
    EXPECT_EQ(names.Of(1, 0), "");
    EXPECT_EQ(names.Of(1, 1), names.Of(0, 1));
    const std::vector<std::vector<ChakraNode>> others{
        {},
        {first, second, ComputationOf(3, 10)},
        {first, ComputationOf(9, 10)},
    };
    for (const auto& nodes : others)
    {
        WriteRank(folder, 0, nodes);
        const auto lines = ErrorsWhile([&] { TraceNames(prefix, trace); });
        EXPECT_TRUE(HasText(Joined(lines), "t.0.et: has changed")) << nodes.size() << " nodes";
    }
}

} // namespace
} // namespace ns3::esa::test
