/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LEARNING_OPTIONS_H
#define ESA_LEARNING_OPTIONS_H

#include "esa-value-option.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Options about learning with the gradients of a run. Without a data set, nothing is learnt.
struct LearningOptions
{
    std::string dataPath;     ///< --learn: the data set
    std::string accuracyPath; ///< --accuracy: file of the accuracy curves; empty: none
    uint32_t batch{16};       ///< --batch: samples per worker and iteration
    double rate{0.3};         ///< --learning-rate
    bool replace{false};      ///< --force: whether the file of the curves may be replaced

    /// @return true if nothing is to be learnt
    bool IsEmpty() const
    {
        return dataPath.empty();
    }
};

/**
 * @ingroup esa
 * @brief Get the options about learning.
 * @return the options, for the parser and the help text
 */
const std::vector<ValueOption>& LearningValueOptions();

/**
 * @ingroup esa
 * @brief Read the options about learning.
 * @param text returns an option's value, empty if it was not given
 * @return the options
 * @throws ScenarioError that names the wrong option
 */
LearningOptions ParseLearningOptions(const OptionText& text);

} // namespace ns3::esa

#endif // ESA_LEARNING_OPTIONS_H
