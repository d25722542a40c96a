// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ways/apart.h"

#include <array>
#include <chrono>
#include <cstring>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;
using Clock = std::chrono::steady_clock;

constexpr int kMostWallMs = 300000; ///< of a scenario; threads may wait for each other for ever
constexpr std::size_t kStage = 16;  ///< bytes of a note

char* g_stage{nullptr};                 ///< what a process does, for its parent
volatile std::sig_atomic_t g_isLate{0}; ///< whether a run has taken too long

/// The process of a scenario. @param out where its parent reads
[[noreturn]] void
RunChild(const std::function<json()>& work, int cpuS, int out)
{
    const auto most = static_cast<rlim_t>(cpuS);
    const rlimit cpu{most, most + 5};
    setrlimit(RLIMIT_CPU, &cpu);
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
    json said;
    try
    {
        said = work();
    }
    catch (const std::exception& error)
    {
        said = {{"difference", std::string(g_stage) + ": " + error.what()}};
    }
    const std::string text = said.dump(-1, ' ', true, json::error_handler_t::replace);
    const bool isWritten = write(out, text.data(), text.size()) == static_cast<long>(text.size());
    _exit(isWritten ? 0 : 1); // what would be destroyed is not part of the comparison
}

/// @return what came through a pipe until its end; nothing: that took too long
std::optional<std::string>
ReadAll(int in)
{
    std::string text;
    std::array<char, 65536> part;
    const auto end = Clock::now() + std::chrono::milliseconds(kMostWallMs);
    while (true)
    {
        const auto left =
            std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
        pollfd event{in, POLLIN, 0};
        if (left <= 0 || poll(&event, 1, static_cast<int>(left)) == 0)
        {
            return std::nullopt;
        }
        const ssize_t size = read(in, part.data(), part.size());
        if (size <= 0)
        {
            return text;
        }
        text.append(part.data(), static_cast<std::size_t>(size));
    }
}

/// @param milliseconds until the flag is set; 0: never
void
SetTimer(int milliseconds)
{
    itimerval time{};
    time.it_value.tv_sec = milliseconds / 1000;
    time.it_value.tv_usec = milliseconds % 1000 * 1000;
    setitimer(ITIMER_PROF, &time, nullptr);
}

} // namespace

void
PrepareApart()
{
    g_stage = static_cast<char*>(
        mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
}

void
Note(const char* stage)
{
    std::strncpy(g_stage, stage, kStage - 1);
}

Apart
DoApart(const std::function<json()>& work, int cpuS)
{
    std::array<int, 2> ends;
    if (pipe(ends.data()) != 0)
    {
        throw std::runtime_error("no pipe");
    }
    const pid_t child = fork();
    if (child == 0)
    {
        close(ends[0]);
        RunChild(work, cpuS, ends[1]);
    }
    close(ends[1]);
    const auto text = ReadAll(ends[0]);
    close(ends[0]);
    if (!text)
    {
        kill(child, SIGKILL);
    }
    int status = 0;
    waitpid(child, &status, 0);
    Apart apart;
    apart.stage = g_stage;
    if (!text)
    {
        apart.end = "does not end";
        apart.isSlow = true;
    }
    else if (WIFSIGNALED(status))
    {
        apart.end = std::string("ends by ") + strsignal(WTERMSIG(status));
        apart.isSlow = WTERMSIG(status) == SIGXCPU;
    }
    else
    {
        apart.said = json::parse(*text);
    }
    return apart;
}

Patience::Patience(int milliseconds)
{
    g_isLate = 0;
    std::signal(SIGPROF, [](int) { g_isLate = 1; });
    SetTimer(milliseconds);
}

Patience::~Patience()
{
    SetTimer(0);
}

const volatile std::sig_atomic_t*
Patience::Flag()
{
    return &g_isLate;
}

} // namespace ns3::esa::test
