# SPDX-License-Identifier: GPL-2.0-only
"""
Checks that every name in ``...`` of the manual, and in `...` of the README files, exists.

A path must be a file, an option must be one of a program, and each identifier must be a word of some source
file: a class, a function, a field, a column or a value. Prints what is unknown; exit code 1 if there is any.
./ns3 docs runs it.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
FOLDERS = ("contrib", "analysis", "cmake", "scenarios", "inputs", "traces", "tests", "bench", "scratch", ".ci", ".github")
SOURCES = {".cc", ".h", ".py", ".sh", ".json", ".lua", ".p4", ".in", ".txt", ".cmake", ".js", ".html", ".css", ".csv", ""}
SKIPPED = ("fuzz/corpus", "__pycache__", "traces/p4", "results")
DOCUMENTS = ("*.md", "analysis/*.md", "analysis/results/*.md", "bench/*.md", "contrib/esa/*.md", "contrib/esa/*/*.md")
DOCUMENTS += ("scratch/*.md", "tests/*.md", "traces/*/*.md", "inputs/*/*.md", "contrib/esa/doc/*.rst")
BASES = ("", "contrib/esa", "contrib/esa/doc", "analysis", "tests", "contrib/esa/scenario")

# What others define: ns-3, Debian, Slurm, and the public code of systems and simulators
FOREIGN = set(
    """
    NS_LOG SBATCH_PARTITION SBATCH_MEM_PER_NODE TcpDctcp RedQueueDisc EnablePcapAll python3-sklearn sklearn
    p4/types.p4 p4/next_step_selector.p4 p4/configuration.p4 examples/workload/microbenchmarks p4include recirculate dev_root fully_shard
    set_separate_reduce_scatter_group allreduce_gradients use_multi_rank_bucket_allreduce
    dpdk_worker_thread dpdk_worker_thread_utils inc feeder_tests_trace p041 protoc scratch/rack.cc scratch/NAME.cc
    """.split()
)
PLACEHOLDER = re.compile(r"[A-Z][A-Z0-9_.]*|x+|N|\.\.\.")
MADE = re.compile(r"^(\.?/?(out|plots?|report|lesson|build|release|site|my|mine|phd)\b|[~/$]|https?:|\.\./)")
WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
OPTION = re.compile(r"(?<![\w-])--([a-z][a-z0-9.-]*)")
PATH = re.compile(r"[\w.@-]+(/[\w.@-]+)+/?")


def sources():
    """Returns the texts of all source files: path -> text."""
    found = [path for path in ROOT.iterdir() if path.is_file() and path.suffix in SOURCES]
    for folder in FOLDERS:
        found += [path for path in (ROOT / folder).rglob("*") if path.suffix in SOURCES and path.is_file()]
    texts = {}
    for path in found:
        if not any(part in path.as_posix() for part in SKIPPED) and path.stat().st_size < 500000:
            texts[path] = path.read_text(encoding="utf-8", errors="ignore")
    return texts


def literals(path):
    """Returns (line number, text) of each literal of a document."""
    mark = "``" if path.suffix == ".rst" else "`"
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        text = re.sub(r"^```.*?^```", lambda match: "\n" * match[0].count("\n"), text, flags=re.M | re.S)
    for match in re.finditer(rf"(?<!`){mark}([^`]+?){mark}(?!`)", text):
        yield text.count("\n", 0, match.start()) + 1, " ".join(match[1].split())


def exists(name):
    """Returns whether a file of the repository has this path; a part in capitals or * stands for any."""
    pattern = re.sub(r"[A-Z]{2,}[A-Z0-9_]*", "*", name.rstrip("/")) if name != name.lower() else name
    for base in BASES:
        folder = ROOT / base
        if (folder / name.rstrip("/")).exists():
            return True
        if "*" in pattern and next(folder.glob(pattern), None):
            return True
    return False


def unknown(literal, words, options, declared):
    """Returns the parts of a literal that do not exist."""
    if MADE.match(literal):
        return []
    found = [f"--{name}" for name in OPTION.findall(literal) if name not in options]
    found += [name for name in re.findall(r"(?<!:)\besa::([A-Z]\w+)\b(?!\()", literal) if name not in declared]
    rest = OPTION.sub(" ", literal)
    for token in re.split(r"[\s,;|<>(){}\[\]\"'=]+", rest):
        token = token.strip(".:!?&*+-")
        if not token or MADE.match(token) or PLACEHOLDER.fullmatch(token):
            continue
        if token in FOREIGN or re.fullmatch(r"[0-9a-f]{8,}", token):
            continue
        if PATH.fullmatch(token) and not re.fullmatch(r"[\d/.]+", token):
            folder = token.split("/")[0]
            if any((ROOT / base / folder).is_dir() for base in BASES) and not exists(token):
                found.append(token)
            continue
        for word in WORD.findall(token):
            if word not in words and word not in FOREIGN and not PLACEHOLDER.fullmatch(word):
                if len(word) > 2:
                    found.append(word)
    return found


def main():
    texts = sources()
    words = set().union(*(WORD.findall(text) for text in texts.values()))
    options = set()
    declared = set()  # types in C++
    for path, text in texts.items():
        if path.suffix in (".cc", ".h"):
            declared.update(re.findall(r"\b(?:class|struct|enum class|enum|using)\s+([A-Z]\w+)", text))
        options.update(OPTION.findall(text))
        options.update(re.findall(r'"([a-z][a-z0-9.-]+)"', text))
    words |= {path.name for folder in FOLDERS for path in (ROOT / folder).rglob("*")}
    words |= {path.name for path in ROOT.iterdir()}
    words |= {part for word in list(words) for part in WORD.findall(word)}
    count = 0
    for pattern in DOCUMENTS:
        for path in sorted(ROOT.glob(pattern)):
            for line, literal in literals(path):
                for name in unknown(literal, words, options, declared):
                    print(f"{path.relative_to(ROOT)}:{line}: {name} in `{literal}` does not exist")
                    count += 1
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main())
