// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_PHYSICS_PAIR_H
#define ESA_TEST_PHYSICS_PAIR_H

#include "ways/draft.h"

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/**
 * @file
 * Whether a number is right cannot be seen from the number. But physics says how two numbers
 * relate: where all times are three times as long, the result is three times as long; a faster link
 * is not slower; a host that does nothing changes nothing. So a relation derives a second scenario
 * from a drawn one, runs both, and says what must hold between the results. No value is written
 * down here, and a fault that all runners share is found, too.
 */

namespace ns3::esa::test
{

constexpr double kNoTimerUs = 1e7; ///< longer than the runs of a pair

/// How a scenario is run.
struct Wish
{
    bool isRecorded{false}; ///< whether everything is recorded
    bool isWatched{false};  ///< whether the frames of each link are counted
    bool isLong{false};     ///< whether it may take longer than others
};

/// What came of a run.
struct Outcome
{
    nlohmann::json row; ///< its result, without events and wall_s; null: there is none
    std::string error;  ///< why there is none; empty: it took too long
    uint64_t events{0}; ///< work of the runner
    uint64_t lost{0};   ///< frames that were lost; of a run with an error only if recorded
    std::string lines;  ///< what is wrong with counts of links; empty: nothing
};

/// Two scenarios.
struct Pair
{
    std::string field;            ///< what differs, or is looked at
    std::string values;           ///< both values, for people
    nlohmann::json a;             ///< the first scenario
    nlohmann::json b;             ///< the second one; null: there is none
    double factor{1};             ///< a number that the relation needs
    Wish wishA{};                 ///< how the first one is run
    Wish wishB{};                 ///< how the second one is run
    std::filesystem::path folder; ///< of the files that they name
};

/// A scenario that was drawn for a relation.
struct Base
{
    Random& random;               ///< what decides
    uint64_t choice;              ///< what the seed chooses; another one if that cannot be had
    nlohmann::json config;        ///< the scenario with every field
    ValidScenario scenario;       ///< the same
    std::filesystem::path folder; ///< of its files
};

/// What physics demands.
struct Relation
{
    const char* name;                          ///< of an option
    uint32_t share;                            ///< how often it is tried, beside others
    void (*tame)(Draft& draft);                ///< leaves out what the relation does not cover
    std::optional<Pair> (*derive)(Base& base); ///< makes the pair; nothing: not of this scenario
    /// @return what is wrong; empty: nothing
    std::string (*judge)(const Pair& pair, const Outcome& a, const Outcome& b);
    bool comparesTimes{false}; ///< whether the second time is about Pair::factor times the first
    bool judgesErrors{false};  ///< whether it is about how a run ends; the second one is for errors
};

const std::vector<Relation>& Relations(); ///< @return all relations

extern const Relation kScale;
extern const Relation kMonotone;
extern const Relation kStep;
extern const Relation kNeutral;
extern const Relation kSame;
extern const Relation kBounds;
extern const Relation kEnds;
extern const Relation kRepair;
extern const Relation kMeet;
extern const Relation kLate;
extern const Relation kOperations;

/// Run a scenario with its system and seed.
Outcome RunOnce(const nlohmann::json& config, const std::filesystem::path& folder, Wish wish);

/// @return the number at a place; 0 if there is none
double NumberAt(const nlohmann::json& json, const std::string& pointer);

/// @return bytes that a link sends for a frame that fills an MTU
double LongestBytes(const nlohmann::json& config);

/// @return the rate of the fastest link of a host, in Gb/s
double FastestGbps(const nlohmann::json& config);

/// @return the rate of the slowest link of hosts and of a graph, in Gb/s
double SlowestGbps(const nlohmann::json& config);

/// Call a function for each number of a scenario with its pointer.
void ForEachNumber(nlohmann::json& part,
                   const std::function<void(const std::string& pointer, nlohmann::json&)>& visit,
                   const std::string& pointer = "");

/// @return whether a text ends with another one
bool EndsWith(const std::string& text, const std::string& ending);

/// @return a number with its digits, without zeros behind them
std::string Text(double number);

/// Leave out what makes results a matter of luck: faults, jitter, full queues, and other traffic.
void Calm(Draft& draft);

/// Give half of the scenarios so much data that queues and windows fill.
void EnlargePartitions(Draft& draft);

/// Give all jobs a DNN of one layer and one partition, whose size is drawn.
void DrawOneMessage(Draft& draft);

/// @return the least time in which the link of a host carries what a worker has to send in an
/// iteration: all but the part that it sums itself; ms
double LeastSendMs(const nlohmann::json& config, std::size_t workers, const nlohmann::json& dnn);

/// Why a pair that breaks a relation is no finding.
struct Reason
{
    const char* relation; ///< which relation
    const char* systems;  ///< names with commas; empty: all
    const char* field;    ///< the field, or what it begins with
    /// whether this pair is of the kind
    bool (*applies)(const Pair& pair, const Outcome& a, const Outcome& b);
    const char* mechanism; ///< what happens
};

const std::vector<Reason>& Reasons(); ///< @return all reasons

} // namespace ns3::esa::test

#endif // ESA_TEST_PHYSICS_PAIR_H
