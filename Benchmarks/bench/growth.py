"""Growth: spends a second with very many wallets against a few, two databases on one server in turns."""

import contextlib
import os

from .coffer import Coffer
from .measures import CONNECTIONS, measure, middle

FEW_WALLETS = 10_000
# Each wallet's coins came by a grant; the rest are spends.
SIZES = {"": (1_000_000, 3), "full": (5_000_000, 3)}


def growth(folder, cluster, seconds, pairs, say):
    wallets, spends = SIZES["full" if os.environ.get("GROWTH") == "full" else ""]
    few = Coffer(folder, cluster, "growth_few", FEW_WALLETS)
    many = Coffer(folder, cluster, "growth_many", wallets)
    say(f"growth: making {wallets} wallets and {wallets * (1 + spends)} entries")
    few.prepare()
    many.prepare(spends)
    figures = []
    with contextlib.ExitStack() as stack:
        for coffer in (few, many):
            stack.enter_context(coffer.serving())
            # As after an hour: of the few every wallet is known, of the many as many as the service remembers.
            coffer.load(WARM_UP_SECONDS, CONNECTIONS)
        for number in range(pairs):
            rates = [coffer.load(seconds, CONNECTIONS)["per_second"] for coffer in (few, many)]
            say(f"growth: {FEW_WALLETS} wallets {rates[0]}/s, {wallets} wallets {rates[1]}/s")
            figures.append(rates)
    return [measure("growth", middle(after for _, after in figures), "spends_per_second",
                    middle(after / before for before, after in figures))]


WARM_UP_SECONDS = 20
