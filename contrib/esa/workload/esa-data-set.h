/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_DATA_SET_H
#define ESA_DATA_SET_H

#include "ns3/esa-assert.h"

#include <cstddef>
#include <cstdint>
#include <istream>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A data set that cannot be used: the message says where, what is wrong and what is allowed.
class DataSetError : public std::runtime_error
{
  public:
    using std::runtime_error::runtime_error;
};

/// Samples to learn from. A sample has some features, and belongs to a class.
struct DataSet
{
    uint32_t features{0};         ///< features of a sample
    uint32_t classes{0};          ///< classes are 0 to classes - 1
    std::vector<double> inputs;   ///< features of all samples, one sample after the other
    std::vector<uint32_t> labels; ///< class of each sample

    /// @return number of samples
    std::size_t Size() const
    {
        return labels.size();
    }

    /**
     * @param sample number of a sample
     * @return its features
     */
    const double* InputOf(std::size_t sample) const
    {
        ESA_ASSERT(sample < Size(), "there is a sample of this number");
        ESA_ASSERT(inputs.size() == Size() * features, "every sample has all features");
        return &inputs[sample * features];
    }
};

/// Samples to train with, and others to test what was learnt.
struct SplitDataSet
{
    DataSet train; ///< four in five
    DataSet test;  ///< every fifth
};

/**
 * @ingroup esa
 * @brief Reads samples, one per line: the features as integers, then the class, separated by
 * commas.
 * @param in the lines
 * @param name what to call them in messages, for example the name of the file
 * @return the samples, the features divided by the largest of all
 * @throws DataSetError with line and field
 */
DataSet ReadDataSet(std::istream& in, const std::string& name);

/**
 * @ingroup esa
 * @brief Sets every fifth sample aside for tests.
 * @param all all samples
 * @return both parts
 */
SplitDataSet Split(const DataSet& all);

} // namespace ns3::esa

#endif // ESA_DATA_SET_H
