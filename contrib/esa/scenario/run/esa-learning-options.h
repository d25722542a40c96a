/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LEARNING_OPTIONS_H
#define ESA_LEARNING_OPTIONS_H

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// What is to be learnt with the gradients of a run; nothing unless a data set is named.
struct LearningOptions
{
    std::string dataPath;     ///< --learn: the data set
    std::string accuracyPath; ///< --accuracy: where the curves go; empty: nowhere
    uint32_t batch{16};       ///< --batch: samples of a worker in an iteration
    double rate{0.3};         ///< --learning-rate

    /// @return true if nothing is to be learnt
    bool IsEmpty() const
    {
        return dataPath.empty();
    }
};

/// An option of the command line that takes a value.
struct ValueOption
{
    const char* name;  ///< of the option
    const char* value; ///< name of the value in the help text
    const char* help;  ///< help text
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
 * @param text gives an option's value, empty if it was not given
 * @return the options
 * @throws ScenarioError naming the option that is wrong
 */
LearningOptions ParseLearningOptions(
    const std::function<std::string(const std::string& name)>& text);

} // namespace ns3::esa

#endif // ESA_LEARNING_OPTIONS_H
