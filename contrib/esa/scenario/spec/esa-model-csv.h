/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_MODEL_CSV_H
#define ESA_MODEL_CSV_H

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Make a model from a CSV file as SwitchML's DNN benchmark reads it.
 *
 * The benchmark (dnn_benchmark in github.com/p4lang/p4app-switchML) imitates training with the
 * profile of a DNN. The first line names the columns layer_index, numel, forward_pass_ns and
 * backward_pass_ns. Each further line is a layer, the front layer first: its number, parameters,
 * and times in nanoseconds. Here the columns are found by their names. Layers count up by one, so
 * that a line that is lost is noticed.
 *
 * @param text the file's text
 * @param origin its name, for messages
 * @return a model, as from a model file in JSON
 * @throws ScenarioError with all errors at once: file, line and field
 */
nlohmann::json ParseModelCsv(const std::string& text, const std::string& origin);

} // namespace ns3::esa

#endif // ESA_MODEL_CSV_H
