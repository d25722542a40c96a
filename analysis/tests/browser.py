# SPDX-License-Identifier: GPL-2.0-only
"""
Headless Chromium through chromedriver, by the WebDriver protocol (W3C).

    cd analysis && /usr/bin/python3 -m tests.browser ../report/index.html

looks at a page, as wide as a desk's and as narrow as a phone's, and prints its faults.
"""

import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

PHONE_WIDTH = 360
DESKTOP_WIDTH = 1280

_ARGUMENTS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]

# what is wrong with a page, as seen from inside it
_FAULTS = """
const faults = [];
const here = location.href.split('#')[0];
if (document.documentElement.scrollWidth > innerWidth) faults.push('wider than the window');
for (const summary of document.querySelectorAll('summary')) {
    if (!summary.parentElement.open) summary.click();
    if (!summary.parentElement.open) faults.push('does not open: ' + summary.textContent);
}
for (const image of document.images) {
    const box = image.getBoundingClientRect();
    if (!image.complete || image.naturalWidth === 0) faults.push('not loaded: ' + image.alt);
    if (box.width < 200 || box.height < 15) faults.push('not to be seen: ' + image.alt);
    if (!image.alt) faults.push('an image has no text in its place');
}
for (const link of document.links) {
    if (link.href.split('#')[0] === here) {
        const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
        if (!target) { faults.push('dead link: ' + link.hash); continue; }
        link.click();
        if (location.hash !== link.hash) faults.push('a link that leads nowhere: ' + link.hash);
    } else if (!link.href.startsWith('https://arxiv.org/abs/')) {
        faults.push('dead link: ' + link.href);
    }
}
if (document.documentElement.scrollWidth > innerWidth) faults.push('too wide when all is open');
return {faults, images: document.images.length, title: document.title,
        sources: [...document.images].map(image => image.currentSrc.length)};
"""


def is_installed():
    """Returns whether there are Chromium and its driver."""
    return bool(shutil.which("chromium") and shutil.which("chromedriver"))


class Browser:
    """A window of a width; a context manager."""

    def __init__(self, width):
        self._width = width

    def __enter__(self):
        self._profile = tempfile.TemporaryDirectory(prefix="esa-browser-")
        self._driver = subprocess.Popen(
            ["chromedriver", "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            for line in self._driver.stdout:
                found = re.search(r"started successfully on port (\d+)", line)
                if found:
                    break
            self._address = f"http://127.0.0.1:{found.group(1)}/session"
            session = self._call("", {"capabilities": self._capabilities()})
            self._address += "/" + session["sessionId"]
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *error):
        try:
            self._call("", method="DELETE")
        finally:
            self._end()

    def _end(self):
        self._driver.terminate()
        self._driver.communicate()
        self._profile.cleanup()

    def _capabilities(self):
        options = {
            "args": [*_ARGUMENTS, f"--user-data-dir={self._profile.name}"],
            "mobileEmulation": {
                "deviceMetrics": {"width": self._width, "height": 740, "mobile": False}
            },
        }
        browser = {"browserName": "chrome", "goog:chromeOptions": options}
        return {"alwaysMatch": {**browser, "goog:loggingPrefs": {"browser": "ALL"}}}

    def _call(self, command, data=None, method="POST"):
        body = json.dumps(data or {}).encode() if method == "POST" else None
        request = urllib.request.Request(
            self._address + command, body, {"Content-Type": "application/json"}, method=method
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]

    def evaluate(self, script):
        """Returns what a script in the page returns."""
        return self._call("/execute/sync", {"script": script, "args": []})

    def look_at(self, path):
        """
        Opens a page, follows its links and opens what is folded.

        Returns a dict: faults (list of texts, with what the console says), images (their number),
        sources (bytes of each image shown) and title.
        """
        self._call("/url", {"url": pathlib.Path(path).resolve().as_uri()})
        seen = self.evaluate(_FAULTS)
        seen["faults"] += [line["message"] for line in self._call("/se/log", {"type": "browser"})]
        return seen


def main(path):
    """Prints what is wrong with a page; returns the exit code."""
    faults = []
    for width in (DESKTOP_WIDTH, PHONE_WIDTH):
        with Browser(width) as window:
            seen = window.look_at(path)
        print(f"{path}, {width} pixels wide: {seen['images']} images, {len(seen['faults'])} faults")
        faults += seen["faults"]
    print("".join(f"{fault}\n" for fault in faults), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
