// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-goal-reader.h"

#include "esa-packed-bytes.h"

#include "ns3/esa-execution-faults.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kLexedBytes = 64U << 10U;
constexpr std::size_t kLongestText = 200; ///< of a word or a number

bool
IsDigit(int byte)
{
    return byte >= '0' && byte <= '9';
}

bool
IsLetter(int byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

bool
IsMark(int byte)
{
    return byte == ':' || byte == '{' || byte == '}';
}

/// Whether a text has no such byte: then the file is of another kind.
bool
IsBinary(int byte)
{
    return byte < ' ' || byte > '~';
}

/// A piece of a GOAL schedule.
struct GoalToken
{
    /// What it is.
    enum class Kind : uint8_t
    {
        Word,    ///< a keyword or a label
        Number,  ///< an integer, not negative
        Any,     ///< -1: any rank or any tag
        Mark,    ///< one of : { }
        LineEnd, ///< the end of a line
        FileEnd  ///< the end of the file
    };

    Kind kind{Kind::FileEnd}; ///< what it is
    std::string text{};       ///< as it is written
    uint64_t number{0};       ///< of a number: its value
    uint64_t line{1};         ///< its line, from 1

    /// @return whether it is this keyword or mark
    bool Is(const char* wanted) const
    {
        return (kind == Kind::Word || kind == Kind::Mark) && text == wanted;
    }
};

/// Cuts a GOAL schedule into words, numbers and marks; plain, or packed by gzip. Comments
/// are left out. Only a part of the file is in memory at a time.
class GoalLexer
{
  public:
    /// Opens a file.
    /// @throws ScenarioError if it cannot be read
    explicit GoalLexer(const std::string& path)
        : m_path(path),
          m_bytes(path),
          m_buffer(kLexedBytes, '\0')
    {
    }

    /// Reads the next piece.
    /// @throws ScenarioError with file and line, if it is none
    GoalToken Next()
    {
        SkipBlanks();
        GoalToken token;
        token.line = m_line;
        const int first = Take();
        if (first < 0)
        {
            return token;
        }
        token.text = static_cast<char>(first);
        const bool isNumber = IsDigit(first);
        if (first == '\n')
        {
            token.kind = GoalToken::Kind::LineEnd;
        }
        else if (IsMark(first))
        {
            token.kind = GoalToken::Kind::Mark;
        }
        else if (isNumber || IsLetter(first))
        {
            token.kind = isNumber ? GoalToken::Kind::Number : GoalToken::Kind::Word;
            for (int byte = Peek(); IsDigit(byte) || (!isNumber && IsLetter(byte)); byte = Peek())
            {
                token.text += static_cast<char>(Take());
                if (token.text.size() > kLongestText)
                {
                    Fail(token.line,
                         "has a word or number of more than " + std::to_string(kLongestText) +
                             " characters");
                }
            }
            for (const char digit : isNumber ? std::string_view(token.text) : std::string_view())
            {
                const auto value = static_cast<uint64_t>(digit - '0');
                if (token.number > (UINT64_MAX - value) / 10)
                {
                    Fail(token.line, token.text + " is not allowed: must be less than 2^64");
                }
                token.number = token.number * 10 + value;
            }
        }
        else if (first == '-' && Peek() == '1')
        {
            token.text += static_cast<char>(Take());
            token.kind = GoalToken::Kind::Any;
        }
        else
        {
            Fail(token.line,
                 Shown(token.text) + " is not allowed: must be words, numbers, : { } and comments" +
                     (IsBinary(first) ? "; GOAL's binary form begins with 4223 in 8 bytes" : ""));
        }
        return token;
    }

    /// Throws an error about a line. @param text what is wrong
    [[noreturn]] void Fail(uint64_t line, const std::string& text) const
    {
        throw ScenarioError({Shown(m_path) + ":" + std::to_string(line) + ": " + text});
    }

  private:
    /// @return the next byte, which stays; -1: the end
    int Peek()
    {
        if (m_next == m_end)
        {
            const auto read = m_bytes.Read(m_buffer.data(), m_buffer.size());
            if (!read)
            {
                Fail(m_line, "the packed data is damaged or cut");
            }
            m_next = 0;
            m_end = *read;
        }
        return m_next == m_end ? -1 : static_cast<unsigned char>(m_buffer[m_next]);
    }

    /// @return the next byte, which is taken; -1: the end
    int Take()
    {
        const int byte = Peek();
        m_next += byte < 0 ? 0 : 1;
        m_line += byte == '\n' ? 1 : 0;
        return byte;
    }

    /// Passes over spaces and comments.
    void SkipBlanks()
    {
        for (int byte = Peek(); byte == ' ' || byte == '\t' || byte == '\r' || byte == '/';
             byte = Peek())
        {
            Take();
            if (byte == '/')
            {
                SkipComment();
            }
        }
    }

    /// Passes over a comment, which has begun by a slash.
    void SkipComment()
    {
        const uint64_t line = m_line;
        if (Peek() == '/')
        {
            for (int byte = Peek(); byte >= 0 && byte != '\n'; byte = Peek())
            {
                Take();
            }
            return;
        }
        if (Peek() != '*')
        {
            Fail(line,
                 "/ is not allowed: must begin a comment, // to the end of the line or /* */");
        }
        Take();
        for (int last = 0, byte = Take(); !(last == '*' && byte == '/'); byte = Take())
        {
            if (byte < 0)
            {
                Fail(line, "a comment that begins here is not ended by */");
            }
            last = byte;
        }
    }

    std::string m_path;    ///< the file
    PackedBytes m_bytes;   ///< its bytes
    std::string m_buffer;  ///< what was read last
    std::size_t m_next{0}; ///< the next byte of the buffer
    std::size_t m_end{0};  ///< number of bytes in the buffer
    uint64_t m_line{1};    ///< line of the next byte
};

using Kind = GoalToken::Kind;

constexpr uint64_t kMaxUnit = UINT16_MAX;

constexpr const char* kStatements = "LABEL: calc, send or recv, LABEL requires LABEL, or }";

/// Reads one schedule.
class GoalReader
{
  public:
    /// @param onName called with the label of each operation; may be empty
    GoalReader(const std::string& path, const TraceOptions& options, NameCallback onName)
        : m_lexer(path),
          m_options(options),
          m_onName(std::move(onName))
    {
        Step();
    }

    /// Reads up to the number of ranks.
    uint32_t ReadRanks()
    {
        SkipLineEnds();
        if (m_token.Is("{"))
        {
            Refuse("num_ranks, which begins a GOAL schedule; the files of a Chakra trace in JSON "
                   "are called PREFIX.RANK.json, and the trace PREFIX");
        }
        if (!m_token.Is("num_ranks"))
        {
            Refuse("num_ranks and a number, at the beginning of a GOAL schedule");
        }
        Step();
        return static_cast<uint32_t>(TakeNumber(1, m_options.maxRanks, "a number of ranks"));
    }

    /// Reads all.
    ExecutionTrace Read()
    {
        ExecutionTrace trace;
        trace.idName = "line";
        trace.ranks.resize(ReadRanks());
        std::vector<bool> isRead(trace.ranks.size(), false);
        for (SkipLineEnds(); m_token.kind != Kind::FileEnd; SkipLineEnds())
        {
            if (!m_token.Is("rank"))
            {
                Refuse("rank and a number, or the end of the file");
            }
            const uint64_t line = m_token.line;
            Step();
            m_rank = static_cast<uint32_t>(TakeNumber(0, trace.ranks.size() - 1, "a rank"));
            if (isRead[m_rank])
            {
                m_lexer.Fail(line, "rank " + std::to_string(m_rank) + " is there twice");
            }
            isRead[m_rank] = true;
            ReadRank(line, static_cast<uint32_t>(trace.ranks.size()));
            trace.ranks[m_rank] = std::move(m_trace);
        }
        trace.cards = m_cards;
        return trace;
    }

  private:
    void Step()
    {
        m_token = m_lexer.Next();
    }

    void SkipLineEnds()
    {
        while (m_token.kind == Kind::LineEnd)
        {
            Step();
        }
    }

    [[noreturn]] void Refuse(const std::string& allowed) const
    {
        const std::string found = m_token.kind == Kind::LineEnd   ? "the end of the line"
                                  : m_token.kind == Kind::FileEnd ? "the end of the file"
                                                                  : m_token.text;
        m_lexer.Fail(m_token.line, found + " is not allowed: must be " + allowed);
    }

    uint64_t TakeNumber(uint64_t least, uint64_t most, const std::string& what)
    {
        if (m_token.kind != Kind::Number || m_token.number < least || m_token.number > most)
        {
            Refuse(what + " from " + std::to_string(least) + " to " + std::to_string(most));
        }
        const uint64_t number = m_token.number;
        Step();
        return number;
    }

    void TakeWord(const char* word)
    {
        if (!m_token.Is(word))
        {
            Refuse(word);
        }
        Step();
    }

    void ReadRank(uint64_t line, uint32_t ranks)
    {
        m_trace = {};
        m_labels.clear();
        m_edges.clear();
        m_ranks = ranks;
        SkipLineEnds();
        TakeWord("{");
        for (SkipLineEnds(); !m_token.Is("}"); SkipLineEnds())
        {
            if (m_token.kind == Kind::FileEnd)
            {
                m_lexer.Fail(line,
                             "rank " + std::to_string(m_rank) + " begins here, and no } ends it");
            }
            ReadStatement();
            if (m_token.kind != Kind::LineEnd && m_token.kind != Kind::FileEnd && !m_token.Is("}"))
            {
                Refuse("the end of the line");
            }
        }
        Step();
        PlaceEdges(m_edges, m_trace);
    }

    bool IsAtOperation() const
    {
        return m_token.Is("calc") || m_token.Is("send") || m_token.Is("recv");
    }

    void ReadStatement()
    {
        if (IsAtOperation())
        {
            ReadOperation("");
            return;
        }
        if (m_token.kind != Kind::Word)
        {
            Refuse(kStatements);
        }
        const GoalToken label = std::exchange(m_token, m_lexer.Next());
        if (m_token.Is(":"))
        {
            Step();
            if (!IsAtOperation())
            {
                Refuse("calc, send or recv");
            }
            ReadOperation(label.text);
        }
        else if (m_token.Is("requires") || m_token.Is("irequires"))
        {
            const bool isForStart = m_token.Is("irequires");
            Step();
            if (m_token.kind != Kind::Word)
            {
                Refuse("a label");
            }
            const uint32_t node = IndexOf(label);
            m_edges.push_back({node, IndexOf(m_token), isForStart});
            if (m_edges.size() >= UINT32_MAX)
            {
                Refuse("one of at most 2^32 dependencies of a rank");
            }
            Step();
        }
        else
        {
            Refuse(": or requires or irequires after the label " + label.text);
        }
    }

    uint32_t IndexOf(const GoalToken& label) const
    {
        const auto found = m_labels.find(label.text);
        if (found == m_labels.end())
        {
            m_lexer.Fail(label.line,
                         "the label " + label.text +
                             " is not allowed: must stand before an operation of rank " +
                             std::to_string(m_rank) + " above");
        }
        return found->second;
    }

    void ReadOperation(const std::string& label)
    {
        ExecutionNode node;
        node.id = m_token.line;
        if (++m_nodes > kMaxTraceNodes)
        {
            Refuse("one of at most " + std::to_string(kMaxTraceNodes) + " operations");
        }
        const auto index = static_cast<uint32_t>(m_trace.nodes.size());
        if (!label.empty() && !m_labels.emplace(label, index).second)
        {
            m_lexer.Fail(node.id, "the label " + label + " is there twice");
        }
        const GoalToken kind = std::exchange(m_token, m_lexer.Next());
        if (kind.Is("calc"))
        {
            node.kind = ExecutionKind::Compute;
            const uint64_t ns = TakeNumber(0, goal::kMaxNs, "a number of ns");
            node.duration = Picoseconds(static_cast<int64_t>(ns * goal::kPsPerNs));
        }
        else
        {
            ReadMessage(node, kind.Is("send"));
        }
        ReadOptions(node);
        m_trace.nodes.push_back(node);
        if (m_onName)
        {
            m_onName(m_rank, label);
        }
    }

    void ReadMessage(ExecutionNode& node, bool isSend)
    {
        node.kind = isSend ? ExecutionKind::Send : ExecutionKind::Receive;
        node.bytes = TakeNumber(0, kMaxStreamBytes, "a number of bytes");
        TakeWord("b");
        TakeWord(isSend ? "to" : "from");
        const bool isOther =
            m_token.kind == Kind::Number && m_token.number < m_ranks && m_token.number != m_rank;
        if (!isOther)
        {
            Refuse("one of the " + std::to_string(m_ranks) + " ranks, and not " +
                   std::to_string(m_rank) + " itself" +
                   (m_token.kind == Kind::Any ? " (whose message a receiver of any sender gets "
                                                "depends on times)"
                                              : ""));
        }
        node.peer = static_cast<uint32_t>(m_token.number);
        Step();
    }

    void ReadOptions(ExecutionNode& node)
    {
        const bool isMessage = node.kind != ExecutionKind::Compute;
        std::vector<std::string> given;
        while (m_token.kind == Kind::Word)
        {
            const std::string name = m_token.text;
            const bool isKnown = name == "cpu" || name == "nic" || (isMessage && name == "tag");
            if (!isKnown || std::find(given.begin(), given.end(), name) != given.end())
            {
                Refuse(isMessage ? "tag, cpu or nic, each once, or the end of the line"
                                 : "cpu or nic, each once, or the end of the line");
            }
            given.push_back(name);
            Step();
            if (name == "tag")
            {
                node.tag = static_cast<uint32_t>(TakeNumber(0, goal::kMaxTag, "a tag"));
            }
            else if (name == "cpu")
            {
                node.unit = static_cast<uint16_t>(TakeNumber(0, kMaxUnit, "a cpu"));
            }
            else
            {
                const auto card =
                    static_cast<uint32_t>(TakeNumber(0, goal::kMaxCard, "a network card"));
                m_cards = std::max(m_cards, isMessage ? card + 1 : 1);
            }
        }
    }

    GoalLexer m_lexer;                                  ///< the file
    const TraceOptions& m_options;                      ///< how it is read
    NameCallback m_onName;                              ///< called with the labels
    GoalToken m_token;                                  ///< the next piece
    uint64_t m_nodes{0};                                ///< of all ranks so far
    uint32_t m_ranks{0};                                ///< number of ranks
    uint32_t m_cards{1};                                ///< of a rank, which messages name
    uint32_t m_rank{0};                                 ///< the rank that is read
    RankTrace m_trace;                                  ///< what it does
    std::vector<GoalEdge> m_edges;                      ///< what its nodes wait for
    std::unordered_map<std::string, uint32_t> m_labels; ///< its labels, with their nodes
};

} // namespace

