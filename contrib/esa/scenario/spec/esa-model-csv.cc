/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-model-csv.h"

#include "ns3/esa-config-error.h"
#include "ns3/esa-csv-rows.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <vector>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr std::size_t kMostLayers = 1000;           ///< as in a model file
constexpr uint64_t kMostParameters = 1000000000000; ///< as in a model file
constexpr double kMostNs = 1e12;                    ///< 1e9 us, as in a model file
constexpr double kNsPerUs = 1000;

/// Columns of the form, in its order.
enum Column : std::size_t
{
    kIndex,
    kParameters,
    kForward,
    kBackward,
};

/// Reads the layers, and collects what is wrong.
class LayerReader
{
  public:
    LayerReader(const CsvForm& form, std::string file)
        : m_form(form),
          m_file(std::move(file))
    {
    }

    /// @brief Read a line.
    void Read(const CsvRow& row)
    {
        const json index = CsvValue(row.cells[kIndex]);
        const bool isFirst = m_layers.empty() && m_errors.empty();
        const bool isNumber = index.is_number_unsigned();
        if (isFirst && isNumber && index.get<uint64_t>() <= 1)
        {
            m_next = index.get<uint64_t>();
        }
        if (!isNumber || index.get<uint64_t>() != m_next)
        {
            Refuse(row,
                   kIndex,
                   isFirst ? "0 or 1, the number of the front layer"
                           : std::to_string(m_next) + ", since layers count up by one");
        }
        m_next = (isNumber ? index.get<uint64_t>() : m_next) + 1;
        const json parameters = CsvValue(row.cells[kParameters]);
        if (!parameters.is_number_unsigned() || parameters.get<uint64_t>() < 1 ||
            parameters.get<uint64_t>() > kMostParameters)
        {
            Refuse(row,
                   kParameters,
                   "an integer from 1 to 1000000000000; a layer without parameters belongs to the "
                   "layer before it");
        }
        m_layers.push_back({{"name", "layer " + row.cells[kIndex]},
                            {"parameters", parameters},
                            {"forward_us", MicrosecondsOf(row, kForward)},
                            {"backward_us", MicrosecondsOf(row, kBackward)}});
    }

    /// @return the layers
    /// @throws ScenarioError with what is wrong
    json Layers() const
    {
        if (m_errors.empty())
        {
            return m_layers;
        }
        std::vector<std::string> lines;
        for (const ConfigError& error : m_errors.Kept())
        {
            lines.push_back(m_file + ":" + error.pointer + ": " + error.text);
        }
        throw ScenarioError(lines, m_errors.size() - lines.size());
    }

  private:
    double MicrosecondsOf(const CsvRow& row, Column column)
    {
        const json time = CsvValue(row.cells[column]);
        if (!time.is_number() || !(time.get<double>() >= 0 && time.get<double>() <= kMostNs))
        {
            Refuse(row, column, "a number from 0 to 1000000000000, in ns");
            return 0;
        }
        return time.get<double>() / kNsPerUs;
    }

    void Refuse(const CsvRow& row, Column column, const std::string& allowed)
    {
        m_errors.push_back({std::to_string(row.line) + ": " + m_form.columns[column],
                            NotAllowed(CsvValue(row.cells[column]), allowed)});
    }

    const CsvForm& m_form;         ///< the columns
    std::string m_file;            ///< name for messages
    uint64_t m_next{0};            ///< number of the next layer
    json m_layers = json::array(); ///< as in a model file
    ConfigErrors m_errors;         ///< by line and column
};

} // namespace

json
ParseModelCsv(const std::string& text, const std::string& origin)
{
    const CsvForm form{{"layer_index", "numel", "forward_pass_ns", "backward_pass_ns"},
                       "layer",
                       kMostLayers,
                       std::to_string(kMostLayers) + " layers"};
    LayerReader reader(form, Shown(origin));
    for (const CsvRow& row : ParseCsvRows(text, origin, form))
    {
        reader.Read(row);
    }
    return {{"name", "csv"}, {"layers", reader.Layers()}};
}

} // namespace ns3::esa
