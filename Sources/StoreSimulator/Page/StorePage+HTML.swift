extension StorePage {
    /// Cards in two columns; the script fills them.
    static let html = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <title>Simulated App Store</title>
        <link rel="icon" type="image/svg+xml" href="/icon.svg">
        <link rel="stylesheet" href="/store.css">
        <script src="/store.js" defer></script>
        </head>
        <body>
        <a class="skip" href="#purchases-title">Skip to the purchases</a>
        <header>
          <img src="/icon.svg" alt="" width="40" height="40">
          <div class="title">
            <h1>Simulated App Store</h1>
            <p>Signs with a root of its own. No money moves, and no production service believes it.</p>
          </div>
          <a id="faults-on" class="badge bad" href="#faults-title" hidden></a>
          <span id="reach" class="badge" role="status">connecting</span>
        </header>
        <noscript><p class="card">This page needs JavaScript; <code>coffer store --help</code> does the same
          without.</p></noscript>
        <main>
          <div class="column">
            <section class="card" id="buy-card" aria-labelledby="buy-title">
              <h2 id="buy-title">Buy</h2>
              <form id="buy">
                <label class="wide">Product <select name="product_id" required></select></label>
                <label>Quantity <input name="quantity" type="number" min="1" max="10" value="1" required></label>
                <label>Environment
                  <select name="environment"><option>Production</option><option>Sandbox</option></select></label>
                <label class="wide">App account token
                  <input name="app_account_token" placeholder="UUID of an order, or empty" spellcheck="false"
                    autocomplete="off"></label>
                <details class="wide">
                  <summary>Buyer, price and storefront</summary>
                  <div class="fields">
                    <label>Apple account <input name="account" value="customer" required spellcheck="false"></label>
                    <label>Storefront <input name="storefront" value="USA" maxlength="3" required></label>
                    <label>Price in all
                      <input name="price" type="number" min="0" step="0.001" placeholder="the product's"></label>
                    <label>Currency <input name="currency" maxlength="3" placeholder="the product's"></label>
                    <label class="check wide"><input name="notify" type="checkbox" checked> Notify the server</label>
                  </div>
                </details>
                <button type="submit" class="wide">Buy</button>
              </form>
              <div id="bought" hidden></div>
            </section>
            <section class="card" id="faults-card" aria-labelledby="faults-title">
              <h2 id="faults-title" tabindex="-1">Faults</h2>
              <form id="fault">
                <label class="wide">What goes wrong
                  <select name="kind" aria-describedby="fault-summary"></select>
                  <small id="fault-summary"></small></label>
                <label>Where <select name="call"></select></label>
                <label>Environment <select name="environment"><option value="">both</option><option>Production</option>
                  <option>Sandbox</option></select></label>
                <label>Times <input name="times" type="number" min="1" value="1" placeholder="for ever"></label>
                <label>Seconds <input name="seconds" type="number" min="1" placeholder="for ever"></label>
                <label>Share, % <input name="rate" type="number" min="0" max="100" value="100" required></label>
                <label id="fault-wait">Wait, ms <input name="milliseconds" type="number" min="0" value="5000"></label>
                <label id="fault-status">Status <input name="status" type="number" min="500" max="599"
                  value="503"></label>
                <div class="buttons wide">
                  <button type="submit">Switch on</button>
                  <button type="button" id="faults-off">All off</button>
                </div>
              </form>
              <ul id="faults" class="rows"></ul>
              <p id="faults-none" class="none">Everything works.</p>
            </section>
            <section class="card" id="setup-card" aria-labelledby="setup-title">
              <h2 id="setup-title">For your server</h2>
              <p class="none">Use these addresses instead of Apple's, sign calls with the key and trust the roots.</p>
              <dl id="setup"></dl>
              <div class="buttons">
                <button type="button" id="copy-key">Copy private key</button>
                <a class="button" href="/simulator/roots.pem" download="roots.pem">Root certificates</a>
              </div>
            </section>
          </div>
          <div class="column">
            <section class="card" id="purchases-card" aria-labelledby="purchases-title">
              <h2 id="purchases-title" tabindex="-1">Purchases <small id="purchases-total"></small></h2>
              <ul id="purchases" class="rows"></ul>
              <p id="purchases-none" class="none">Nothing was bought yet.</p>
              <button type="button" class="more" id="purchases-more" hidden>Show more</button>
            </section>
            <section class="card" id="notifications-card" aria-labelledby="notifications-title">
              <h2 id="notifications-title" tabindex="-1">Notifications <small id="notifications-total"></small></h2>
              <form id="url">
                <label class="wide">Sent to
                  <input name="url" type="url" placeholder="nowhere: https://…" spellcheck="false"></label>
                <label>Environment <select name="environment"><option value="">both</option><option>Production</option>
                  <option>Sandbox</option></select></label>
                <button type="submit">Set</button>
              </form>
              <details>
                <summary>Send one of any type</summary>
                <form id="notify">
                  <label class="wide">Type <select name="type"></select></label>
                  <label class="wide">About transaction
                    <input name="transaction_id" inputmode="numeric" placeholder="none" autocomplete="off"></label>
                  <label>Environment, if about none
                    <select name="environment"><option>Production</option><option>Sandbox</option></select></label>
                  <button type="submit">Send</button>
                </form>
              </details>
              <ul id="notifications" class="rows"></ul>
              <p id="notifications-none" class="none">No notification yet.</p>
              <button type="button" class="more" id="notifications-more" hidden>Show more</button>
            </section>
            <section class="card" id="journal-card" aria-labelledby="journal-title">
              <h2 id="journal-title" tabindex="-1">Journal</h2>
              <ol id="journal" class="rows journal"></ol>
              <p id="journal-none" class="none">Nothing happened yet.</p>
              <p class="none"><a href="/simulator/events">All of it, as JSON</a></p>
            </section>
          </div>
        </main>
        <p id="status" role="status" aria-live="polite" hidden></p>
        <dialog id="shown" aria-labelledby="shown-title">
          <h2 id="shown-title"></h2>
          <textarea id="shown-text" readonly rows="10" spellcheck="false" aria-labelledby="shown-title"></textarea>
          <button type="button" id="shown-close">Close</button>
        </dialog>
        </body>
        </html>
        """
}
