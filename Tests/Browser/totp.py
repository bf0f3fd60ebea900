"""The code that an authenticator app shows (RFC 6238: SHA-1, six digits, thirty seconds)."""

import base64
import hashlib
import hmac
import struct
import time

STEP = 30


def code(secret, step):
    key = base64.b32decode(secret + "=" * (-len(secret) % 8))
    digest = hmac.new(key, struct.pack(">Q", step), hashlib.sha1).digest()
    start = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[start:start + 4])[0] & 0x7FFFFFFF) % 1_000_000:06d}"


class Authenticator:
    """Shows each code once: a code that was used is worth nothing."""

    def __init__(self, secret):
        self.secret = secret.replace(" ", "")
        self.last = None

    def next(self):
        while self.last is not None and int(time.time()) // STEP <= self.last:
            time.sleep(0.5)
        self.last = int(time.time()) // STEP
        return code(self.secret, self.last)

    def again(self):
        """The code that was shown last: for a replay."""
        return code(self.secret, self.last)
