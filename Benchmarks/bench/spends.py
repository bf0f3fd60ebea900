"""Spends over HTTP: rounds of the yardstick and of Coffer, the order turned each time."""

import tempfile

from .measures import CONNECTIONS, b0_per_second, commit_ms, measure, middle

MANY_CONNECTIONS = 512
BULK_CONNECTIONS, BULK_LINES = 4, 500
# A sweep of all would take minutes with one command a batch.
FEW_USERS = ("--users", "10000")
# More than a tenth of what a mixed load makes.
TOPUPS_PER_SECOND_MAX = 1_000


NAMES = ["spend_http_64", "spend_http_512", "spend_hot_wallet", "bulk_spend", "memory", "memory_bulk"]


def spends(cluster, coffer, seconds, pairs, say):
    """First what few connections do, and the memory after it; then many connections and bulks."""
    def spread(): return coffer.load(seconds, CONNECTIONS)["per_second"]
    def hot(): return coffer.load(seconds, CONNECTIONS, "--hot")["per_second"]
    def many(): return coffer.load(seconds, MANY_CONNECTIONS)["per_second"]
    def bulk(): return coffer.load(seconds, BULK_CONNECTIONS, "--bulk", str(BULK_LINES))["per_second"]
    def b0(): return b0_per_second(cluster, seconds)

    cold = coffer.warm_up(CONNECTIONS)["per_second"]
    few = rounds(pairs, {"b0": b0, "spread": spread, "hot": hot}, say)
    memory = coffer.resident_mib()
    more = rounds(pairs, {"b0": b0, "many": many, "bulk": bulk}, say)
    return [
        ratio("spend_http_64", few, "spread", "b0"), ratio("spend_http_512", more, "many", "b0"),
        ratio("spend_hot_wallet", few, "hot", "spread"), ratio("bulk_spend", more, "bulk", "b0"),
        measure("memory", memory, "MiB"), measure("memory_bulk", coffer.resident_mib(), "MiB"),
        measure("spend_http_cold", cold, "spends_per_second"),
    ]


def latency(cluster, coffer, seconds, pairs, say):
    """A spend at half the rate that the same minute reached, against a bare commit of one row."""
    coffer.warm_up(CONNECTIONS)
    figures = []
    for number in range(pairs):
        commit = commit_ms(cluster, seconds)
        rate = coffer.load(seconds, CONNECTIONS)["per_second"] // 2
        figures.append((commit, coffer.load(seconds, CONNECTIONS, "--rate", str(rate))))
        say(f"round {number + 1} of {pairs}: a commit {commit:.2f} ms, spends at {rate}/s {figures[-1][1]}")
    return [
        measure("spend_latency", middle(spend["p50_ms"] for _, spend in figures), "ms_p50",
                middle(spend["p50_ms"] / commit for commit, spend in figures)),
        measure("spend_latency_p99", middle(spend["p99_ms"] for _, spend in figures), "ms_p99"),
    ]


def mixed(coffer, seconds, pairs, say):
    """Six spends, two reads, one top-up, one hold with its capture of every ten; each counts as one."""
    with tempfile.TemporaryDirectory(dir=coffer.cluster.folder) as folder:
        files, settings = coffer.sign_purchases(pairs, TOPUPS_PER_SECOND_MAX * seconds, folder)
        with coffer.serving(**settings):
            coffer.warm_up(CONNECTIONS)
            figures = []
            for file in files:
                figures.append(coffer.load(seconds, CONNECTIONS, "--mixed", str(file)))
                say(f"mixed: {figures[-1]}")
    return [
        measure("mixed", middle(found["per_second"] for found in figures), "operations_per_second"),
        measure("mixed_p99", middle(found["p99_ms"] for found in figures), "ms_p99"),
    ]


def batching(coffer, seconds, pairs, say):
    """What batches bring: the same service, deciding one command a transaction, in turns with itself as it is."""
    rates = {}
    for _ in range(pairs):
        for batch_max in (None, 1):
            settings = {} if batch_max is None else {"COFFER_BATCH_MAX": str(batch_max)}
            with coffer.serving(**settings):
                coffer.warm_up(CONNECTIONS, *FEW_USERS)
                rates.setdefault(batch_max, []).append(coffer.load(seconds, CONNECTIONS, *FEW_USERS)["per_second"])
        say(f"batching: usual {rates[None][-1]}/s, one command a batch {rates[1][-1]}/s")
    return [measure("batching_gain", middle(rates[1]), "spends_per_second_alone",
                    middle(usual / alone for usual, alone in zip(rates[None], rates[1])))]


def rounds(pairs, steps, say):
    """Each step once a round; every other round begins at the end."""
    found = []
    for number in range(pairs):
        names = list(steps) if number % 2 == 0 else list(reversed(steps))
        figures = {name: steps[name]() for name in names}
        say(f"round {number + 1} of {pairs}: " + ", ".join(f"{name} {value:.0f}/s" for name, value in figures.items()))
        found.append(figures)
    return found


def ratio(name, found, ours, theirs):
    return measure(name, middle(figures[ours] for figures in found), "spends_per_second",
                   middle(figures[ours] / figures[theirs] for figures in found))
