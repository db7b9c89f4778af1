"""Chromium without a window, by the WebDriver protocol: what Debian's chromium-driver speaks, over plain HTTP.

No client library: four commands are all that tests of a page need, and what they look for is found by a script in the
page, so that a test waits for what a person would see and not for a time.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import shutil
from collections.abc import AsyncIterator
from typing import Any

from tests.support.http.web import ask
from tests.support.processes.cluster import free_port, missing

DEADLINE_S = 60
PAUSE_S = 0.05


class Browser:
    """One window."""

    def __init__(self, session: str) -> None:
        self._session = session

    async def _command(self, method: str, path: str, body: Any = None) -> Any:
        answer = await ask(f"{self._session}{path}", method=method, body=body)
        value = answer.json()["value"]
        assert answer.status == 200, value
        return value

    async def open(self, url: str) -> None:
        """Loads a page; one of the same address, too."""
        await self._command("POST", "/url", {"url": "about:blank"})
        await self._command("POST", "/url", {"url": url})

    async def run(self, script: str, *arguments: Any) -> Any:
        """What a script returns."""
        return await self._command("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    async def until(self, script: str, *arguments: Any) -> Any:
        """The first true value that a script returns."""
        try:
            async with asyncio.timeout(DEADLINE_S):
                while True:
                    value = await self.run(script, *arguments)
                    if value:
                        return value
                    await asyncio.sleep(PAUSE_S)
        except TimeoutError:
            text = await self.run("return document.body.innerText")
            raise AssertionError(f"never true: {script}; the page shows:\n{text}") from None

    async def text(self, selector: str) -> str:
        """What an element shows, once it is there."""
        found: str = await self.until(
            "const e = document.querySelector(arguments[0]); return e && e.innerText", selector
        )
        return found

    async def until_text(self, selector: str, wanted: str) -> None:
        """Waits until some element of a selector shows a text."""
        script = "return [...document.querySelectorAll(arguments[0])].some(e => e.innerText.includes(arguments[1]))"
        await self.until(script, selector, wanted)

    async def type(self, selector: str, text: str) -> None:
        """Fills a field as a person would."""
        script = """const field = document.querySelector(arguments[0]); if (!field) return false;
            field.value = arguments[1]; for (const kind of ["input", "change"])
            field.dispatchEvent(new Event(kind, {bubbles: true})); return true"""
        await self.until(script, selector, text)

    async def click(self, selector: str, text: str = "") -> None:
        """Clicks the first element of a selector that shows a text and can be clicked."""
        script = """const found = [...document.querySelectorAll(arguments[0])].find(e => e.checkVisibility() &&
            !e.disabled && e.innerText.includes(arguments[1])); if (found) found.click(); return Boolean(found)"""
        await self.until(script, selector, text)

    async def resize(self, width: int, height: int) -> None:
        """The page's own size, not the window's."""
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        body = {"cmd": "Emulation.setDeviceMetricsOverride", "params": metrics}
        await self._command("POST", "/goog/cdp/execute", body)

    async def hide_scrollbars(self) -> None:
        """Lets nothing but the page be seen."""
        body = {"cmd": "Emulation.setScrollbarsHidden", "params": {"hidden": True}}
        await self._command("POST", "/goog/cdp/execute", body)

    async def picture(self) -> bytes:
        """A PNG of what the window shows."""
        return base64.b64decode(await self._command("GET", "/screenshot"))

    async def complaints(self) -> list[str]:
        """What the page's scripts and policy complained about since the last look."""
        entries = await self._command("POST", "/se/log", {"type": "browser"})
        return [entry["message"] for entry in entries if entry["level"] == "SEVERE"]


@contextlib.asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """A browser of its own, closed at the end."""
    driver, binary = shutil.which("chromedriver"), shutil.which("chromium")
    if driver is None or binary is None:
        missing("Chromium with its driver")
    port = free_port()
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(driver, f"--port={port}", stdout=quiet, stderr=quiet)
    try:
        base = f"http://127.0.0.1:{port}"
        async with asyncio.timeout(DEADLINE_S):
            while True:
                with contextlib.suppress(OSError):
                    await ask(f"{base}/status")
                    break
                await asyncio.sleep(PAUSE_S)
        options = {
            "binary": binary,
            "args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
        }
        wanted = {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}
        answer = (await ask(f"{base}/session", method="POST", body={"capabilities": {"alwaysMatch": wanted}})).json()
        assert "sessionId" in answer["value"], answer
        session = f"{base}/session/{answer['value']['sessionId']}"
        try:
            yield Browser(session)
        finally:
            await ask(session, method="DELETE")
    finally:
        process.terminate()
        await process.wait()
