"""Somebody at a real browser."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page

ANY_RESULT = "#verdict"


class Reader:
    """A page of the running site. `complaints`: what the browser wrote to its console as an error, refusals of the policy among them."""

    def __init__(self, page: Page, site: str) -> None:
        self.page = page
        self.site = site
        self.complaints: list[str] = []
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def go(self, path: str = "/") -> Page:
        """Open a path of the site and wait until it stands."""
        self.page.goto(self.site + path)
        return self.page

    def upload(self, trace: bytes, name: str = "trace.jsonl", **fields: str) -> Page:
        """Choose a file and press Check; the page is then that of the result or of its progress."""
        self.go()
        self.page.set_input_files("#trace", [{"name": name, "mimeType": "application/octet-stream", "buffer": trace}])
        for field, value in fields.items():
            self.page.select_option(f"#{field}", value)
        self.page.get_by_role("button", name="Check", exact=True).click()
        self.page.wait_for_url("**/v/**")
        return self.page

    def drop(self, trace: str, name: str = "dropped.jsonl", target: str = "body") -> None:
        """Drag a file over the page and let it go."""
        files = self.page.evaluate_handle(
            "([text, name]) => { const data = new DataTransfer(); data.items.add(new File([text], name)); return data; }", [trace, name]
        )
        for event in ("dragenter", "dragover", "drop"):
            self.page.dispatch_event(target, event, {"dataTransfer": files})

    def paste(self, text: str) -> None:
        """Paste a text with the focus where it is."""
        self.page.evaluate(
            """text => { const data = new DataTransfer(); data.setData("text/plain", text);
            document.activeElement.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})); }""",
            text,
        )

    def violations(self, leave_out: str = "") -> list[str]:
        """What axe finds wrong with the page as it stands, one line a rule and element."""
        context: dict[str, Any] = {"exclude": [[leave_out]]} if leave_out else {}
        found = Axe().run(self.page, context=context or None).response["violations"]
        return [f"{rule['id']}: {node['html'][:160]} {node['failureSummary'][:300]}" for rule in found for node in rule["nodes"]]

    def width_needed(self) -> int:
        """How wide the page is without sideways scrolling."""
        return int(self.page.evaluate("document.documentElement.scrollWidth"))

    def focused(self) -> str:
        """What has the focus: its words, or its id."""
        return str(self.page.evaluate("document.activeElement.textContent.trim() || document.activeElement.id"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type == "error" and "status of 404" not in message.text:
            self.complaints.append(message.text)
