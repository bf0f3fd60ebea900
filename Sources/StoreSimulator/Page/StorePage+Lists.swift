extension StorePage {
    /// One row of each list.
    static let scriptLists = #"""
        function purchaseRow(purchase) {
          const id = purchase.transaction_id;
          const change = (path, more) => () => call("POST", path, Object.assign({ transaction_id: id }, more));
          const line = element("div", { class: "line" },
            element("strong", {}, purchase.product_id + " × " + purchase.quantity),
            element("span", {}, money(purchase.price_milliunits, purchase.currency)),
            badge(purchase.environment),
            purchase.is_finished ? badge("finished") : null,
            purchase.refunded_milli_percent
              ? badge("refunded " + purchase.refunded_milli_percent / 1000 + " %", "bad") : null,
            purchase.consumption_requested_at_ms
              ? badge("asked, " + purchase.consumption_answers.length + " answers") : null);
          const facts = element("div", { class: "line" },
            element("code", {}, id), element("span", {}, purchase.account),
            purchase.app_account_token ? element("code", {}, purchase.app_account_token) : null,
            element("span", {}, time(purchase.purchased_at_ms)));
          return element("li", {}, line, facts, element("details", {},
            element("summary", { "data-key": "more" }, "Do something with it"),
            element("div", { class: "actions" },
              button("Copy JWS", "jws", async () =>
                copy((await call("GET", "transactions/" + id)).signed_transaction, "JWS")),
              button("Copy receipt", "receipt", async () =>
                copy((await call("GET", "transactions/" + id)).receipt, "Receipt")),
              purchase.is_finished ? null : button("Finish", "finish", change("finish")),
              purchase.refunded_milli_percent ? button("Reverse refund", "reverse", change("reverse-refund")) : null,
              purchase.refunded_milli_percent ? null : button("Decline refund", "decline", change("decline-refund"))),
            refundForm(id), consumptionForm(id),
            ...purchase.consumption_answers.map((answer) => element("pre", {}, answer))));
        }

        function refundForm(id) {
          const percent = element("input",
            { type: "number", min: "0.001", max: "100", step: "0.001", value: "100", "data-key": "percent" });
          const reason = element("select", { "data-key": "reason" },
            element("option", { value: "0" }, "another reason"),
            element("option", { value: "1" }, "problem with the app"));
          return element("div", { class: "actions" },
            element("label", {}, "Refunded by now, %", percent), element("label", {}, "Because", reason),
            button("Refund", "refund", () => call("POST", "refund", {
              transaction_id: id, milli_percent: Math.round(Number(percent.value) * 1000),
              reason: Number(reason.value) })));
        }

        function consumptionForm(id) {
          const reason = element("select", { "data-key": "consumption" });
          options(reason, state.setup.consumption_reasons);
          return element("div", { class: "actions" },
            element("label", {}, "Customer says", reason),
            button("Ask about consumption", "ask", () => call("POST", "ask-consumption",
              { transaction_id: id, consumption_reason: reason.value })));
        }

        function notificationRow(message) {
          const last = message.attempts[message.attempts.length - 1];
          const line = element("div", { class: "line" },
            element("strong", {}, message.type + (message.subtype ? " / " + message.subtype : "")),
            badge(message.environment), message.version === 1 ? badge("version 1") : null,
            last ? badge(last.result, last.result === "SUCCESS" ? "good" : "bad") : badge("not sent"),
            message.next_attempt_ms ? element("span", {}, "next " + time(message.next_attempt_ms)) : null,
            message.transaction_id ? element("code", {}, message.transaction_id) : null,
            element("span", {}, time(message.signed_at_ms)));
          const tries = message.attempts.map((attempt) => element("li", {}, time(attempt.at_ms) + ": " +
            attempt.result + (attempt.status ? " (" + attempt.status + ")" : "")));
          return element("li", {}, line, element("details", {},
            element("summary", { "data-key": "more" }, message.attempts.length + " attempts"),
            element("ol", {}, ...tries), element("code", {}, message.id),
            element("div", { class: "actions" },
              button("Send again", "again", () => call("POST", "notifications/" + message.id + "/resend", {})),
              button("Copy payload", "payload", async () =>
                copy((await call("GET", "notifications/" + message.id)).signed_payload, "Payload")))));
        }

        function faultRow(fault) {
          return element("li", {}, element("div", { class: "line" },
            element("strong", {}, fault.kind), element("span", {}, fault.call || "every call"),
            element("span", {}, fault.environment || "both worlds"),
            element("span", {}, fault.times ? fault.times + " more" : "for ever"),
            fault.until_ms ? element("span", {}, "until " + time(fault.until_ms)) : null,
            element("span", {}, fault.rate * 100 + " %"), badge(fault.hits + " hits"),
            button("Off", "off", () => call("DELETE", "faults/" + fault.id))));
        }

        """#
}
