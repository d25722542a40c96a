/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-trace-file.h"

#include "ns3/esa-csv-rows.h"

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr std::size_t kMostJobs = 65536; ///< the job number in the header has 16 bits

} // namespace

JobTraceRows
ParseJobTrace(const std::string& text, const std::string& origin)
{
    const CsvForm form{{"submit_time", "gpu_num", "duration", "model"},
                       "job",
                       kMostJobs,
                       std::to_string(kMostJobs) + " jobs (the job number in the header has 16 "
                                                   "bits)"};
    JobTraceRows rows;
    for (const CsvRow& row : ParseCsvRows(text, origin, form))
    {
        json job = json::object();
        for (std::size_t column = 0; column < form.columns.size(); ++column)
        {
            const std::string& cell = row.cells[column];
            const bool isText = column + 1 == form.columns.size();
            job[form.columns[column]] = isText ? json(cell) : CsvValue(cell);
        }
        rows.jobs.push_back(job);
        rows.lines.push_back(row.line);
    }
    return rows;
}

} // namespace ns3::esa
