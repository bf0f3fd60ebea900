extension StorePage {
    /// Calls and elements. All text goes in as text: nothing that a purchase says becomes markup.
    static let script = #"""
        "use strict";
        const byId = (id) => document.getElementById(id);
        const lists = ["purchases", "notifications", "faults", "journal"];
        const state = {
          setup: null,
          rows: new Map(lists.map((name) => [name, new Map()])),
          shown: { purchases: 20, notifications: 20, journal: 30 },
        };

        let hiding = 0;

        /** Tells how it went: what is good goes away by itself, an error stays until something else is said. */
        function say(text, isBad) {
          const line = byId("status");
          clearTimeout(hiding);
          line.textContent = text;
          line.className = isBad ? "bad" : "good";
          line.hidden = text === "";
          if (!isBad) hiding = setTimeout(() => { line.hidden = true; }, 6000);
        }

        async function call(method, path, body) {
          const options = { method, headers: { "Content-Type": "application/json" } };
          if (body !== undefined) options.body = JSON.stringify(body);
          let response;
          try {
            response = await fetch("/simulator/" + path, options);
          } catch {
            reach(false);
            throw new Error("the store does not answer; is it still running?");
          }
          reach(true);
          const answer = await response.json().catch(() => ({}));
          if (!response.ok) throw new Error(answer.error || "the store says " + response.status);
          return answer;
        }

        function reach(isThere) {
          const badge = byId("reach");
          const text = isThere ? "open" : "not reachable";
          if (badge.textContent === text) return;
          badge.textContent = text;
          badge.className = "badge " + (isThere ? "good" : "bad");
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
          select.replaceChildren(...values.map((value) => element("option", { value }, text ? text(value) : value)));
        }

        function time(ms) {
          const date = new Date(ms);
          const isToday = date.toDateString() === new Date().toDateString();
          return isToday ? date.toLocaleTimeString() : date.toLocaleString();
        }

        function clock(ms) {
          return element("time", { datetime: new Date(ms).toISOString(), title: new Date(ms).toISOString() }, time(ms));
        }

        function money(milliunits, currency) {
          return (milliunits / 1000).toFixed(milliunits % 10 ? 3 : 2) + " " + currency;
        }

        function percent(milliPercent) { return milliPercent / 1000 + " %"; }

        function plural(count, word) { return count + " " + word + (count === 1 ? "" : "s"); }

        async function copy(text, what) {
          try {
            await navigator.clipboard.writeText(text);
            return what + " copied (" + plural(text.length, "character") + ")";
          } catch {
            // Without leave to use the clipboard: show it, selected.
            byId("shown-title").textContent = what;
            byId("shown-text").value = text;
            byId("shown").showModal();
            byId("shown-text").select();
            return what + ": copy it from here";
          }
        }
        """#
}
