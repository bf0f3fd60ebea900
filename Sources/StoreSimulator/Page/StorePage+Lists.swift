extension StorePage {
    /// One row of each list.
    static let scriptLists = #"""
        function purchaseRow(purchase) {
          const id = purchase.transaction_id;
          const refunded = purchase.refunded_milli_percent;
          const answers = purchase.consumption_answers;
          const line = element("div", { class: "line" },
            element("strong", {}, purchase.product_id),
            element("span", {}, "× " + purchase.quantity),
            element("span", {}, money(purchase.price_milliunits, purchase.currency)),
            element("span", { class: "end line" },
              badge(purchase.environment),
              purchase.ownership === "PURCHASED" ? null : badge(purchase.ownership),
              purchase.is_finished ? badge("finished") : null,
              purchase.consumption_requested_at_ms
                ? badge("consumption " + (answers.length ? "answered" : "asked"), answers.length ? "good" : "") : null,
              refunded ? badge("refunded " + percent(refunded), "bad") : null));
          const facts = element("div", { class: "line facts" },
            element("code", {}, id), element("span", {}, purchase.account), clock(purchase.purchased_at_ms),
            purchase.app_account_token ? element("code", {}, purchase.app_account_token) : null);
          return element("li", {}, line, facts, element("details", {},
            element("summary", { "data-key": "more" }, "Refund, copy, finish …"), purchaseTools(purchase)));
        }

        function purchaseTools(purchase) {
          const id = purchase.transaction_id;
          const change = (path, more) => async () => {
            await call("POST", path, Object.assign({ transaction_id: id }, more));
          };
          const copied = (member, what) => async () => copy((await call("GET", "transactions/" + id))[member], what);
          return element("div", { class: "tools" },
            element("div", { class: "buttons" },
              button("Copy JWS", "jws", copied("signed_transaction", "JWS")),
              button("Copy receipt", "receipt", copied("receipt", "Receipt")),
              button("Copy transaction id", "id", () => copy(id, "Transaction id")),
              purchase.is_finished ? null : button("Finish", "finish", change("finish")),
              purchase.refunded_milli_percent ? button("Reverse refund", "reverse", change("reverse-refund"))
                : button("Decline refund", "decline", change("decline-refund"))),
            refundForm(change), consumptionForm(change), tokenForm(purchase, change),
            ...purchase.consumption_answers.map((answer) => element("pre", {}, answer)));
        }

        function refundForm(change) {
          const part = element("input", { type: "number", min: "0.001", max: "100", step: "0.001", value: "100",
            required: "", "data-key": "percent" });
          const reason = element("select", { "data-key": "reason" },
            element("option", { value: "0" }, "another reason"),
            element("option", { value: "1" }, "a problem with the app"));
          return tool("Refund", "refund", () => change("refund", {
            milli_percent: Math.round(Number(part.value) * 1000), reason: Number(reason.value) })(),
          ["Refunded by now, %", part], ["Because of", reason]);
        }

        function consumptionForm(change) {
          const reason = element("select", { "data-key": "consumption" });
          options(reason, state.setup.consumption_reasons);
          return tool("Ask about consumption", "ask",
            () => change("ask-consumption", { consumption_reason: reason.value })(), ["The customer says", reason]);
        }

        function tokenForm(purchase, change) {
          const token = element("input", { "data-key": "uuid", spellcheck: "false", autocomplete: "off", required: "",
            placeholder: "UUID", value: purchase.app_account_token });
          return tool("Set token", "token", () => change("set-token", { app_account_token: token.value.trim() })(),
            ["App account token", token]);
        }

        function notificationRow(message) {
          const last = message.attempts[message.attempts.length - 1];
          const line = element("div", { class: "line" },
            element("strong", {}, message.type + (message.subtype ? " / " + message.subtype : "")),
            element("span", { class: "end line" },
              message.version === 1 ? badge("version 1") : null, badge(message.environment),
              last ? badge(last.result, last.result === "SUCCESS" ? "good" : "bad")
                : badge(message.next_attempt_ms ? "waits" : "not sent")));
          const facts = element("div", { class: "line facts" },
            message.transaction_id ? element("code", {}, message.transaction_id) : null, clock(message.signed_at_ms),
            message.next_attempt_ms ? element("span", {}, "next attempt ", clock(message.next_attempt_ms)) : null);
          const tries = message.attempts.map((attempt) => element("li", {}, clock(attempt.at_ms),
            " " + attempt.result + (attempt.status ? " (" + attempt.status + ")" : "")));
          return element("li", {}, line, facts, element("details", {},
            element("summary", { "data-key": "more" }, plural(message.attempts.length, "attempt")),
            element("div", { class: "tools" },
              element("ol", {}, ...tries), element("code", {}, message.id),
              element("div", { class: "buttons" },
                button("Send again", "again", () => call("POST", "notifications/" + message.id + "/resend", {})),
                button("Copy payload", "payload", async () =>
                  copy((await call("GET", "notifications/" + message.id)).signed_payload, "Payload"))))));
        }

        function faultRow(fault) {
          const facts = [fault.call || "wherever it can", fault.environment,
            fault.times ? plural(fault.times, "time") + " more" : null,
            fault.until_ms ? "until " + time(fault.until_ms) : null,
            fault.rate < 1 ? Number((fault.rate * 100).toPrecision(6)) + " % of calls" : null,
            plural(fault.hits, "hit")];
          return element("li", {}, element("div", { class: "line fault" },
            element("strong", {}, fault.kind),
            element("span", { class: "facts" }, facts.filter((fact) => fact).join(" · ")),
            element("button", {
              type: "button", class: "end", "data-key": "off", "aria-label": "Switch " + fault.kind + " off",
              onclick: () => act(fault.kind + " off", () => call("DELETE", "faults/" + fault.id)) }, "Off")));
        }
        """#
}
