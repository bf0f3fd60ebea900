"""What the measures have in common: the yardsticks, the goals, the line that tells a result.

Each measure is a ratio of two things done in turns in the same minute on the same machine. Single pairs differ by a
third on a shared machine, so the median of several pairs counts.
"""

import pathlib
import statistics
import subprocess
import tempfile

HERE = pathlib.Path(__file__).resolve().parent.parent
CONNECTIONS = 64
B0 = "b0"

# Of the ratio, and of the value where there is none.
AT_LEAST = {"spend_http_64": 1.7, "spend_http_512": 2.3, "spend_hot_wallet": 1.2, "bulk_spend": 4.0,
            "batching_gain": 4.0, "growth": 0.8, "verify_jws": 0.4, "export_csv": 0.5}
AT_MOST = {"spend_latency": 6.0, "spend_slow_apple": 1.2, "memory": 150, "memory_bulk": 200,
           "export_memory": 200, "books_memory": 200}


def prepare_b0(cluster):
    cluster.create(B0)
    for name in ("b0.sql", "commit.sql"):
        cluster.sql(B0, (HERE / name).read_text(encoding="utf-8"))


def b0_per_second(cluster, seconds):
    return cluster.pgbench(B0, HERE / "b0.pgbench", seconds, CONNECTIONS)


def commit_ms(cluster, seconds):
    """The median of one client that commits one row after the other."""
    with tempfile.TemporaryDirectory() as folder:
        cluster.pgbench(B0, HERE / "commit.pgbench", seconds, 1, "--log", "--log-prefix", f"{folder}/log")
        lines = [line for file in pathlib.Path(folder).iterdir() for line in file.read_text().splitlines()]
    # client, transaction, microseconds, …
    return statistics.median(int(line.split()[2]) for line in lines) / 1_000


def verification(coffer, seconds, pairs):
    figures = [(coffer.verifications_per_second(seconds), openssl_per_second(seconds)) for _ in range(pairs)]
    return [measure("verify_jws", middle(ours for ours, _ in figures), "verifications_per_second",
                    middle(ours / theirs for ours, theirs in figures))]


def openssl_per_second(seconds):
    """By processor time: without -elapsed it does not count when others had the core."""
    output = subprocess.run(["openssl", "speed", "-mr", "-seconds", str(seconds), "ecdsap256"], check=True,
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    # +F4:index:bits:signatures a second:verifications a second
    return float(next(line for line in output.splitlines() if line.startswith("+F4:")).split(":")[4])


def middle(values):
    return statistics.median(list(values))


def measure(name, value, unit, ratio=None):
    """One line. What has a ratio is judged by it; what has no goal only reports."""
    judged = value if ratio is None else ratio
    digits = 0 if value >= 100 else 2
    line = f"bench {name} value={value:.{digits}f} unit={unit} ratio={'-' if ratio is None else f'{ratio:.2f}'}"
    if name in AT_LEAST:
        return f"{line} goal={AT_LEAST[name]} verdict={'met' if judged >= AT_LEAST[name] else 'missed'}"
    if name in AT_MOST:
        return f"{line} goal={AT_MOST[name]} verdict={'met' if judged <= AT_MOST[name] else 'missed'}"
    return f"{line} goal=- verdict=info"


def missing(name):
    goal = (AT_LEAST | AT_MOST).get(name, "-")
    return f"bench {name} value=- unit=- ratio=- goal={goal} verdict=missed"
