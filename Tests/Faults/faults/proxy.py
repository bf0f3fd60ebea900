"""A proxy in user space before PostgreSQL that reads its protocol: it can stop at a COMMIT, cut, and swallow.

Source of the message formats: PostgreSQL 15 manual, chapter 55.
"""

import contextlib
import socket
import struct
import threading
import time

LANE = b"coffer/lane"
# Where a link can be held: rows written and COMMIT not sent; COMMIT sent; COMMIT answered and the answer not forwarded.
BEFORE_COMMIT, COMMIT_SENT, COMMITTED = "before_commit", "commit_sent", "committed"
BUFFER_BYTES = 65_536
HELD_SECONDS_MAX = 30
FLUSH = b"H\x00\x00\x00\x04"
RESET = struct.pack("ii", 1, 0)  # SO_LINGER: on, for no time


class Proxy:
    """Listens on loopback; each accepted connection is a `Link` to the server's socket."""

    def __init__(self):
        self._lock = threading.Lock()
        self._links, self._armed, self._left = [], None, 0
        self.reached = threading.Event()
        self.held = None
        self.swallows = self.refuses = self.drips = False
        self.connection_count = 0

    def open(self, upstream):
        self.upstream = str(upstream)
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        with contextlib.suppress(OSError, AttributeError):
            self._listener.close()
        self.cut()

    def arm(self, point, nth=1):
        """The nth COMMIT of a lane from now on is held at this point, once."""
        with self._lock:
            self.reached.clear()
            self._armed, self._left, self.held = point, nth, None

    def disarm(self):
        with self._lock:
            self._armed = None

    def release(self, forward):
        """What is held goes on, or its connection is cut."""
        if self.held is not None:
            self.held.release(forward)
            self.held = None

    def cut(self):
        """Every connection is reset, what is held included; new ones are welcome."""
        with self._lock:
            links, self._links = self._links, []
        for link in links:
            link.cut()
        self.held = None

    def swallow(self):
        """A black hole: nothing is forwarded in any direction, no connection ends, new ones get no answer."""
        self.swallows = True
        self.release(forward=True)

    def heal(self):
        """Connections out of the hole are dead; new ones work."""
        self.swallows = False
        self.cut()

    def takes(self, point):
        """Asked by a link that has come to a point: whether it is held there."""
        with self._lock:
            if point != self._armed:
                return False
            self._left -= 1
            if self._left > 0:
                return False
            self._armed = None
            return True

    def is_armed(self, point):
        return self._armed == point

    def _accept(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            self.connection_count += 1
            if self.refuses:
                reset(client)
                continue
            threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client):
        while self.swallows:
            time.sleep(0.02)
        server = socket.socket(socket.AF_UNIX)
        try:
            server.connect(self.upstream)
        except OSError:
            reset(client)
            return
        link = Link(self, client, server)
        with self._lock:
            self._links = [other for other in self._links if not other.is_cut] + [link]
        link.start()


def reset(connection):
    """Ends a connection without a farewell: the other side gets RST where there is one."""
    with contextlib.suppress(OSError):
        if connection.family == socket.AF_INET:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    with contextlib.suppress(OSError):
        connection.shutdown(socket.SHUT_RDWR)
    with contextlib.suppress(OSError):
        connection.close()


class Messages:
    """Cuts a stream into messages: a type (1 byte) and a length (4), the first of a client without a type."""

    def __init__(self, begins_untyped):
        self._bytes, self._untyped = b"", begins_untyped

    def feed(self, data):
        self._bytes += data
        while True:
            start = 0 if self._untyped else 1
            if len(self._bytes) < start + 4:
                return
            length = start + struct.unpack_from(">i", self._bytes, start)[0]
            if len(self._bytes) < length:
                return
            message, self._bytes = self._bytes[:length], self._bytes[length:]
            yield (b"" if self._untyped else message[:1]), message
            self._untyped = False


class Link:
    def __init__(self, proxy, client, server):
        self.proxy, self.client, self.server = proxy, client, server
        self.is_lane = self.is_cut = False
        self._commits, self._in_commit = set(), False
        self._asked = self._done = 0
        self._progress = threading.Condition()
        self._free = threading.Event()
        self._free.set()
        self._forward = True

    def start(self):
        threading.Thread(target=self._requests, daemon=True).start()
        threading.Thread(target=self._answers, daemon=True).start()

    def cut(self):
        self.is_cut = True
        self._forward = False
        self._free.set()
        with self._progress:
            self._progress.notify_all()
        reset(self.client)
        reset(self.server)

    def release(self, forward):
        if forward:
            self._free.set()
        else:
            self.cut()

    def _hold(self):
        """Returns whether to go on."""
        self._free.clear()
        self.proxy.held = self
        self.proxy.reached.set()
        self._free.wait(HELD_SECONDS_MAX)
        return not self.is_cut

    def _send(self, target, message):
        while self.proxy.swallows and not self.is_cut:
            time.sleep(0.02)
        if self.is_cut:
            raise OSError("the link is cut")
        if self.proxy.drips:
            for byte in message:
                target.sendall(bytes([byte]))
            return
        target.sendall(message)

    def _requests(self):
        messages = Messages(begins_untyped=True)
        try:
            while data := self.client.recv(BUFFER_BYTES):
                for kind, message in messages.feed(data):
                    self._request(kind, message)
        except OSError:
            pass
        if not self.proxy.swallows:
            self.cut()

    def _request(self, kind, message):
        if kind == b"":
            self.is_lane = LANE in message
        elif kind == b"P":
            name, text = message[5:].split(b"\0")[:2]
            (self._commits.add if text == b"COMMIT" else self._commits.discard)(name)
        elif kind == b"B":
            self._in_commit = message[5:].split(b"\0")[1] in self._commits
            if self._in_commit and self.is_lane and self.proxy.takes(BEFORE_COMMIT):
                self._wait_for_rows()
                if not self._hold():
                    raise OSError("the link is cut")
        elif kind == b"E":
            self._asked += 1
        elif kind == b"S" and self._in_commit and self.is_lane and self.proxy.takes(COMMIT_SENT):
            self._in_commit = False
            # Answers wait with it: the client hears nothing of what the server does now.
            self._free.clear()
            self.server.sendall(message)
            if not self._hold():
                raise OSError("the link is cut")
            return
        self._send(self.server, message)

    def _wait_for_rows(self):
        """Everything before the COMMIT was executed: the server says so because it is asked to flush."""
        self.server.sendall(FLUSH)
        with self._progress:
            self._progress.wait_for(lambda: self._done >= self._asked or self.is_cut, timeout=5)

    def _answers(self):
        messages = Messages(begins_untyped=False)
        try:
            while data := self.server.recv(BUFFER_BYTES):
                for kind, message in messages.feed(data):
                    self._answer(kind, message)
        except OSError:
            pass
        if not self.proxy.swallows:
            self.cut()

    def _answer(self, kind, message):
        if kind in (b"C", b"E", b"I"):
            with self._progress:
                self._done += 1
                self._progress.notify_all()
        if kind == b"Z":
            self._asked = self._done = 0
        self._free.wait(HELD_SECONDS_MAX)
        if kind == b"C" and message[5:] == b"COMMIT\0" and self.is_lane and self.proxy.takes(COMMITTED):
            if not self._hold():
                raise OSError("the link is cut")
        self._send(self.client, message)
