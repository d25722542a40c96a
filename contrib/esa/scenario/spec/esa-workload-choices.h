/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_WORKLOAD_CHOICES_H
#define ESA_WORKLOAD_CHOICES_H

#include "esa-scenario.h"

#include "ns3/esa-gradient-buckets.h"

/**
 * @file
 * @ingroup esa
 * The names that scenario files have for what the network carries: how workers are delayed, what
 * gradients are sent as, background traffic, and execution traces.
 */

namespace ns3::esa
{

// An enumerator without a name stops the build, whatever warnings are enabled.
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wswitch"

/**
 * @param mode a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(JitterMode mode)
{
    switch (mode)
    {
    case JitterMode::None:
        return "none";
    case JitterMode::Iteration:
        return "iteration";
    case JitterMode::Partition:
        return "partition";
    }
    return nullptr;
}

/**
 * @param arrivals a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(FlowArrivals arrivals)
{
    switch (arrivals)
    {
    case FlowArrivals::Poisson:
        return "poisson";
    case FlowArrivals::OnOff:
        return "on_off";
    }
    return nullptr;
}

/**
 * @param sizes a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(FlowSizes sizes)
{
    switch (sizes)
    {
    case FlowSizes::Fixed:
        return "fixed";
    case FlowSizes::Exponential:
        return "exponential";
    case FlowSizes::Pareto:
        return "pareto";
    }
    return nullptr;
}

/**
 * @param precision a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(GradientPrecision precision)
{
    switch (precision)
    {
    case GradientPrecision::Single:
        return "fp32";
    case GradientPrecision::Half:
        return "fp16";
    case GradientPrecision::Brain:
        return "bf16";
    }
    return nullptr;
}

/**
 * @param rule a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(BucketRule rule)
{
    switch (rule)
    {
    case BucketRule::Partitions:
        return "partitions";
    case BucketRule::Layers:
        return "layers";
    case BucketRule::Ddp:
        return "ddp";
    }
    return nullptr;
}

/**
 * @param what a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(MissingNodes what)
{
    switch (what)
    {
    case MissingNodes::Error:
        return "error";
    case MissingNodes::Ignore:
        return "ignore";
    }
    return nullptr;
}

/**
 * @param which a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(TraceDependencies which)
{
    switch (which)
    {
    case TraceDependencies::All:
        return "all";
    case TraceDependencies::Data:
        return "data";
    }
    return nullptr;
}

/**
 * @param end a value
 * @return its name in scenario files; null if it is no enumerator
 */
constexpr const char*
ChoiceName(SendEnd end)
{
    switch (end)
    {
    case SendEnd::HandedOver:
        return "handed_over";
    case SendEnd::Acknowledged:
        return "acknowledged";
    }
    return nullptr;
}

#pragma GCC diagnostic pop

} // namespace ns3::esa

#endif // ESA_WORKLOAD_CHOICES_H
