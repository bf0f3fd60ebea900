extension StorePage {
    /// The journal in words.
    static let scriptJournal = #"""
        /** What a change says, in words; the names are those of the journal's JSON. */
        const sentences = {
          opened: () => "the store opened for the first time",
          bought: ({ purchase }) => purchase.account + " bought " + purchase.productID + " × " + purchase.quantity
            + ": " + purchase.transactionID,
          finished: (change) => change.transactionID + " finished",
          tokenSet: (change) => change.transactionID + " has app account token " + change.token,
          refunded: (change) => change.transactionID + " refunded, " + percent(change.revocation.milliPercent)
            + " by now",
          refundReversed: (change) => change.transactionID + ": refund reversed",
          refundDeclined: (change) => change.transactionID + ": refund declined",
          consumptionAsked: (change) => change.transactionID + ": consumption asked, " + change.request.reason,
          consumptionAnswered: (change) => change.transactionID + ": consumption answered",
          notificationURLSet: (change) => change.environment + " notifications go to " + (change.url || "nowhere"),
          faultOn: (change) => "fault " + change.id + " on: " + change.fault.kind + ", "
            + (change.fault.call || "wherever it can"),
          faultOff: (change) => "fault " + change.id + " off"
            + (change.hits === undefined ? "" : " after " + plural(change.hits, "hit")),
        };

        function eventRow(event) {
          const [name, change] = Object.entries(event.change)[0];
          const text = sentences[name] ? sentences[name](change) : name;
          return element("li", {}, clock(event.atMs), element("span", {}, text));
        }
        """#
}
