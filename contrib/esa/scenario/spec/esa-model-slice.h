/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_MODEL_SLICE_H
#define ESA_MODEL_SLICE_H

#include <nlohmann/json_fwd.hpp>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Take a fraction of a model: of the parameters of each layer, tensor and partition
 * (rounded, at least one), and of each time. So the ratio of communication to computation stays.
 * Layers are cut into partitions or gathered in buckets after that: a slice has fewer of them, but
 * as large ones as the model.
 * @param model a model without errors
 * @param slice the fraction, above 0 and at most 1
 * @return the slice; the model itself if it is 1
 */
nlohmann::json SliceOfModel(const nlohmann::json& model, double slice);

} // namespace ns3::esa

#endif // ESA_MODEL_SLICE_H
