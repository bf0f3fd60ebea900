"""Slow Apple hurts nobody: the median spend while the App Store hangs, against the median of the same minute."""

import contextlib
import http.client
import json
import re
import statistics
import subprocess
import tempfile
import threading

from .coffer import Missing

NAME = "spend_slow_apple"
GOAL = 1.2
CONNECTIONS = 64
# As many callers as wait for Apple at any moment.
WAITING = 64
START_SECONDS_MAX = 30
HANG_MS = 30_000


class HangingStore:
    """`coffer simulate-store`, of which every answer takes 30 seconds."""

    def __init__(self, folder, data):
        self.folder, self.data, self.process, self.url, self.settings = folder, data, None, None, None

    def __enter__(self):
        command = [self.folder / "coffer", "simulate-store", "--port", "0", "--data", self.data,
                   "--bundle", "com.example.bench=1"]
        self.process = subprocess.Popen(command, text=True, stdout=subprocess.PIPE)
        for line in self.process.stdout:
            found = re.match(r"ready url=(\S+) sandbox=(\S+) issuer=(\S+) key-id=(\S+) data=", line)
            if found:
                break
        else:
            raise Missing("the simulated store did not start")
        self.url, sandbox, issuer, key_id = found.groups()
        self.settings = {
            "COFFER_EXTRA_ROOTS": f"{self.data}/roots.pem", "COFFER_APPLE_ISSUER_ID": issuer,
            "COFFER_APPLE_KEY_ID": key_id, "COFFER_APPLE_KEY_FILE": f"{self.data}/AuthKey_{key_id}.p8",
            "COFFER_APPLE_API_URL": self.url, "COFFER_APPLE_API_SANDBOX_URL": sandbox,
        }
        self._store("fault", "--kind", "hang", "--milliseconds", str(HANG_MS))
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=START_SECONDS_MAX)

    def _store(self, *arguments):
        subprocess.run([self.folder / "coffer", "store", *arguments, "--store", self.url], check=True,
                       stdout=subprocess.PIPE)


@contextlib.contextmanager
def waiting_callers(port, key):
    """Top-ups by transaction id, one after the other on each of many connections: all wait for Apple."""
    ends, answers = threading.Event(), []

    def call(number):
        while not ends.is_set():
            body = json.dumps({"user": f"waiting-{number}", "transaction_id": str(3_000_000_000_000_000 + number)})
            with contextlib.suppress(OSError, http.client.HTTPException):
                connection = http.client.HTTPConnection("127.0.0.1", port, timeout=HANG_MS / 1_000)
                connection.request("POST", "/v1/topups", body, {
                    "Authorization": f"Bearer {key}", "Content-Type": "application/json"})
                answers.append(connection.getresponse().status)
                connection.close()
            ends.wait(0.2)

    threads = [threading.Thread(target=call, args=(number,), daemon=True) for number in range(WAITING)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        ends.set()


def slow_apple(coffer, seconds, pairs, say):
    with tempfile.TemporaryDirectory() as data, HangingStore(coffer.folder, data) as store:
        coffer.environment.update(store.settings)
        key = coffer._command("key", "create", "--name", "waiting", "--scope", "topup").split()[-1]
        rounds = []
        with coffer.serving():
            coffer.warm_up(CONNECTIONS)
            for number in range(pairs):
                usual = coffer.load(seconds, CONNECTIONS)["p50_ms"]
                with waiting_callers(coffer.port, key):
                    slow = coffer.load(seconds, CONNECTIONS)["p50_ms"]
                say(f"round {number + 1} of {pairs}: median spend {usual} ms, while Apple hangs {slow} ms")
                rounds.append((usual, slow))
        for name in store.settings:
            del coffer.environment[name]
    value = statistics.median(slow for _, slow in rounds)
    ratio = statistics.median(slow / usual for usual, slow in rounds)
    return [f"bench {NAME} value={value:.2f} unit=ms_p50 ratio={ratio:.2f} goal={GOAL} "
            f"verdict={'met' if ratio <= GOAL else 'missed'}"]
