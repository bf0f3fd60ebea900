"""An operator's psql: a session that holds a transaction open while others work."""

import subprocess
import threading

DONE = "session-is-here"
ANSWER_SECONDS_MAX = 20


class Session:
    """`with Session(url) as session:`; what it holds is given back at the end."""

    def __init__(self, url):
        self.process = subprocess.Popen(
            ["psql", "--no-psqlrc", "--quiet", "--no-align", "--tuples-only", "--dbname", url], text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.ask("SET search_path = coffer, pg_catalog")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()

    def send(self, sql):
        """Returns at once; the statement may wait for a lock."""
        self.process.stdin.write(f"{sql};\n\\echo {DONE}\n")
        self.process.stdin.flush()

    def wait(self):
        """What the statement printed, once it is through."""
        watch = threading.Timer(ANSWER_SECONDS_MAX, self.process.kill)
        watch.start()
        lines = []
        for line in self.process.stdout:
            if line.strip() == DONE:
                watch.cancel()
                return "\n".join(lines)
            lines.append(line.rstrip("\n"))
        raise RuntimeError(f"the session ended: {lines}")

    def ask(self, sql):
        self.send(sql)
        return self.wait()
