# SPDX-License-Identifier: GPL-2.0-only
"""Input that may be packed, and output that is there whole or not at all."""

import contextlib
import gzip
import os
import stat
import sys
import tempfile
import time
import zlib

MAX_RANKS = 32766  # esa-trace show and scenarios read this many
PIECE = 1 << 20  # bytes that are read at a time

UMASK = os.umask(0)
os.umask(UMASK)


class BadInput(Exception):
    """An option, a model or a file is not allowed; the text is for the user. Exit code 2."""


def shown(value, most=200):
    """Returns a value as a short text in printable ASCII."""
    text = value.decode("latin-1") if isinstance(value, bytes) else value
    text = text if isinstance(text, str) else repr(text)
    text = "".join(c if " " <= c <= "~" else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) <= most else text[:most] + "..."


def once(pairs):
    """Makes an object of JSON. A name that is there twice is refused, as only one of both values would count."""
    made = dict(pairs)
    if len(made) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"{shown(twice, 60)} is there twice")
    return made


def no_constant(name):
    """Refuses NaN and the like."""
    raise ValueError(f"{name} is not allowed in JSON")


STRICT = {"object_pairs_hook": once, "parse_constant": no_constant}  # for the decoder of JSON


class Input:
    """The bytes of a file, plain or packed by gzip."""

    def __init__(self, path):
        self.path = path
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK)  # a FIFO would wait for a writer
        except (OSError, ValueError) as error:
            raise BadInput(f"{shown(path)}: {getattr(error, 'strerror', None) or error}") from None
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            os.close(descriptor)
            raise BadInput(f"{shown(path)}: must be a regular file")
        self.file = open(descriptor, "rb")
        packed = self.file.peek(2)[:2] == b"\x1f\x8b"
        self.bytes = gzip.GzipFile(fileobj=self.file) if packed else self.file

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def fail(self, text, line=None):
        """Refuses the file. line: where, if it has lines"""
        place = shown(self.path) + ("" if line is None else f":{line}")
        raise BadInput(f"{place}: {text}")

    def read(self, count=PIECE):
        """Returns the next bytes: fewer than count at the end only. Nothing is kept for what is not there."""
        pieces, left = [], count
        while left:
            try:
                piece = self.bytes.read(min(left, PIECE))
            except (EOFError, OSError, zlib.error):
                self.fail("the packed data is damaged or cut")
            if not piece:
                break
            pieces.append(piece)
            left -= len(piece)
        return pieces[0] if len(pieces) == 1 else b"".join(pieces)

    def lines(self, most=PIECE):
        """Yields the lines as bytes, of most bytes each; a longer one is refused."""
        try:
            line = self.bytes.readline(most + 1)
            while line:
                if len(line) > most:
                    self.fail(f"has a line of more than {most} bytes")
                yield line
                line = self.bytes.readline(most + 1)
        except (EOFError, OSError, zlib.error):
            self.fail("the packed data is damaged or cut")


class Output:
    """Files that get their names together, when all of them are complete."""

    def __init__(self, option, name, replace):
        self.what = f"{option} {shown(name)}"
        self.folder = os.path.dirname(name) or "."
        self.replace = replace
        self.made = []  # (temporary, path)
        self.gone = []  # paths
        if not os.path.basename(name):
            raise BadInput(f"{self.what} is not allowed: must be a name of files")
        if not os.path.isdir(self.folder):
            raise BadInput(f"{self.what}: the folder {shown(self.folder)} does not exist")

    def __enter__(self):
        return self

    def check(self, path):
        """Refuses a path that is taken."""
        if os.path.lexists(path) and not (self.replace and os.path.isfile(path)):
            more = "; --force replaces it" if os.path.isfile(path) else " and is no file"
            raise BadInput(f"{self.what}: {shown(path)} exists{more}")

    @contextlib.contextmanager
    def open(self, path):
        """Opens a file for its bytes."""
        self.check(path)
        try:
            handle, temporary = tempfile.mkstemp(prefix=f".{os.path.basename(path)}.", dir=self.folder)
        except OSError as error:
            raise BadInput(f"{self.what}: {shown(path)} cannot be written: {error.strerror}") from None
        self.made.append((temporary, path))
        with open(handle, "wb") as file:
            yield file
        os.chmod(temporary, 0o666 & ~UMASK)

    def remove(self, path):
        """Removes what an earlier import left at a path, with the other files."""
        if os.path.lexists(path):
            self.check(path)
            self.gone.append(path)

    def __exit__(self, kind, *_):
        for path in self.gone if kind is None else ():
            os.unlink(path)
        for temporary, path in self.made:
            if kind is None:
                os.replace(temporary, path)
            else:
                with contextlib.suppress(OSError):
                    os.unlink(temporary)


class Progress:
    """A line on a terminal: how much has been read."""

    def __init__(self, stream=None):
        stream = stream or sys.stderr
        self.stream = stream if stream is not None and stream.isatty() else None
        self.next = time.monotonic() + 1

    def tell(self, text):
        """Shows a text, once a second. text: what returns it"""
        if self.stream and time.monotonic() >= self.next:
            self.next = time.monotonic() + 1
            self.stream.write(f"\r\x1b[K{text()}")
            self.stream.flush()

    def end(self):
        """Clears the line."""
        if self.stream:
            self.stream.write("\r\x1b[K")
            self.stream.flush()
