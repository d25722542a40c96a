// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_MODEL_FILE_H
#define ESA_MODEL_FILE_H

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @brief Make a model from a CSV file as SwitchML's DNN benchmark reads it.
 *
 * The benchmark (dnn_benchmark in github.com/p4lang/p4app-switchML) imitates training with the
 * profile of a DNN. The first line names the columns layer_index, numel, forward_pass_ns and
 * backward_pass_ns. Each further line is a layer, the front layer first: its number, parameters,
 * and times in nanoseconds. Here the columns are found by their names. Layers count up by one, so
 * that a line that is lost is noticed.
 *
 * @return a model, as from a model file in JSON
 * @throws ScenarioError with all errors at once: file, line and field
 */
nlohmann::json ParseModelCsv(const std::string& text, const std::string& origin);

/// Make a model from JSON. It is checked by model.schema.json and by the rules between its
/// fields.
/// @throws ScenarioError with all errors at once: file, layer and field
nlohmann::json ParseModel(const std::string& text, const std::string& origin);

/// Find the model that a scenario names.
/// @param reference name of a shipped model, or the path of a file: .json is a model file, .csv a
/// profile of SwitchML's DNN benchmark
/// @param folder folder to which the path is relative
/// @throws ScenarioError if the model does not exist, or with its errors
nlohmann::json ReadModel(const std::string& reference, const std::filesystem::path& folder);

/// Take a fraction of a model: of the parameters of each layer, tensor and partition, of what
/// layers pass on, and of each time.
/// @param model as ReadModel() returns it
/// @param slice the fraction; of whole numbers at least 1 is left
nlohmann::json SliceOfModel(const nlohmann::json& model, double slice);

/// @return whether a scenario names a model by a path, which ends in .json or .csv
bool IsModelPath(const std::string& reference);

/// @return the names of the shipped models, sorted
std::vector<std::string> ModelNames();

} // namespace ns3::esa

#endif // ESA_MODEL_FILE_H
