// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-progress.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa
{

namespace
{

using WallSeconds = std::chrono::duration<double>;

constexpr WallSeconds kInterval{0.1}; ///< between two prints
constexpr double kMinShare = 0.01;    ///< the time left is shown from this share on

std::string
TimeLeftText(WallSeconds elapsed, double share)
{
    if (share < kMinShare)
    {
        return "";
    }
    const auto left = static_cast<int64_t>(std::ceil(elapsed.count() * (1 - share) / share));
    const int64_t hours = left / 3600;
    const int64_t minutes = left / 60 % 60;
    const std::string seconds = std::to_string(left % 60) + " s left";
    if (hours > 0)
    {
        return ", " + std::to_string(hours) + " h " + std::to_string(minutes) + " min left";
    }
    return minutes > 0 ? ", " + std::to_string(minutes) + " min " + seconds : ", " + seconds;
}

} // namespace

ProgressLine::ProgressLine(std::ostream& out, bool isShown, std::size_t runs)
    : m_out(out),
      m_isShown(isShown),
      m_runs(runs)
{
}

void
ProgressLine::BeginRun(const std::string& what, Time now)
{
    if (m_current == 0)
    {
        m_start = now;
    }
    ++m_current;
    m_what = what;
    m_printed = Time(); // the new run is shown at once
    Update(0, now);
}

void
ProgressLine::Update(double fraction, Time now)
{
    if (!m_isShown || now - m_printed < kInterval)
    {
        return;
    }
    m_printed = now;
    const double share = (static_cast<double>(m_current - 1) + std::clamp(fraction, 0.0, 1.0)) /
                         static_cast<double>(m_runs);
    Print("run " + std::to_string(m_current) + " of " + std::to_string(m_runs) + " (" + m_what +
          "): " + std::to_string(static_cast<int>(100 * share)) + " %" +
          TimeLeftText(now - m_start, share));
}

void
ProgressLine::Clear()
{
    if (m_width > 0)
    {
        Print("");
        m_out << "\r" << std::flush;
    }
}

void
ProgressLine::Print(const std::string& text)
{
    // Blanks, not an escape sequence, clear the rest of the former line: this works on any
    // terminal.
    const std::size_t rest = m_width > text.size() ? m_width - text.size() : 0;
    m_out << "\r" << text << std::string(rest, ' ') << std::flush;
    m_width = text.size();
}

} // namespace ns3::esa
