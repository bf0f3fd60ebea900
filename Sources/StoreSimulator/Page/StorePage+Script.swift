extension StorePage {
    /// Calls, elements and lists. All text goes in as text: nothing that a purchase says becomes markup.
    static let script = #"""
        "use strict";
        const byId = (id) => document.getElementById(id);
        const state = { setup: null, rows: { purchases: new Map(), notifications: new Map(), faults: new Map() } };

        function say(text, isBad) {
          const line = byId("status");
          line.textContent = text;
          line.className = isBad ? "bad" : "good";
        }

        async function call(method, path, body) {
          const options = { method, headers: { "Content-Type": "application/json" } };
          if (body !== undefined) options.body = JSON.stringify(body);
          const response = await fetch("/simulator/" + path, options);
          const answer = await response.json();
          if (!response.ok) throw new Error(answer.error || response.status);
          return answer;
        }

        /** Does what somebody asked for, says how it went, and shows what it changed. */
        async function act(what, work) {
          try {
            const said = await work();
            say(typeof said === "string" ? said : what + ": done");
          } catch (error) {
            say(what + ": " + error.message, true);
          }
          await refresh();
        }

        function element(name, attributes, ...children) {
          const made = document.createElement(name);
          for (const [key, value] of Object.entries(attributes || {})) {
            if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
            else if (value !== undefined && value !== null) made.setAttribute(key, value);
          }
          made.append(...children.filter((child) => child !== null && child !== undefined));
          return made;
        }

        function button(text, key, work) {
          return element("button", { type: "button", "data-key": key, onclick: () => act(text, work) }, text);
        }

        function badge(text, kind) { return element("span", { class: "badge " + (kind || "") }, text); }

        function options(select, values, text) {
          select.append(...values.map((value) => element("option", { value }, text ? text(value) : value)));
        }

        function time(ms) { return new Date(ms).toLocaleString(); }

        function money(milliunits, currency) {
          return (milliunits / 1000).toFixed(milliunits % 10 ? 3 : 2) + " " + currency;
        }

        async function copy(text, what) {
          try {
            await navigator.clipboard.writeText(text);
          } catch {
            // Without leave to use the clipboard: show it, selected.
            window.prompt("Copy " + what, text);
          }
          return what + " copied (" + text.length + " characters)";
        }

        /** Shows items as rows; one that did not change stays as it is, with the focus that is in it. */
        function show(name, answer, render) {
          const list = byId(name);
          const rows = state.rows[name];
          const seen = new Set();
          let place = list.firstElementChild;
          for (const item of answer.items) {
            const id = String(item.id || item.transaction_id);
            const text = JSON.stringify(item);
            seen.add(id);
            let row = rows.get(id);
            if (!row || row.text !== text) {
              const fresh = render(item);
              const old = row && row.element;
              if (old) keep(old, fresh);
              if (old === place) place = old.nextElementSibling;
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
          byId(name + "-none").hidden = answer.items.length > 0;
          const total = byId(name + "-total");
          if (total) total.textContent = answer.total > answer.items.length
            ? "newest " + answer.items.length + " of " + answer.total : answer.total ? String(answer.total) : "";
        }

        /** What was open stays open, and the focus stays where it was. */
        function keep(old, fresh) {
          old.querySelectorAll("details").forEach((details, index) => {
            const same = fresh.querySelectorAll("details")[index];
            if (same) same.open = details.open;
          });
          const key = old.contains(document.activeElement) && document.activeElement.dataset.key;
          if (key) fresh.wanted = fresh.querySelector('[data-key="' + key + '"]');
        }

        let isRefreshing = false;
        async function refresh() {
          if (isRefreshing) return;
          isRefreshing = true;
          try {
            const [purchases, notifications, faults] = await Promise.all(
              ["transactions", "notifications", "faults"].map((path) => call("GET", path)));
            show("purchases", purchases, purchaseRow);
            show("notifications", notifications, notificationRow);
            show("faults", faults, faultRow);
          } catch (error) {
            say("The store does not answer: " + error.message, true);
          } finally {
            isRefreshing = false;
          }
        }

        """#
}
