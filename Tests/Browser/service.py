"""A `coffer dev` of its own, and the calls of its API that the story needs."""

import json
import os
import re
import subprocess
import tempfile
import urllib.error
import urllib.request


class Service:
    """Started on free ports in a folder of its own; gone with `stop`."""

    def __init__(self, coffer):
        self.coffer = coffer
        self.folder = tempfile.mkdtemp(prefix="coffer-browser-")
        self.clock = os.path.join(self.folder, "clock")
        # The samples' prices begin before anything is bought.
        self.set_clock(-30 * 86_400)
        environment = dict(os.environ, COFFER_CLOCK_FILE=self.clock, COFFER_SHOP_ZONE="Asia/Shanghai")
        self.process = subprocess.Popen(
            [coffer, "dev", "--port", "0", "--store-port", "0", "--data", self.folder + "/data"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment)
        self.told = []
        self.url = self.key = self.store_url = None
        for line in self.process.stdout:
            self.told.append(line.rstrip("\n"))
            store = re.match(r"store url=(\S+)", line)
            if store:
                self.store_url = store.group(1)
            ready = re.match(r"ready url=(\S+) key=(\S+) data=(\S+)", line)
            if ready:
                self.url, self.key, self.data = ready.groups()
                break
        if self.url is None:
            raise SystemExit("coffer dev did not start:\n" + "\n".join(self.told))

    def set_clock(self, seconds):
        with open(self.clock, "w", encoding="ascii") as file:
            file.write(str(seconds))

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=40)

    @property
    def invitation(self):
        """The link that `coffer dev` prints for its first admin."""
        for line in self.told:
            found = re.search(r"(/admin/invitation/\S+)", line)
            if found:
                return found.group(1)
        raise SystemExit("coffer dev printed no invitation:\n" + "\n".join(self.told))

    def call(self, method, path, body=None, key=None):
        """Status and answer of one call of the API."""
        headers = {"Authorization": "Bearer " + self.key, "Content-Type": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, data=data, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def must(self, method, path, body=None, key=None):
        status, answer = self.call(method, path, body, key)
        if status not in (200, 202):
            raise SystemExit(f"{method} {path}: {status} {answer}")
        return answer

    def buy(self, user, product):
        """A purchase signed by the local root, topped up."""
        signed = subprocess.run(
            [self.coffer, "sign-purchase", "--data", self.data, "--product", product],
            capture_output=True, text=True, check=True).stdout.strip()
        return self.must("POST", "/v1/topups", {"user": user, "signed_transaction": signed})

    def store(self, call, body):
        """What somebody does in the App Store."""
        request = urllib.request.Request(
            f"{self.store_url}/simulator/{call}", data=json.dumps(body).encode(),
            headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())

    def spend(self, user, item, price, key):
        return self.call("POST", f"/v1/wallets/{user}/spends", {"item": item, "expected_price": price}, key)
