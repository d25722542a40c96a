// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DISTRIBUTION_H
#define ESA_DISTRIBUTION_H

#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What is reported of many values, for example of the times of all iterations. A mean hides
/// the few slow ones, so percentiles stand beside it. The p-th percentile is the smallest value
/// that p per cent of the values do not exceed (nearest rank): it is always one of the values.
struct Distribution
{
    double mean{0};   ///< mean
    double least{0};  ///< smallest value
    double median{0}; ///< 50th percentile
    double p95{0};    ///< 95th percentile
    double p99{0};    ///< 99th percentile
    double most{0};   ///< largest value
};

/// @param values values in any order, at least one
/// @return their distribution, in the unit of the values
Distribution Describe(std::vector<double> values);

} // namespace ns3::esa

#endif // ESA_DISTRIBUTION_H
