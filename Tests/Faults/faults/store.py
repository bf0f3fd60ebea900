"""The stand-in App Store (`coffer simulate-store`): sells, refunds, tells the service, and keeps the list of truth."""

import json
import pathlib
import re
import signal
import subprocess
import time
import urllib.error
import urllib.request

from .service import BUNDLE, PACKS

START_SECONDS_MAX = 30
# An hour between two of Apple's attempts takes a tenth of a second.
SPEED = 36_000
LIST_MAX = 100_000


class Store:
    def __init__(self, binary, work):
        self.folder = pathlib.Path(work) / "store"
        out = pathlib.Path(work) / "store.out"
        products = ",".join(f"com.example.coins.{coins}={coins * 10}" for coins in PACKS)
        with open(out, "wb") as output:
            self.process = subprocess.Popen(
                [str(binary), "simulate-store", "--port", "0", "--data", str(self.folder), "--bundle",
                 f"{BUNDLE}=1234567890", "--products", products, "--speed", str(SPEED)],
                stdout=output, stderr=subprocess.STDOUT)
        end = time.monotonic() + START_SECONDS_MAX
        while time.monotonic() < end and self.process.poll() is None:
            ready = re.search(r"^ready url=(\S+)", out.read_text(), re.MULTILINE)
            if ready:
                self.url = ready[1]
                self.roots = self.folder / "roots.pem"
                return
            time.sleep(0.02)
        raise RuntimeError(f"the store did not open: {out.read_text()}")

    def notify(self, service_port):
        self._call("notification-url", url=f"http://127.0.0.1:{service_port}/v1/apple/notifications")

    def buy(self, coins):
        """(transaction id, signed transaction) of a new purchase of one pack. Nobody is told but the buyer."""
        sale = self._call("buy", product_id=f"com.example.coins.{coins}", environment="Production", notify=False)
        return sale["transaction_id"], sale["signed_transaction"]

    def refund(self, transaction, milli_percent):
        self._call("refund", transaction_id=transaction, milli_percent=milli_percent)

    def reverse_refund(self, transaction):
        self._call("reverse-refund", transaction_id=transaction)

    def truth(self):
        return self._read(f"transactions?limit={LIST_MAX}")["items"]

    def undelivered(self):
        """Notifications that will be tried again, or were not tried yet."""
        return [sent for sent in self._read(f"notifications?limit={LIST_MAX}")["items"]
                if not any(attempt["result"] == "SUCCESS" for attempt in sent["attempts"])]

    def resend(self, notification):
        self._call(f"notifications/{notification}/resend")

    def close(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(START_SECONDS_MAX)

    def _call(self, path, **body):
        request = urllib.request.Request(
            f"{self.url}/simulator/{path}", json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=10) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as refusal:
            raise RuntimeError(f"the store refuses {path} {body}: {refusal.read().decode()}") from refusal

    def _read(self, path):
        with urllib.request.urlopen(f"{self.url}/simulator/{path}", timeout=10) as answer:
            return json.load(answer)
