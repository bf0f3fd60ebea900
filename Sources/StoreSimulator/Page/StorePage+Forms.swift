extension StorePage {
    /// The forms, and the start.
    static let scriptForms = #"""
        /** Filled-in fields by name; those of `numbers` as numbers. */
        function fields(form, numbers) {
          const values = {};
          for (const [name, value] of new FormData(form)) {
            if (value !== "") values[name] = numbers.includes(name) ? Number(value) : value.trim();
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
          const place = byId("bought");
          place.replaceChildren(element("div", { class: "actions" },
            element("span", {}, "Bought " + purchase.transaction_id),
            button("Copy JWS", "jws", () => copy(purchase.signed_transaction, "JWS")),
            button("Copy receipt", "receipt", () => copy(purchase.receipt, "Receipt")),
            button("Copy transaction id", "id", () => copy(purchase.transaction_id, "Transaction id"))));
          place.hidden = false;
        }

        function showSetup(setup) {
          const facts = {
            "Production": setup.url, "Sandbox": setup.sandbox_url, "Bundle id": setup.bundle_id,
            "App id": setup.app_apple_id, "Issuer id": setup.issuer_id, "Key id": setup.key_id,
            "verifyReceipt": setup.url + "/verifyReceipt", "Speed of retries": setup.speed + " ×",
          };
          byId("setup").replaceChildren(...Object.entries(facts).flatMap(([name, value]) =>
            [element("dt", {}, name), element("dd", {}, String(value))]));
          byId("url").elements.url.value = Object.values(setup.notification_urls)[0] || "";
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
        onSubmit("url", "Set URL", async (form) => {
          showSetup(await call("POST", "notification-url", { url: form.elements.url.value }));
        });
        onSubmit("notify", "Send", (form) => call("POST", "notify", fields(form, [])));
        onSubmit("fault", "Fault", (form) => {
          const fault = fields(form, ["times", "seconds", "rate", "milliseconds"]);
          fault.rate = fault.rate / 100;
          return call("POST", "faults", fault);
        });
        byId("faults-off").addEventListener("click", () => act("All off", () => call("DELETE", "faults")));
        byId("copy-key").addEventListener("click", () => act("Copy", async () =>
          copy((await call("GET", "api-key")).private_key, "Private key")));

        async function start() {
          try {
            state.setup = await call("GET", "setup");
          } catch (error) {
            return say("The store does not answer: " + error.message, true);
          }
          const prices = new Map(state.setup.products.map((product) => [product.id, product]));
          options(byId("buy").elements.product_id, [...prices.keys()], (id) =>
            id + " (" + money(prices.get(id).price_milliunits, prices.get(id).currency) + ")");
          options(byId("notify").elements.type, state.setup.notification_types);
          const kinds = state.setup.fault_kinds;
          options(byId("fault").elements.kind, kinds.map((kind) => kind.name));
          options(byId("fault").elements.call, [...new Set(kinds.flatMap((kind) => kind.calls))]);
          showSetup(state.setup);
          await refresh();
          setInterval(() => { if (!document.hidden) refresh(); }, 2000);
        }
        start();
        """#
}
