// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Runs flows under Swift from several hosts to one, in Broadcom's csg-htsim, with whose sources
// analysis/htsim/compare compiles it. All hosts are at one switch. Prints the packets that arrived.
//
// usage: swift-incast FLOWS MS GBPS DELAY-US FRAME-BYTES

// clang-format off
#include "config.h" // the other headers need it first
// clang-format on

#include "clock.h"
#include "eventlist.h"
#include "network.h"
#include "pipe.h"
#include "queue.h"
#include "swift.h"
#include "swift_scheduler.h"

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <vector>

namespace
{

constexpr mem_b kUnlimitedBytes = 1000000000; ///< what a queue holds; Swift keeps it far below this
constexpr uint32_t kFirstWindow = 10;         ///< packets

} // namespace

int
main(int argc, char** argv)
{
    if (argc != 6)
    {
        std::cerr << "swift-incast: see the first lines of its source\n";
        return 2;
    }
    const int flows = std::atoi(argv[1]);
    EventList events;
    events.setEndtime(timeFromMs(std::atof(argv[2])));
    const linkspeed_bps rate = speedFromMbps(std::atof(argv[3]) * 1000);
    const simtime_picosec delay = timeFromUs(std::atof(argv[4]));
    Packet::set_packet_size(std::atoi(argv[5]));

    // A frame passes a queue and a pipe for each link: host to switch, and switch to host.
    const auto queue = [&]() { return new Queue(rate, kUnlimitedBytes, events, nullptr); };
    const auto pipe = [&]() { return new Pipe(delay, events); };
    Queue* toReceiver = queue();
    Pipe* lastPipe = pipe();
    Queue* fromReceiver = queue();
    Pipe* firstPipeBack = pipe();

    SwiftRtxTimerScanner timers(timeFromMs(10), events);
    std::vector<SwiftSink*> sinks;
    for (int flow = 0; flow < flows; ++flow)
    {
        auto* source = new SwiftSrc(timers, nullptr, nullptr, events);
        source->set_cwnd(kFirstWindow * Packet::data_packet_size());
        auto* sink = new SwiftSink();
        auto* out = new Route();
        out->push_back(new FairScheduler(rate, events, nullptr));
        out->push_back(pipe());
        out->push_back(toReceiver);
        out->push_back(lastPipe);
        auto* back = new Route();
        back->push_back(fromReceiver);
        back->push_back(firstPipeBack);
        back->push_back(queue());
        back->push_back(pipe());
        source->connect(*out, *back, *sink, 0);
        sinks.push_back(sink);
    }
    while (events.doNextEvent())
    {
    }
    uint64_t packets = 0;
    for (SwiftSink* sink : sinks)
    {
        packets += sink->cumulative_ack() / Packet::data_packet_size();
    }
    std::cout << packets << '\n';
    return 0;
}
