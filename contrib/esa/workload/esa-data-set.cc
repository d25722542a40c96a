/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-data-set.h"

#include <algorithm>
#include <charconv>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kLargestFeature = 65535; ///< in a file
constexpr uint32_t kMostClasses = 256;      ///< in a file
constexpr std::size_t kTestEvery = 5;       ///< every fifth sample is for tests

/**
 * @param text a field
 * @param largest what it may be at most
 * @param where what to call the field in messages
 * @return its value
 */
uint32_t
ParseField(const std::string& text, uint32_t largest, const std::string& where)
{
    uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, value);
    if (parsed.ec != std::errc() || parsed.ptr != end || value > largest)
    {
        throw DataSetError(where + ": must be an integer from 0 to " + std::to_string(largest));
    }
    return value;
}

/**
 * @param line a line
 * @return its fields
 */
std::vector<std::string>
FieldsOf(const std::string& line)
{
    std::vector<std::string> fields(1);
    for (const char c : line)
    {
        if (c == ',')
        {
            fields.emplace_back();
        }
        else if (c != '\r')
        {
            fields.back() += c;
        }
    }
    return fields;
}

/**
 * @param data where to add a sample
 * @param fields the fields of its line
 * @param where what to call the line in messages
 */
void
AddSample(DataSet& data, const std::vector<std::string>& fields, const std::string& where)
{
    if (fields.size() < 2)
    {
        throw DataSetError(where + ": must have a feature at least, a comma and the class");
    }
    const auto features = static_cast<uint32_t>(fields.size() - 1);
    if (data.features == 0)
    {
        data.features = features;
    }
    if (features != data.features)
    {
        throw DataSetError(where + ": has " + std::to_string(fields.size()) +
                           " fields, must have " + std::to_string(data.features + 1) +
                           " as the first line");
    }
    for (uint32_t i = 0; i < features; ++i)
    {
        const std::string field = where + ", field " + std::to_string(i + 1);
        data.inputs.push_back(ParseField(fields[i], kLargestFeature, field));
    }
    const std::string field = where + ", field " + std::to_string(features + 1) + " (the class)";
    data.labels.push_back(ParseField(fields.back(), kMostClasses - 1, field));
}

} // namespace

DataSet
ReadDataSet(std::istream& in, const std::string& name)
{
    DataSet data;
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);)
    {
        AddSample(data, FieldsOf(line), name + ", line " + std::to_string(++number));
    }
    if (in.bad())
    {
        throw DataSetError(name + ": cannot be read");
    }
    if (data.Size() < kTestEvery)
    {
        throw DataSetError(name + ": has " + std::to_string(data.Size()) + " samples, must have " +
                           std::to_string(kTestEvery) + " at least");
    }
    data.classes = *std::max_element(data.labels.begin(), data.labels.end()) + 1;
    const double largest = *std::max_element(data.inputs.begin(), data.inputs.end());
    if (data.classes < 2 || largest == 0)
    {
        throw DataSetError(name + ": has nothing to learn, all " +
                           (data.classes < 2 ? "classes" : "features") + " are 0");
    }
    for (double& input : data.inputs)
    {
        input /= largest;
    }
    return data;
}

SplitDataSet
Split(const DataSet& all)
{
    SplitDataSet split;
    for (DataSet* part : {&split.train, &split.test})
    {
        part->features = all.features;
        part->classes = all.classes;
    }
    for (std::size_t sample = 0; sample < all.Size(); ++sample)
    {
        DataSet& part = sample % kTestEvery == kTestEvery - 1 ? split.test : split.train;
        part.inputs.insert(part.inputs.end(),
                           all.InputOf(sample),
                           all.InputOf(sample) + all.features);
        part.labels.push_back(all.labels[sample]);
    }
    return split;
}

} // namespace ns3::esa
