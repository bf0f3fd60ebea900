"""The measures. Each is a ratio of two things done in turns in the same minute on the same machine.

Single pairs differ by a third on a shared machine, so the median of several pairs counts.
"""

import pathlib
import statistics
import subprocess

HERE = pathlib.Path(__file__).resolve().parent.parent
CONNECTIONS = 64
BULK_CONNECTIONS, BULK_LINES = 4, 500
B0 = "b0"

GOALS = {"spend_http_64": 1.2, "spend_hot_wallet": 1.0, "bulk_spend": 4.0, "verify_jws": 0.4, "export_csv": 0.5, "memory": 150}


def prepare_b0(cluster):
    cluster.create(B0)
    cluster.sql(B0, (HERE / "b0.sql").read_text(encoding="utf-8"))


def b0_per_second(cluster, seconds):
    return cluster.pgbench(B0, HERE / "b0.pgbench", seconds, CONNECTIONS)


def spends(cluster, coffer, seconds, pairs, say):
    """(a), (b) and (e): rounds of yardstick, spread spends, one hot wallet and bulks, the order turned each time."""
    rounds, memory = [], None
    cold = coffer.warm_up(CONNECTIONS)["per_second"]
    for number in range(pairs):
        steps = {
            "b0": lambda: b0_per_second(cluster, seconds),
            "spread": lambda: coffer.load(seconds, CONNECTIONS)["per_second"],
            "hot": lambda: coffer.load(seconds, CONNECTIONS, "--hot")["per_second"],
            "bulk": lambda: coffer.load(seconds, BULK_CONNECTIONS, "--bulk", str(BULK_LINES))["per_second"],
        }
        names = list(steps) if number % 2 == 0 else list(reversed(steps))
        figures = {}
        for name in names:
            figures[name] = steps[name]()
            if name == "spread":
                memory = max(memory or 0, coffer.resident_mib())
        say(f"round {number + 1} of {pairs}: " + ", ".join(f"{name} {value:.0f}/s" for name, value in figures.items()))
        rounds.append(figures)
    middle = lambda values: statistics.median(list(values))
    return [
        measure("spend_http_64", middle(r["spread"] for r in rounds), "spends_per_second",
                middle(r["spread"] / r["b0"] for r in rounds)),
        measure("spend_hot_wallet", middle(r["hot"] for r in rounds), "spends_per_second",
                middle(r["hot"] / r["spread"] for r in rounds)),
        measure("bulk_spend", middle(r["bulk"] for r in rounds), "spends_per_second",
                middle(r["bulk"] / r["b0"] for r in rounds)),
        measure("memory", memory, "MiB"),
        f"bench spend_http_cold value={cold} unit=spends_per_second ratio=- goal=- verdict=info",
    ]


def verification(coffer, seconds, pairs):
    """(c)"""
    figures = [(coffer.verifications_per_second(seconds), openssl_per_second(seconds)) for _ in range(pairs)]
    return [measure("verify_jws", statistics.median(ours for ours, _ in figures), "verifications_per_second",
                    statistics.median(ours / theirs for ours, theirs in figures))]


def openssl_per_second(seconds):
    """By processor time: without -elapsed it does not count when others had the core."""
    output = subprocess.run(["openssl", "speed", "-mr", "-seconds", str(seconds), "ecdsap256"], check=True,
                            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    # +F4:index:bits:signatures a second:verifications a second
    return float(next(line for line in output.splitlines() if line.startswith("+F4:")).split(":")[4])


def export(coffer, pairs):
    """(d)"""
    rates = []
    for _ in range(pairs):
        (export_seconds, export_lines), (copy_seconds, copy_lines) = coffer.export(), coffer.copy()
        rates.append((export_lines / export_seconds, copy_lines / copy_seconds))
    return [measure("export_csv", statistics.median(ours for ours, _ in rates), "rows_per_second",
                    statistics.median(ours / theirs for ours, theirs in rates))]


def measure(name, value, unit, ratio=None):
    """One line. Memory is judged by its value, everything else by its ratio."""
    goal = GOALS[name]
    met = value < goal if name == "memory" else ratio >= goal
    shown = "-" if ratio is None else f"{ratio:.2f}"
    return f"bench {name} value={value:.0f} unit={unit} ratio={shown} goal={goal} verdict={'met' if met else 'missed'}"


def missing(name):
    return f"bench {name} value=- unit=- ratio=- goal={GOALS[name]} verdict=missed"
