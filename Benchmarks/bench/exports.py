"""Exports of the journal and of the books: rows a second, and the most memory that the process ever had."""

from .coffer import WALLETS, Coffer
from .measures import measure, middle

NAMES = ["export_csv", "export_memory", "books_memory"]
# What full runs export; short ones what is there.
ENTRIES_FULL = 5_000_000
# The books are worked out once: a ratio they have none.
PAIRS_MAX = 3


def exports(folder, cluster, coffer, entries, pairs, say):
    """Of so many entries, in a database of their own; 0: of those that `coffer` has."""
    if entries > 0:
        coffer = Coffer(folder, cluster, "exports")
        spends = max(entries // WALLETS - 1, 0)
        say(f"export: making {WALLETS} wallets and {WALLETS * (1 + spends)} entries")
        coffer.prepare(spends)
    rates, memory = [], []
    for number in range(min(pairs, PAIRS_MAX)):
        ours, theirs = coffer.export(), coffer.copy()
        rates.append((ours.lines / ours.seconds, theirs.lines / theirs.seconds))
        memory.append(ours.memory_mib)
        say(f"export: {ours.lines} lines {rates[-1][0]:.0f}/s, {memory[-1]:.0f} MiB; COPY {rates[-1][1]:.0f}/s")
    books = coffer.export_books()
    say(f"export: books, {books.lines} lines in {books.seconds:.0f} s, {books.memory_mib:.0f} MiB")
    return [
        measure("export_csv", middle(ours for ours, _ in rates), "rows_per_second",
                middle(ours / theirs for ours, theirs in rates)),
        measure("export_memory", max(memory), "MiB"),
        measure("books_rows", books.lines / books.seconds, "rows_per_second"),
        measure("books_memory", books.memory_mib, "MiB"),
    ]
