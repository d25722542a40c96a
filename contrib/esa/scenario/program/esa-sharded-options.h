/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SHARDED_OPTIONS_H
#define ESA_SHARDED_OPTIONS_H

#include "ns3/esa-sharded-trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Make a sharded job of a model, as the options of `esa-trace make --fsdp MODEL` say.
 *
 * Each layer of the model is a unit; the first one is the root.
 *
 * @param model the model: name of a shipped one, or path of a file
 * @param precision bf16, fp16 or fp32
 * @param ranks number of ranks
 * @param named all options that the user named
 * @return the job
 * @throws ScenarioError if another option makes no sense beside --fsdp, or with the errors of the
 *         model
 */
ShardedSpec ReadShardedSpec(const std::string& model,
                            const std::string& precision,
                            uint32_t ranks,
                            const std::vector<std::string>& named);

} // namespace ns3::esa

#endif // ESA_SHARDED_OPTIONS_H