ExecutionTrace
ReadGoalTrace(const std::string& path, const TraceOptions& options)
{
    ExecutionTrace trace =
        IsBinaryGoal(path) ? ReadBinaryGoal(path, options) : GoalReader(path, options, {}).Read();
    std::vector<std::string> lines;
    for (const ExecutionFault& fault : FindExecutionFaults(trace))
    {
        lines.push_back(PlaceInGoal(path, fault.node) + ": " + fault.text);
    }
    ThrowLines(lines);
    return trace;
}

uint32_t
CountGoalRanks(const std::string& path, const TraceOptions& options)
{
    return IsBinaryGoal(path) ? CountBinaryGoalRanks(path, options)
                              : GoalReader(path, options, {}).ReadRanks();
}

std::string
PlaceInGoal(const std::string& path, uint64_t id)
{
    return Shown(path) + (IsBinaryGoal(path) ? ": byte " : ":") + std::to_string(id);
}

void
ForEachGoalName(const std::string& path, const ExecutionTrace& trace, const NameCallback& callback)
{
    const TraceOptions options;
    if (IsBinaryGoal(path))
    {
        for (uint32_t rank = 0; rank < trace.ranks.size(); ++rank)
        {
            for (std::size_t node = 0; node < trace.ranks[rank].nodes.size(); ++node)
            {
                callback(rank, ""); // txt2bin has left the labels out
            }
        }
        return;
    }
    const auto onName = [&](uint32_t rank, const std::string& name) {
        if (rank < trace.ranks.size())
        {
            callback(rank, name);
        }
    };
    const ExecutionTrace again = GoalReader(path, options, onName).Read();
    bool isTheSame = again.ranks.size() == trace.ranks.size();
    for (std::size_t rank = 0; isTheSame && rank < trace.ranks.size(); ++rank)
    {
        isTheSame = again.ranks[rank].nodes.size() == trace.ranks[rank].nodes.size();
    }
    if (!isTheSame)
    {
        throw ScenarioError({Shown(path) + ": has changed since its trace was read"});
    }
}

void
PlaceEdges(const std::vector<GoalEdge>& edges, RankTrace& rank)
{
    for (const GoalEdge& edge : edges)
    {
        ++rank.nodes[edge.node].dependencies;
        rank.nodes[edge.node].startsAwaited += edge.isForStart ? 1 : 0;
    }
    std::vector<uint32_t> filled;
    filled.reserve(rank.nodes.size());
    uint32_t first = 0;
    for (ExecutionNode& node : rank.nodes)
    {
        node.firstDependency = first;
        filled.push_back(first);
        first += node.dependencies;
    }
    rank.dependencies.resize(first);
    for (const bool isForStart : {false, true})
    {
        for (const GoalEdge& edge : edges)
        {
            if (edge.isForStart == isForStart)
            {
                rank.dependencies[filled[edge.node]++] = edge.awaited;
            }
        }
    }
}

} // namespace ns3::esa
