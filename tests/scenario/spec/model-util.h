// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_SPEC_MODEL_UTIL_H
#define ESA_TEST_SCENARIO_SPEC_MODEL_UTIL_H

#include "scenario/test-util.h"

#include <nlohmann/json.hpp>

namespace ns3::esa::test
{

/// A model of three layers, in which each case changes a value.
inline const char* const kModel = R"({
  "name": "three", "description": "d", "source": "s", "licence": "l", "batch": 4,
  "layers": [
    {"name": "front", "parameters": 100, "forward_us": 1, "backward_us": 2},
    {"name": "middle", "parameters": 1000, "forward_us": 3, "backward_us": 4},
    {"name": "rear", "parameters": 1, "forward_us": 5, "backward_us": 5}
  ]
})";

/// @return a scenario whose DNN A is this
inline std::string
WithDnn(const nlohmann::json& dnn)
{
    return nlohmann::json{{"dnns", {{"A", dnn}}}}.dump();
}

/// The model in a file three.json beside a scenario.
class ModelBesideScenario : public testing::Test
{
  protected:
    /// @return the scenario whose DNN A is this
    ParsedScenario Parsed(const nlohmann::json& dnn) const
    {
        return ReadScenario(m_directory.Write("scenario.json", WithDnn(dnn)));
    }

    /// @return the errors of a scenario whose DNN A is this
    std::vector<std::string> Errors(const nlohmann::json& dnn) const
    {
        return ErrorsWhile([&] { Parsed(dnn); });
    }

    const TemporaryDirectory m_directory;                               ///< where both are
    const std::string m_path = m_directory.Write("three.json", kModel); ///< the model's
};

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_SPEC_MODEL_UTIL_H
