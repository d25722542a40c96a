// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LINE_END_H
#define ESA_LINE_END_H

#include "ns3/esa-units.h"

#include <cstdint>

namespace ns3::esa
{

class PacketReceiver;
struct Frame;

/// @ingroup esa
/// @brief Takes in the frames at the end of a line.
class LineEnd
{
  public:
    virtual ~LineEnd() = default;

    /// @brief A frame arrives.
    /// @param frame the frame, for the receiver to change; it goes afterwards
    virtual void OnFrame(Frame& frame, Picoseconds now) = 0;

    /// @return takes fragments in without OnFrame(), as many as Direct(); null: OnFrame() gets
    /// all
    PacketReceiver* FragmentSink() const
    {
        return m_fragmentSink;
    }

    /// @return how many of the next fragments go to FragmentSink() before OnFrame() gets one; 0 if
    /// there is no sink
    uint64_t Direct() const
    {
        return m_fragmentSink ? *m_direct : 0;
    }

    /// @brief Fragments go to FragmentSink(). @param count how many, at most Direct()
    void CountDirect(uint64_t count)
    {
        *m_direct -= count;
    }

  protected:
    /// @brief Sets how many fragments go to FragmentSink() before OnFrame() gets one.
    /// @param areAll all do; otherwise none does, unless they are counted
    /// @param counted the count of these, which others may change; null: they are not counted
    void SetDirect(bool areAll, uint64_t* counted)
    {
        m_own = areAll ? UINT64_MAX : 0;
        m_direct = counted ? counted : &m_own;
    }

    /// @param sink see FragmentSink()
    void SetFragmentSink(PacketReceiver* sink)
    {
        m_fragmentSink = sink;
    }

  private:
    PacketReceiver* m_fragmentSink{nullptr}; ///< see FragmentSink()
    uint64_t* m_direct{&m_own};              ///< see Direct()
    uint64_t m_own{UINT64_MAX}; ///< used without another count; UINT64_MAX: all go to the sink
};

} // namespace ns3::esa

#endif // ESA_LINE_END_H
