/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-trace-events.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>

namespace ns3::esa::test
{

using nlohmann::json;

TEST(FixedMilli, AreShortAndExact)
{
    const auto text = [](int64_t count) {
        std::ostringstream out;
        out << FixedMilli{count};
        return out.str();
    };
    EXPECT_EQ(text(0), "0");
    EXPECT_EQ(text(1), "0.001");
    EXPECT_EQ(text(10), "0.01");
    EXPECT_EQ(text(100), "0.1");
    EXPECT_EQ(text(1000), "1");
    EXPECT_EQ(text(7050), "7.05");
    EXPECT_EQ(text(1234567), "1234.567");
    EXPECT_EQ(FixedMilli::Whole(3).count, 3000);
    EXPECT_EQ(FixedMilli::Microseconds(Picoseconds(1234999)).count, 1234);
}

TEST(TraceEvents, AreJsonWhateverTheNames)
{
    const std::string odd = "a \"b\" \\ \n\t\x01";
    std::ostringstream out;
    TraceEventWriter writer(out);
    const uint32_t group = writer.AddGroup(odd);
    const auto track = writer.AddTrack(group, odd);
    writer.Span(track, "kind", odd, Picoseconds(1500000), Picoseconds(4000000), {});
    writer.Counter(group, "depth", Picoseconds(2000000), {{"bytes", {2500}}, {"packets", {0}}});
    writer.Close(false);

    const json events = json::parse(out.str())["traceEvents"];
    ASSERT_EQ(events.size(), 6u);
    EXPECT_EQ(events[0]["args"]["name"], odd);
    EXPECT_EQ(events[2]["args"]["name"], odd);
    EXPECT_EQ(events[4]["name"], odd);
    EXPECT_EQ(events[4]["ts"], 1.5);
    EXPECT_EQ(events[4]["dur"], 2.5);
    EXPECT_EQ(events[4]["pid"], events[0]["pid"]);
    EXPECT_EQ(events[4]["tid"], events[2]["tid"]);
    EXPECT_EQ(events[5]["args"], json::parse(R"({"bytes": 2.5, "packets": 0})"));
    EXPECT_EQ(json::parse(out.str())["otherData"]["complete"], false);
}

TEST(TraceEvents, MayBeNone)
{
    std::ostringstream out;
    TraceEventWriter(out).Close(true);
    EXPECT_EQ(json::parse(out.str())["traceEvents"], json::array());
}

} // namespace ns3::esa::test
