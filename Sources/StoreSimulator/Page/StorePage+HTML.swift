extension StorePage {
    static let html = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>Simulated App Store</title>
        <link rel="stylesheet" href="/store.css">
        <script src="/store.js" defer></script>
        </head>
        <body>
        <a class="skip" href="#purchases">Skip to purchases</a>
        <header>
          <h1>Simulated App Store</h1>
          <p>Signs with a root of its own. No money moves; no production service believes it.</p>
        </header>
        <p id="status" role="status" aria-live="polite"></p>
        <main>
          <section aria-labelledby="buy-title">
            <h2 id="buy-title">Buy</h2>
            <form id="buy">
              <label>Product <select name="product_id" required></select></label>
              <label>Quantity <input name="quantity" type="number" min="1" max="10" value="1" required></label>
              <label>Environment
                <select name="environment"><option>Sandbox</option><option>Production</option></select></label>
              <label>Apple account <input name="account" value="customer" required></label>
              <label>App account token
                <input name="app_account_token" placeholder="UUID, or empty" spellcheck="false"></label>
              <label>Storefront <input name="storefront" value="USA" maxlength="3" required></label>
              <label>Price, whole quantity
                <input name="price" type="number" min="0" step="0.001" placeholder="from the product"></label>
              <label class="check"><input name="notify" type="checkbox" checked> tell the server</label>
              <button type="submit">Buy</button>
            </form>
            <div id="bought" hidden></div>
          </section>
          <section aria-labelledby="purchases-title">
            <h2 id="purchases-title">Purchases <small id="purchases-total"></small></h2>
            <ul id="purchases" class="cards" tabindex="-1"></ul>
            <p id="purchases-none" class="none">Nothing was bought yet.</p>
          </section>
          <section aria-labelledby="notifications-title">
            <h2 id="notifications-title">Notifications <small id="notifications-total"></small></h2>
            <form id="url">
              <label class="wide">Sent to <input name="url" type="url" placeholder="nowhere" spellcheck="false"></label>
              <button type="submit">Set</button>
            </form>
            <form id="notify">
              <label>Send one of type <select name="type"></select></label>
              <label>About transaction <input name="transaction_id" inputmode="numeric" placeholder="none"></label>
              <label>Environment, if about none
                <select name="environment"><option>Sandbox</option><option>Production</option></select></label>
              <button type="submit">Send</button>
            </form>
            <ul id="notifications" class="cards"></ul>
            <p id="notifications-none" class="none">No message yet.</p>
          </section>
          <section aria-labelledby="faults-title">
            <h2 id="faults-title">Faults</h2>
            <form id="fault">
              <label>What goes wrong <select name="kind"></select></label>
              <label>Where <select name="call"><option value="">every call</option></select></label>
              <label>Times <input name="times" type="number" min="1" placeholder="for ever"></label>
              <label>Seconds <input name="seconds" type="number" min="1" placeholder="for ever"></label>
              <label>Share of calls, %
                <input name="rate" type="number" min="0" max="100" value="100" required></label>
              <label>Wait, ms <input name="milliseconds" type="number" min="0" value="30000" required></label>
              <button type="submit">Switch on</button>
              <button type="button" id="faults-off">All off</button>
            </form>
            <ul id="faults" class="cards"></ul>
            <p id="faults-none" class="none">Everything works.</p>
          </section>
          <section aria-labelledby="setup-title">
            <h2 id="setup-title">Setup of your server</h2>
            <dl id="setup"></dl>
            <button type="button" id="copy-key">Copy private key (.p8)</button>
            <a href="/simulator/roots.pem" download="roots.pem">Root certificates (PEM)</a>
          </section>
        </main>
        </body>
        </html>
        """
}
