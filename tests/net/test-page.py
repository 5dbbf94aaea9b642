#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test-page.py - uses the page of the solver service in a real browser, over WebDriver.

Usage: test-page.py TILEWRIGHT-CLI

Needs Debian's chromium and chromium-driver, and is skipped where they are missing. The folder that
TW_PAGE_PICTURES names gets a picture of each step, to be looked at.
"""
import base64
import contextlib
import gettext
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

TOKEN = "correct-horse-battery"
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"  # WebDriver, 12.1
SECONDS = 30
# Calls back when the condition holds: a look at each frame.
AWAIT = """
const done = arguments[arguments.length - 1];
const look = () => { const value = (() => CONDITION)(); if (value) done(value); else requestAnimationFrame(look); };
look();
"""
DROP = ("const data = new DataTransfer(); data.items.add(new File([arguments[0]], arguments[1]));"
        "document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, cancelable: true, bubbles: true }))")
PROGRAMS = [shutil.which(name) for name in ("chromium", "chromedriver")]
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
cli = sys.argv[1]
pictures = os.environ.get("TW_PAGE_PICTURES")


class Service:
    """The service with a page; port 0: any."""

    def __init__(self, *options, port=0):
        self.process = subprocess.Popen([cli, "serve", "--page", "--port", str(port), *options],
                                        stdout=subprocess.PIPE, text=True)
        self.uri = self.process.stdout.readline().strip()
        assert self.uri, "the service has not started"

    def end(self):
        self.process.terminate()
        self.process.wait()


class Browser:
    """A window of the browser."""

    def __init__(self, language="en", dark=False, width=1280, height=800):
        self.driver = subprocess.Popen([PROGRAMS[1], "--port=0"], stdout=subprocess.PIPE, text=True)
        port = next(found[1] for found in map(re.compile(r"started successfully on port (\d+)").search,
                                              self.driver.stdout) if found)
        self.base = f"http://127.0.0.1:{port}/session"
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     f"--lang={language}", *(["--force-dark-mode"] if dark else [])]
        options = {"args": arguments, "binary": PROGRAMS[0], "prefs": {"intl.accept_languages": language}}
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"},
                  "timeouts": {"script": 1000 * SECONDS}}
        session = self.ask("", {"capabilities": {"alwaysMatch": wanted}})
        self.base += "/" + session["sessionId"]
        self.ask("/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}})

    def ask(self, path, body=None, method=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"},
                                         method=method)
        try:
            with opener.open(request) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise AssertionError(json.load(error)["value"]["message"]) from None

    def go(self, uri):
        self.ask("/url", {"url": uri})

    def run(self, code, *arguments):
        return self.ask("/execute/sync", {"script": code, "args": arguments})

    def wait(self, condition):
        """Waits until the expression is true, and returns its value."""
        try:
            return self.ask("/execute/async", {"script": AWAIT.replace("CONDITION", condition), "args": []})
        except AssertionError as error:
            raise AssertionError(f"{condition}: {error}; the page: {self.text('body')[:500]}") from None

    def find(self, selector):
        return self.ask("/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.ask(f"/element/{self.find(selector)}/click", {})

    def type(self, selector, text):
        self.ask(f"/element/{self.find(selector)}/value", {"text": text})

    def choose(self, index, value):
        """Selects a value in one of the selections among the options."""
        self.run("const select = document.querySelectorAll('#fields select')[arguments[0]];"
                 "select.value = arguments[1]; select.dispatchEvent(new Event('change'))", index, value)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.innerText ?? ''", selector)

    def shown(self, selector):
        return f"document.querySelector({json.dumps(selector)})?.checkVisibility()"

    def has_text(self, selector, text):
        return f"document.querySelector({json.dumps(selector)})?.innerText.includes({json.dumps(text)})"

    def open(self, service, file, fragment=""):
        self.go(f"{service.uri}/#{fragment}puzzle={file}")
        self.wait(self.shown("#desk") + " && document.querySelector('#picture').naturalWidth > 0")

    def complaints(self):
        """Messages in the console, among them each violation of the Content-Security-Policy."""
        return [entry["message"] for entry in self.ask("/se/log", {"type": "browser"})]

    def picture(self, name):
        if pictures:
            path = pathlib.Path(pictures) / f"{name}.png"
            path.write_bytes(base64.b64decode(self.ask("/screenshot")))

    def end(self):
        with contextlib.suppress(AssertionError, OSError):
            self.ask("", method="DELETE")
        self.driver.terminate()
        self.driver.wait()


def equal(value, wanted):
    assert value == wanted, f"{value!r} is not {wanted!r}"


# --- the tests -----------------------------------------------------------------------------


def collection(browser, service):
    """The cards of the collection have pictures, and can be searched."""
    browser.go(service.uri + "/")
    browser.wait("document.querySelectorAll('#cards img[src]').length >= 8")
    browser.picture("collection")
    browser.type("#search", "pentominoes 99x99")
    equal(browser.run("return document.querySelectorAll('#cards li').length"), 0)
    browser.run("document.querySelector('#search').value = ''")
    browser.type("#search", "pentominoes 20x3")
    browser.wait("document.querySelectorAll('#cards li').length === 1")
    browser.click("#cards a")
    browser.wait(browser.has_text("#name", "Twelve pentominoes"))
    equal(browser.complaints(), [])


def contest_board(browser, service):
    """A contest board is solved; its proof is shown, and all can be saved."""
    browser.open(service, "sample.json")
    empty = browser.run("return document.querySelector('#picture').src")
    browser.click("#solve")
    browser.wait(browser.has_text("#headline", "Optimal, proved"))
    browser.wait(f"document.querySelector('#picture').src !== {json.dumps(empty)}")
    facts = browser.text("#facts")
    assert "104" in facts and "Proven bound" in facts, facts
    browser.picture("solved")
    browser.run("HTMLAnchorElement.prototype.click = () => {};"
                "URL.createObjectURL = blob => { window.saved = blob; return 'blob:'; }")
    for name, start in (("png", "PNG"), ("svg", "<?xml"), ("json", "{"), ("certificate", "tilewright-certificate")):
        browser.run(f"window.saved = null; document.getElementById('save-{name}').click()")
        browser.wait("window.saved")
        begin = browser.ask("/execute/async", {"args": [], "script":
            "window.saved.slice(0, 22).arrayBuffer().then(bytes => arguments[0](new TextDecoder('latin1').decode(bytes)))"})
        assert start in begin, begin


def live(browser, service):
    """The front and the bars move while a search runs; it can be stopped, and a transform has won."""
    browser.open(service, "board-40x40.json")
    browser.choose(0, "heuristic")
    browser.run("const time = document.querySelector('[data-option=time]'); time.value = 600;"
                "time.dispatchEvent(new Event('change'))")
    browser.click("#solve")
    browser.wait("document.querySelector('#front .line').getAttribute('d')")
    first = browser.run("return document.querySelector('#front .line').getAttribute('d')")
    browser.wait(f"![null, '', {json.dumps(first)}].includes(document.querySelector('#front .line').getAttribute('d'))")
    browser.wait("[...document.querySelectorAll('#bars progress')].some(bar => bar.value > 0 && bar.value < bar.max)")
    browser.wait(browser.has_text("#facts", "Squares"))
    browser.picture("live")
    browser.click("#stop")
    browser.wait(browser.has_text("#headline", "Not proved to be the best"))
    equal(browser.run("return document.querySelector('#front .line').getAttribute('d')"), "")
    equal(browser.run("return document.querySelectorAll('#bars .won').length"), 1)
    assert "Winning transform" in browser.text("#facts"), browser.text("#facts")


def solve_all(browser, service, puzzle, headline, position):
    """Opens a puzzle and searches for all solutions. Returns the picture of the first one."""
    browser.open(service, puzzle)
    browser.choose(1, "all")
    browser.click("#solve")
    browser.wait(browser.shown("#browser"))
    equal(browser.text("#headline"), headline)
    equal(browser.text("#position"), position)
    return browser.run("return document.querySelector('#picture').src")


def solutions(browser, service):
    """All solutions of a pentomino board can be looked through by keys and buttons."""
    before = solve_all(browser, service, "pentominoes-6x10.txt", "All are counted", "1 / 2,339")
    browser.type("body", "\ue014\ue014")  # the right arrow
    equal(browser.text("#position"), "3 / 2,339")
    browser.wait(f"document.querySelector('#picture').src !== {json.dumps(before)}")
    browser.click("#previous")
    equal(browser.text("#position"), "2 / 2,339")
    browser.type("#place", "\ue010")  # End
    equal(browser.text("#position"), "2,339 / 2,339")
    assert browser.run("return document.querySelector('#next').disabled")
    browser.picture("solutions")

    # So can optimal tilings by squares.
    before = solve_all(browser, service, "board-8x8.json", "Optimal, proved", "1 / 5")
    browser.click("#next")
    equal(browser.text("#position"), "2 / 5")
    browser.wait(f"document.querySelector('#picture').src !== {json.dumps(before)}")


def pieces(browser, service):
    """Pieces that may not be turned leave other solutions, and solutions can be counted only."""
    browser.open(service, "pentominoes-5x5.txt")
    browser.choose(1, "count")
    browser.click("#solve")
    browser.wait(browser.has_text("#facts", "107"))
    browser.choose(3, "false")
    browser.wait(browser.has_text("#headline", "Not solved yet"))
    browser.click("#solve")
    browser.wait("!" + browser.has_text("#headline", "Not solved yet") + " && " + browser.shown("#saves"))
    assert "107" not in browser.text("#facts")


def files(browser, service):
    """A bad file is refused with the reason, and changes nothing; dropped and pasted ones are opened."""
    browser.open(service, "board-5x5.json")
    with tempfile.TemporaryDirectory() as folder:
        bad = pathlib.Path(folder) / "bad.json"
        bad.write_text('{"width": 3, "height": 2, "puzzle": [[true]]}', encoding="utf-8")
        browser.type("#file", str(bad))
        browser.wait(browser.shown("#notice"))
        assert "bad.json" in browser.text("#notice"), browser.text("#notice")
    equal(browser.text("#name"), "First steps")
    browser.picture("bad-file")
    browser.run(DROP, "aab\nabb\n\n\naa\na\n\n b\nbb\n", "mine.txt")
    browser.wait(browser.has_text("#name", "mine.txt"))
    assert not browser.run("return " + browser.shown("#notice"))
    browser.run(DROP, "a b c d\n\na b\nc d\na c\n", "cover.dlx")
    browser.wait(browser.has_text("#name", "cover.dlx"))
    browser.click("#solve")
    browser.wait("document.querySelectorAll('#listing li').length === 2")
    browser.run("const data = new DataTransfer(); data.setData('text', arguments[0]); document.dispatchEvent("
                "new ClipboardEvent('paste', { clipboardData: data, cancelable: true, bubbles: true }))",
                '[{"width": 3, "height": 1, "puzzle": [[true, true, true]]},'
                ' {"width": 4, "height": 1, "puzzle": [[true, true, true, true]]}]')
    browser.wait(browser.shown("#several"))
    browser.run("const which = document.querySelector('#which'); which.selectedIndex = 1;"
                "which.dispatchEvent(new Event('change'))")
    browser.wait(browser.has_text("#kind", "4 × 1"))


def lost_service(browser, service):
    """The page waits for a service that has gone, and says so; the search can be started again."""
    browser.open(service, "board-100x100.json")
    browser.click("#solve")
    browser.wait(browser.shown("#stop") + " && " + browser.has_text("#facts", "Squares"))
    service.process.kill()
    service.end()
    browser.wait(browser.has_text("#notice", "does not answer"))
    browser.picture("lost")
    service.__init__(port=int(service.uri.rsplit(":", 1)[1]))
    browser.wait(browser.has_text("#notice", "the search is lost"))
    browser.wait(browser.shown("#solve"))
    browser.click("#solve")
    browser.wait(browser.has_text("#facts", "Squares"))
    browser.click("#stop")
    browser.wait(browser.shown("#saves"))


def token(browser, _):
    """A token in the link goes to the service only; without one, or with another, the page asks for it."""
    with tempfile.NamedTemporaryFile("w") as file:
        file.write(TOKEN + "\n")
        file.flush()
        service = Service("--token-file", file.name)
    try:
        browser.open(service, "board-5x5.json", f"token={TOKEN}&")
        assert TOKEN not in browser.run("return location.href")
        browser.click("#solve")
        browser.wait(browser.has_text("#headline", "Optimal, proved"))
        browser.run("sessionStorage.clear()")
        browser.go(f"{service.uri}/?again#token=another-wrong-token&puzzle=board-8x8.json")
        browser.wait(browser.shown("#login"))
        browser.type("#token", TOKEN + "\ue007")
        browser.wait(browser.has_text("#kind", "8 × 8"))
    finally:
        service.end()


def narrow(browser, service):
    """On a small screen nothing is wider than it, and each control can be touched and has a name."""
    for fragment in ("", "puzzle=sample.json"):
        browser.go(f"{service.uri}/#{fragment}")
        browser.wait(browser.shown("#desk" if fragment else "#cards"))
        browser.wait("document.querySelectorAll('main img[src]').length > 0")
        browser.picture("narrow-desk" if fragment else "narrow-collection")
        assert browser.run("return document.documentElement.scrollWidth <= 360"), "it is too wide"
        for found in browser.ask("/elements", {"using": "css selector", "value": "a, button, input, select, summary, textarea"}):
            part = f"/element/{found[ELEMENT]}"
            if not browser.ask(part + "/displayed"):
                continue
            outer = browser.run("return arguments[0].outerHTML", found)
            assert browser.ask(part + "/computedlabel"), f"it has no name: {outer}"
            height = browser.run("return (arguments[0].closest('label') ?? arguments[0]).getBoundingClientRect().height", found)
            assert height >= 24, f"it is {height} pixels high: {outer}"


def french(browser, service):
    """Long words make nothing wider than a small screen. Messages of the service are translated."""
    words = gettext.translation("tilewright", os.environ["TW_LOCALE_DIR"], ["fr"])
    browser.open(service, "pentominoes-5x5.txt")
    equal(browser.text("#solve"), "Résoudre")
    assert browser.run("return document.documentElement.scrollWidth <= 360"), "it is too wide"
    browser.run(DROP, '{"width": 3, "height": 2, "puzzle": [[true]]}', "bad.json")
    browser.wait(browser.shown("#notice"))
    message = words.gettext("puzzle: there are %u rows, the height is %d") % (1, 2)
    equal(browser.text("#notice-text"), f"bad.json: {message}")
    browser.run(DROP, "aaaa\naaaa\n\na\n", "small.txt")
    browser.wait(browser.has_text("#name", "small.txt"))
    browser.click("#solve")
    one = "all pieces together cover %lld cell, the board has %lld"
    reason = words.ngettext(one, one.replace("cell,", "cells,"), 1).replace("%lld", "%d") % (1, 8)
    assert one[:20] not in reason, reason
    browser.wait(browser.has_text("#reason", reason))


def arabic(browser, service):
    """The page is in the language of the browser, from right to left if that is."""
    browser.open(service, "board-8x8.json")
    equal(browser.run("return [document.documentElement.lang, document.documentElement.dir]"), ["ar", "rtl"])
    assert re.search("[\u0600-\u06ff]", browser.text("#solve")), browser.text("#solve")
    browser.click("#solve")
    browser.wait(browser.shown("#saves"))
    browser.run("const ask = window.fetch; window.fetch = (path, options) => { window.asked = options?.body; return ask(path, options); }")
    browser.run("document.getElementById('save-png').click()")
    browser.wait("window.asked")
    caption = json.loads(browser.run("return window.asked"))["caption"]
    assert caption.startswith(browser.text("#headline")) and re.search("[\u0600-\u06ff].*, [\u0600-\u06ff]", caption), caption
    browser.picture("arabic")


TESTS = {
    collection: {}, contest_board: {}, live: {"dark": True}, solutions: {}, pieces: {}, files: {}, lost_service: {}, token: {},
    narrow: {"width": 360, "height": 740},
    french: {"language": "fr", "width": 360, "height": 740}, arabic: {"language": "ar"},
}


def main():
    if not all(PROGRAMS):
        print("1..0 # SKIP chromium or chromedriver is missing (Debian: chromium, chromium-driver)")
        return 0
    print(f"1..{len(TESTS)}")
    service = Service()
    browsers = {}
    failed = 0
    for number, (test, options) in enumerate(TESTS.items(), 1):
        try:
            key = str(options)
            if key not in browsers:
                browsers[key] = Browser(**options)
            browsers[key].go("about:blank")
            browsers[key].complaints()
            test(browsers[key], service)
            print(f"ok {number} {test.__name__}", flush=True)
        except AssertionError as error:
            failed += 1
            print(f"not ok {number} {test.__name__}")
            print(f"# {error}".replace("\n", "\n# "), flush=True)
    for browser in browsers.values():
        browser.end()
    service.end()
    return 1 if failed else 0


sys.exit(main())
