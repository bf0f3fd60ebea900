extension StorePage {
    /// The forms, and the start.
    static let scriptForms = #"""
        /** Filled-in fields by name; those of `numbers` as numbers. */
        function fields(form, numbers) {
          const values = {};
          for (const [name, value] of new FormData(form)) {
            const text = value.trim();
            if (text !== "") values[name] = numbers.includes(name) ? Number(text) : text;
          }
          return values;
        }

        function onSubmit(id, what, work) {
          byId(id).addEventListener("submit", (event) => {
            event.preventDefault();
            act(what, () => work(event.target));
          });
        }

        function showBought(purchase) {
          byId("bought").replaceChildren(
            element("p", {}, "Bought ", element("code", {}, purchase.transaction_id)),
            button("Copy JWS", "jws", () => copy(purchase.signed_transaction, "JWS")),
            button("Copy receipt", "receipt", () => copy(purchase.receipt, "Receipt")));
          byId("bought").hidden = false;
        }

        function showSetup(setup) {
          const facts = {
            "Production": setup.url, "Sandbox": setup.sandbox_url, "verifyReceipt": "/verifyReceipt at either",
            "Server API": "/inApps/… at either", "Bundle id": setup.bundle_id, "App id": setup.app_apple_id,
            "Issuer id": setup.issuer_id, "Key id": setup.key_id,
            "Retries": setup.speed === 1 ? "as slow as Apple's" : setup.speed + " times Apple's speed",
          };
          byId("setup").replaceChildren(...Object.entries(facts).flatMap(([name, value]) =>
            [element("dt", {}, name), element("dd", {}, String(value))]));
          showURL();
        }

        /** The address of the chosen environment; of both only if it is the same one. */
        function showURL() {
          const form = byId("url").elements;
          const urls = state.setup.notification_urls;
          const chosen = form.environment.value ? [urls[form.environment.value]] : [urls.Production, urls.Sandbox];
          const isOne = chosen.every((url) => url === chosen[0]);
          form.url.value = isOne ? chosen[0] || "" : "";
          form.url.placeholder = isOne ? "nowhere: https://…" : "one for each environment";
        }

        function showFaultKind() {
          const form = byId("fault").elements;
          const kind = state.setup.fault_kinds.find((each) => each.name === form.kind.value);
          byId("fault-summary").textContent = kind.summary;
          byId("fault-wait").hidden = !kind.takes_milliseconds;
          byId("fault-status").hidden = !kind.takes_status;
          const before = form.call.value;
          options(form.call, ["", ...kind.calls], (name) => name || "wherever it can");
          form.call.value = kind.calls.includes(before) ? before : "";
        }

        onSubmit("buy", "Buy", async (form) => {
          const order = fields(form, ["quantity", "price"]);
          if (order.price !== undefined) order.price_milliunits = Math.round(order.price * 1000);
          delete order.price;
          order.notify = form.elements.notify.checked;
          const purchase = await call("POST", "buy", order);
          showBought(purchase);
          return "Bought " + purchase.product_id + ": " + purchase.transaction_id;
        });
        onSubmit("url", "Set address", async (form) => {
          const body = Object.assign({ url: "" }, fields(form, []));
          state.setup = await call("POST", "notification-url", body);
          showSetup(state.setup);
        });
        onSubmit("notify", "Send", async (form) => { await call("POST", "notify", fields(form, [])); });
        onSubmit("fault", "Switch on", async (form) => {
          const fault = fields(form, ["times", "seconds", "rate", "milliseconds", "status"]);
          const kind = state.setup.fault_kinds.find((each) => each.name === fault.kind);
          if (!kind.takes_milliseconds) delete fault.milliseconds;
          if (!kind.takes_status) delete fault.status;
          fault.rate = fault.rate / 100;
          await call("POST", "faults", fault);
          return "Fault on: " + fault.kind;
        });
        byId("fault").elements.kind.addEventListener("change", showFaultKind);
        byId("url").elements.environment.addEventListener("change", showURL);
        byId("faults-off").addEventListener("click", () => act("All faults off", () => call("DELETE", "faults")));
        byId("copy-key").addEventListener("click", () => act("Copy private key", async () =>
          copy((await call("GET", "api-key")).private_key, "Private key")));
        byId("shown-close").addEventListener("click", () => byId("shown").close());
        for (const name of ["purchases", "notifications"]) {
          byId(name + "-more").addEventListener("click", () => {
            state.shown[name] *= 2;
            refresh();
          });
        }

        /** Of a store that is met for the first time, or again. */
        async function readSetup() {
          const setup = await call("GET", "setup");
          state.setup = setup;
          const prices = new Map(setup.products.map((product) => [product.id, product]));
          const buy = byId("buy").elements;
          const before = buy.product_id.value;
          options(buy.product_id, [...prices.keys()], (id) =>
            id + " · " + money(prices.get(id).price_milliunits, prices.get(id).currency));
          if (prices.has(before)) buy.product_id.value = before;
          options(byId("notify").elements.type, setup.notification_types);
          options(byId("fault").elements.kind, setup.fault_kinds.map((kind) => kind.name));
          byId("fault").elements.kind.value = "error";
          showFaultKind();
          showSetup(setup);
        }

        refresh();
        setInterval(() => { if (!document.hidden) refresh(); }, 2000);
        """#
}
