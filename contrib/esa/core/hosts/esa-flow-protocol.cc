// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-flow-protocol.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace ns3::esa
{
namespace
{

/// What NCCL has measured of one protocol, in us.
struct Latencies
{
    double call;    ///< once
    double inside;  ///< of a step over NVLink
    double between; ///< of a step over the network
};

/// Of the protocols Simple, LL128 and LL.
using ByProtocol = std::array<Latencies, 3>;

constexpr ByProtocol kRingUs{{{8.4, 3.4, 14}, {14, 1.9, 4}, {6.6, 0.6, 2.7}}};
constexpr ByProtocol kTreeUs{{{8.4, 4, 14}, {14, 1.25, 8.5}, {6.8, 0.6, 5}}};

constexpr double kPostUs = 1;      ///< to post a message to a network card
constexpr double kSimplePosts = 3; ///< of them in a step of Simple
constexpr double kPlateau = 1.4; ///< the latencies of a ring between servers are so much longer ...
constexpr double kPlateauBytes = 64; ///< ... from this on, of each worker and channel

/// Most bandwidth of LL in GB/s, in one server, in two, and in more.
constexpr std::array<double, 3> kLlMaxGbytes{141, 39, 20.4};
constexpr double kLl128Part = 0.92; ///< of a ring's bandwidth
constexpr double kTreePart = 0.92;  ///< of the links' bandwidth, with each protocol
constexpr double kTreeLlPart = 1 / 3.8;
constexpr double kTreeLl128Inside = 7. / 9;

constexpr std::size_t kSizes = 23; ///< powers of two from 64 B on, for which trees are corrected
constexpr std::array<std::array<double, kSizes>, 3> kTreeFactors{
    {{.9, .9, .9, .9, .9, .9, .9, .8, .7, .6, .6, .5, .5, .5, .5, .6, .7, .8, .7, .7, .8, .9, .9},
     {1, 1, 1, 1, 1, .9, .8, .8, .8, .7, .6, .6, .6, .6, .6, .6, .8, .9, .9, .9, .9, 1, 1},
     {1, 1, 1, 1, .9, .8, .7, .7, .7, .7, .6, .5, .4, .4, .5, .6, .7, .8, .9, 1, 1, 1, 1}}};

/// Rates in GB/s of a ring of an H100 that NCCL tries.
constexpr std::array<double, 11> kInsideRates{60, 50, 40, 30, 24, 20, 15, 12, 11, 6, 3};
constexpr std::array<double, 17>
    kBetweenRates{48, 45, 42, 40, 30, 24, 22, 20, 17.5, 15, 12, 6, 3, 2.4, 1.2, 0.24, 0.12};
constexpr double kTwice = 25;       ///< fast rings are there twice ...
constexpr double kAlwaysTwice = 50; ///< ... if there are few, or they are as fast as this
constexpr uint32_t kFew = 4;

constexpr uint64_t kSimpleStep = 524'288; ///< an eighth of the buffer of 4 MiB
constexpr uint64_t kRingSteps = 4;        ///< of a chunk
constexpr uint64_t kRingSlices = 2;       ///< of a chunk
constexpr uint64_t kLeastSlice = 32'768;  ///< the 32nd part of two steps
constexpr uint64_t kLlChunk = 32'768;     ///< half of the 64 KiB that 512 threads write
constexpr uint64_t kLl128Chunk = 576'000; ///< 15 / 16 of what 640 threads write
constexpr double kShrinkFirst = 64;       ///< see ChunkSizes
constexpr double kShrinkThen = 16;
constexpr uint64_t kShrinkUntil = 131'072;
constexpr uint64_t kShrinkLeast = 32'768;

/// @return the place of a protocol in ByProtocol
std::size_t
PlaceOf(FlowProtocol protocol)
{
    ESA_ASSERT(protocol == FlowProtocol::Simple || protocol == FlowProtocol::Ll128 ||
                   protocol == FlowProtocol::Ll,
               "it is one of NCCL's protocols");
    return static_cast<std::size_t>(protocol) - static_cast<std::size_t>(FlowProtocol::Simple);
}

/// @return the logarithm, rounded down
uint32_t
Log2(uint64_t number)
{
    uint32_t log = 0;
    while (number >>= 1U)
    {
        ++log;
    }
    return log;
}

/// @return the latencies of a protocol in a job
Latencies
LatenciesOf(FlowProtocol protocol, const CollectiveShape& shape)
{
    const std::size_t place = PlaceOf(protocol);
    if (shape.pattern == StepPattern::Tree)
    {
        return kTreeUs[place];
    }
    Latencies latencies = kRingUs[place];
    const double posts = protocol == FlowProtocol::Simple ? kSimplePosts : 1;
    if (shape.servers > 1)
    {
        latencies.inside = std::max(latencies.inside, posts * kPostUs);
    }
    if (shape.servers == shape.workers) // then nothing hides the network's latency
    {
        latencies.between = kTreeUs[place].between;
    }
    return latencies;
}

/// @return a time that is written in us
Picoseconds
FromUs(double us)
{
    return Picoseconds(std::llround(us * 1e6));
}

/// Steps that follow each other in a collective.
struct Steps
{
    double inside;  ///< of servers
    double between; ///< of them
};

/// @return those of an all-reduce whose algorithm is not a ring
Steps
StepsOf(const CollectiveShape& shape)
{
    const uint32_t perServer = shape.workers / shape.servers;
    switch (shape.pattern)
    {
    case StepPattern::Tree:
        return {2. * (perServer - 1), 2. * Log2(shape.servers)};
    case StepPattern::Halving:
        return {2. * Log2(perServer), 2. * Log2(shape.servers)};
    case StepPattern::Levels:
        return {2. * (perServer - 1), 2. * (shape.servers - 1)};
    case StepPattern::Ring:
    case StepPattern::None:
        break;
    }
    return {};
}

/// @return those of a ring
Steps
StepsOfRing(const CollectiveShape& shape, CollectiveKind kind)
{
    const bool isInside = shape.servers == 1;
    switch (kind)
    {
    case CollectiveKind::AllReduce:
        return {2. * (shape.workers - shape.servers), 2. * (shape.servers - 1)};
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllGather:
        return {1. * (shape.workers - shape.servers), 1. * (shape.servers - 1)};
    default:
        return {isInside ? 1. : 0., isInside ? 0. : 1.};
    }
}

/// @return the bytes that a worker sends, per byte of the block
double
SentPerByte(const CollectiveShape& shape, CollectiveKind kind)
{
    const double others = (shape.workers - 1.) / shape.workers;
    switch (kind)
    {
    case CollectiveKind::AllReduce:
        return 2 * (shape.pattern == StepPattern::Tree ? 1 : others);
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllGather:
        return others;
    default:
        return 1;
    }
}

/// @return GB/s that the links carry of data
double
BandwidthOf(FlowProtocol protocol, const CollectiveShape& shape, uint64_t bytes)
{
    const double links = shape.gbytesPerS;
    const double most = kLlMaxGbytes[std::min<std::size_t>(shape.servers, kLlMaxGbytes.size()) - 1];
    if (shape.pattern != StepPattern::Tree)
    {
        return protocol == FlowProtocol::Ll      ? std::min(most, links / 2)
               : protocol == FlowProtocol::Ll128 ? links * kLl128Part
                                                 : links;
    }
    double tree = links * kTreePart;
    if (protocol == FlowProtocol::Ll)
    {
        tree = std::min(tree * kTreeLlPart, most);
    }
    if (protocol == FlowProtocol::Ll128)
    {
        tree *= shape.servers == 1 ? kTreeLl128Inside : DataShareOf(protocol);
    }
    const bool isCorrected = bytes >= 64 && Log2(bytes / 64) < kSizes;
    return isCorrected ? tree * kTreeFactors[PlaceOf(protocol)][Log2(bytes / 64)] : tree;
}

} // namespace

ProtocolTimes
TimesOf(FlowProtocol protocol, const CollectiveShape& shape)
{
    if (protocol == FlowProtocol::None || shape.pattern == StepPattern::None)
    {
        return {};
    }
    const Latencies latencies = LatenciesOf(protocol, shape);
    return {FromUs(latencies.call), FromUs(latencies.inside), FromUs(latencies.between)};
}

double
ModelTimeUs(FlowProtocol protocol, const CollectiveShape& shape, const CollectiveCall& call)
{
    const bool isRing = shape.pattern == StepPattern::Ring;
    const Latencies latencies = LatenciesOf(protocol, shape);
    const Steps steps = isRing ? StepsOfRing(shape, call.kind) : StepsOf(shape);
    double us =
        latencies.call + steps.inside * latencies.inside + steps.between * latencies.between;
    const auto bytes = static_cast<double>(call.bytes);
    if (isRing && protocol == FlowProtocol::Simple && shape.servers > 1 &&
        call.kind == CollectiveKind::AllReduce &&
        bytes / (shape.workers * shape.channels * NcclChannelsOf(shape)) >= kPlateauBytes)
    {
        us *= kPlateau;
    }
    return us + bytes * SentPerByte(shape, call.kind) /
                    (1000 * BandwidthOf(protocol, shape, call.bytes));
}

FlowProtocol
ChooseProtocol(const CollectiveShape& shape, const std::vector<CollectiveCall>& calls)
{
    FlowProtocol best = FlowProtocol::Simple;
    double leastUs = 0;
    for (const FlowProtocol protocol :
         {FlowProtocol::Simple, FlowProtocol::Ll128, FlowProtocol::Ll})
    {
        double us = 0;
        for (const CollectiveCall& call : calls)
        {
            us += ModelTimeUs(protocol, shape, call);
        }
        if (protocol == FlowProtocol::Simple || us < leastUs)
        {
            best = protocol;
            leastUs = us;
        }
    }
    return best;
}

uint32_t
NcclChannelsOf(const CollectiveShape& shape)
{
    const double link = shape.gbytesPerS / shape.channels;
    const auto firstOf = [link](const auto& rates) {
        const auto found =
            std::find_if(rates.begin(), rates.end(), [link](double rate) { return rate <= link; });
        return found == rates.end() ? rates.back() : *found;
    };
    const double rate = shape.servers == 1 ? firstOf(kInsideRates) : firstOf(kBetweenRates);
    const uint32_t rings = std::max(1U, static_cast<uint32_t>(link / rate));
    const bool isTwice = rate >= kTwice && (rate >= kAlwaysTwice || rings * shape.channels <= kFew);
    return 2 * rings * (isTwice ? 2 : 1);
}

uint64_t
ChunkSizes::InTree(uint64_t fragments) const
{
    uint64_t chunk = following;
    const auto shrink = [&](double perStep, uint64_t until) {
        while (static_cast<double>(fragments / chunk) < perStep * shrinkSteps && chunk > until)
        {
            chunk /= 2;
        }
    };
    shrink(kShrinkFirst, shrinkUntil);
    shrink(kShrinkThen, shrinkLeast);
    return chunk;
}

ChunkSizes
ChunksOf(FlowProtocol protocol, const CollectiveShape& shape, uint32_t payloadBytes)
{
    // The two trees of a pair are those of two channels.
    const uint64_t channels = NcclChannelsOf(shape) / (shape.pattern == StepPattern::Tree ? 2 : 1);
    const auto fragments = [payloadBytes, channels](uint64_t bytes) {
        return std::max<uint64_t>(1, bytes * channels / payloadBytes);
    };
    ChunkSizes sizes;
    sizes.slices = channels; // those of all channels; while one waits for its time, others leave
    sizes.leastSlice = std::max<uint64_t>(1, kLeastSlice / payloadBytes);
    switch (protocol)
    {
    case FlowProtocol::Simple:
        sizes.ofRing = fragments(kRingSteps * kSimpleStep);
        sizes.slices = kRingSlices * channels;
        sizes.following = fragments(kSimpleStep);
        break;
    case FlowProtocol::Ll128: {
        const double perServer = 1. * shape.workers / shape.servers;
        sizes.ofRing = sizes.following = fragments(kLl128Chunk);
        sizes.shrinkSteps = (1 + Log2(shape.servers) + 0.1 * perServer) / perServer;
        sizes.shrinkUntil = fragments(kShrinkUntil);
        sizes.shrinkLeast = fragments(kShrinkLeast);
        break;
    }
    case FlowProtocol::Ll:
        sizes.ofRing = sizes.following = fragments(kLlChunk);
        break;
    case FlowProtocol::Auto:
    case FlowProtocol::None:
        ESA_ASSERT(false, "it is one of NCCL's protocols");
    }
    return sizes;
}

} // namespace ns3::esa
