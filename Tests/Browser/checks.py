"""Counts what is right and names what is wrong; opens pages that tell on themselves."""

import os
import time

LOOK = open(os.path.join(os.path.dirname(__file__), "look.js"), encoding="utf-8").read()
PAYLOAD = "<script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">"


class Checks:
    def __init__(self):
        self.failures = []
        self.passed = 0

    def expect(self, is_right, what):
        if is_right:
            self.passed += 1
        else:
            self.failures.append(what)

    def wait_for(self, is_so, what):
        for _ in range(100):
            if is_so():
                return self.expect(True, what)
            time.sleep(0.1)
        self.expect(False, what)

    def watch(self, page, base):
        """A page that runs what it should not, or asks somebody else, is a failure."""
        page.on("dialog", lambda dialog: (self.failures.append("a dialog: " + dialog.message), dialog.dismiss()))
        page.on("pageerror", lambda error: self.failures.append(f"an error of a script: {error}"))
        page.on("console", lambda message: self.heard(message))
        page.on("request", lambda request: self.asked(request.url, base))

    def heard(self, message):
        # An answer of 4xx is told as an error too; those are looked at by whoever asked.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.failures.append("the browser complains: " + message.text)

    def asked(self, url, base):
        if not url.startswith((base, "data:", "blob:")):
            self.failures.append("a request to somebody else: " + url)
