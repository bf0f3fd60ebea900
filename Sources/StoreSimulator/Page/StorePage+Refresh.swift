extension StorePage {
    /// Shows what changed and leaves the rest alone.
    static let scriptRefresh = #"""
        /** Shows items as rows; one that did not change stays as it is, with the focus that is in it. */
        function show(name, answer, key, render) {
          const list = byId(name);
          const rows = state.rows.get(name);
          const hadFocus = list.contains(document.activeElement);
          const seen = new Set();
          let place = list.firstElementChild;
          for (const item of answer.items) {
            const id = String(item[key]);
            const text = JSON.stringify(item);
            seen.add(id);
            let row = rows.get(id);
            if (!row || row.text !== text) {
              const fresh = render(item);
              const old = row && row.element;
              if (old) keep(old, fresh);
              if (old && old === place) place = old.nextElementSibling;
              if (old) old.remove();
              row = { text, element: fresh };
              rows.set(id, row);
              list.insertBefore(fresh, place);
              if (fresh.wanted) fresh.wanted.focus();
            } else if (row.element === place) {
              place = place.nextElementSibling;
            } else {
              list.insertBefore(row.element, place);
            }
          }
          for (const [id, row] of rows) if (!seen.has(id)) { row.element.remove(); rows.delete(id); }
          // A row that took the focus with it gives it to the heading, not to the top of the page.
          if (hadFocus && !list.contains(document.activeElement)) byId(name + "-title").focus();
          byId(name + "-none").hidden = answer.items.length > 0;
          count(name, answer);
        }

        function count(name, answer) {
          const isCut = answer.total > answer.items.length;
          const total = byId(name + "-total");
          if (total) total.textContent = isCut ? "newest " + answer.items.length + " of " + answer.total
            : answer.total ? String(answer.total) : "";
          const more = byId(name + "-more");
          if (more) more.hidden = !isCut;
        }

        /** What was open stays open, what was typed stays, and the focus stays where it was. */
        function keep(old, fresh) {
          old.querySelectorAll("details").forEach((details, index) => {
            const same = fresh.querySelectorAll("details")[index];
            if (same) same.open = details.open;
          });
          old.querySelectorAll("input[data-key], select[data-key]").forEach((field) => {
            const same = fresh.querySelector('[data-key="' + field.dataset.key + '"]');
            if (same) same.value = field.value;
          });
          if (!old.contains(document.activeElement)) return;
          const key = document.activeElement.dataset.key;
          fresh.wanted = (key && fresh.querySelector('[data-key="' + key + '"]')) || fresh.querySelector("summary");
        }

        /** A small form in a row; Enter in any of its fields sends it. */
        function tool(text, key, work, ...fields) {
          const form = element("form", { class: key },
            ...fields.map(([label, field]) => element("label", {}, label, field)),
            element("button", { type: "submit", "data-key": key }, text));
          form.addEventListener("submit", (event) => {
            event.preventDefault();
            act(text, work);
          });
          return form;
        }

        let isRefreshing = false;
        async function refresh() {
          if (isRefreshing) return;
          isRefreshing = true;
          try {
            if (!state.setup) await readSetup();
            const { shown } = state;
            const [purchases, notifications, faults, events] = await Promise.all([
              "transactions?limit=" + shown.purchases, "notifications?limit=" + shown.notifications, "faults",
              "events?limit=" + shown.journal].map((path) => call("GET", path)));
            show("purchases", purchases, "transaction_id", purchaseRow);
            show("notifications", notifications, "id", notificationRow);
            show("faults", faults, "id", faultRow);
            show("journal", { items: events.reverse(), total: events.length }, "number", eventRow);
            byId("faults-on").hidden = faults.total === 0;
            byId("faults-on").textContent = plural(faults.total, "fault") + " on";
          } catch {
            // The badge says so, and the next round tries again. It may be another store by then.
            state.setup = null;
          } finally {
            isRefreshing = false;
          }
        }
        """#
}
