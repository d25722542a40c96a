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

/// Make a model from JSON. It is checked by model.schema.json and by the rules between its
/// fields.
/// @throws ScenarioError with all errors at once: file, layer and field
nlohmann::json ParseModel(const std::string& text, const std::string& origin);

/// Find the model that a scenario names.
/// @param reference name of a shipped model, or the path of a file, which ends in .json
/// @param folder folder to which the path is relative
/// @throws ScenarioError if the model does not exist, or with its errors
nlohmann::json ReadModel(const std::string& reference, const std::filesystem::path& folder);

/// Take a fraction of a model: of the parameters of each layer, tensor and partition, of what
/// layers pass on, and of each time.
/// @param model as ReadModel() returns it
/// @param slice the fraction; of whole numbers at least 1 is left
nlohmann::json SliceOfModel(const nlohmann::json& model, double slice);

/// @return whether a scenario names a model by a path, which ends in .json
bool IsModelPath(const std::string& reference);

/// @return the names of the shipped models, sorted
std::vector<std::string> ModelNames();

} // namespace ns3::esa

#endif // ESA_MODEL_FILE_H
