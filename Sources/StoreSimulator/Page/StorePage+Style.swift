extension StorePage {
    /// Light and dark as the system says; one column where two do not fit.
    static let style = """
        :root { color-scheme: light dark; --ground: #f4f4f6; --card: #fff; --text: #1c1c1f; --soft: #62626a; --line:
          #dcdce1;
          --field: #fff; --button: #f0f0f3; --accent: #0a5fd6; --bad: #b3261e; --good: #18794e; --shade: #0000000d; }
        @media (prefers-color-scheme: dark) { :root { --ground: #121214; --card: #1c1c1f; --text: #f1f1f3; --soft:
          #a3a3ad;
          --line: #37373d; --field: #26262a; --button: #2c2c31; --accent: #6aa8ff; --bad: #ff8a80; --good: #6fd3a3;
          --shade: #0000; } }
        * { box-sizing: border-box; }
        [hidden] { display: none !important; }
        body { font: 15px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 78rem; padding: 1rem 1rem 4rem;
          background: var(--ground); color: var(--text); }
        a { color: var(--accent); }
        h1 { font-size: 1.35rem; line-height: 1.2; margin: 0; }
        h2 { font-size: 1.05rem; margin: 0 0 .75rem; }
        h2 small { font-weight: normal; color: var(--soft); }
        h2:focus { outline: none; }
        header { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin: .25rem 0 1.25rem; }
        header .title { flex: 1 1 16rem; }
        header p { margin: .1rem 0 0; color: var(--soft); }
        main { display: grid; grid-template-columns: minmax(19rem, 23rem) minmax(0, 1fr); gap: 1rem; align-items: start;
          }
        .column { display: grid; gap: 1rem; min-width: 0; }
        .card { background: var(--card); border: 1px solid var(--line); border-radius: .8rem; padding: 1rem;
          box-shadow: 0 1px 3px var(--shade); min-width: 0; }
        form, .fields { display: grid; grid-template-columns: 1fr 1fr; gap: .7rem; align-items: end; }
        .wide { grid-column: 1 / -1; }
        label { display: grid; gap: .2rem; font-size: .82rem; color: var(--soft); min-width: 0; }
        label.check { display: flex; align-items: center; gap: .5rem; color: var(--text); }
        label small { font-size: .82rem; }
        input, select, button, textarea, .button { font: inherit; font-size: .93rem; color: var(--text); min-height:
          2.4rem;
          padding: .35rem .65rem; border-radius: .5rem; border: 1px solid var(--line); background: var(--field); width:
            100%;
          min-width: 0; }
        input::placeholder { color: var(--soft); opacity: 1; }
        input[type=checkbox] { width: 1.1rem; min-height: 1.1rem; height: 1.1rem; margin: 0; accent-color:
          var(--accent); }
        button, .button { cursor: pointer; background: var(--button); text-decoration: none; width: auto; text-align:
          center;
          display: inline-flex; align-items: center; justify-content: center; }
        button:hover, .button:hover { border-color: var(--soft); }
        button[type=submit] { background: #0a5fd6; border-color: #0a5fd6; color: #fff; font-weight: 600; }
        button[type=submit]:hover { background: #084ea9; }
        .buttons, #bought { display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; }
        #bought { margin-top: .75rem; padding-top: .75rem; border-top: 1px solid var(--line); }
        #bought p { flex: 1 1 100%; margin: 0; }
        .buttons button[type=submit] { flex: 1; }
        #url { grid-template-columns: minmax(0, 1fr) 8rem auto; margin-bottom: .5rem; }
        #url .wide { grid-column: auto; }
        #notify { grid-template-columns: 1fr 1fr 10rem auto; margin: .5rem 0 1rem; }
        #notify .wide { grid-column: auto; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .skip { position: absolute; left: -99rem; }
        .skip:focus { position: static; }
        .rows { list-style: none; margin: .5rem 0 0; padding: 0; }
        .rows > li { border-top: 1px solid var(--line); padding: .6rem 0; }
        .rows > li:last-child { padding-bottom: 0; }
        .line { display: flex; flex-wrap: wrap; gap: .15rem .6rem; align-items: center; }
        .line .end { margin-left: auto; }
        .line.fault { flex-wrap: nowrap; }
        .line.fault .facts { flex: 1; }
        .line.fault button { min-height: 1.9rem; padding: .1rem .6rem; }
        .facts { color: var(--soft); font-size: .85rem; }
        code, dd, textarea, pre { font-family: ui-monospace, monospace; font-size: .82rem; overflow-wrap: anywhere; }
        .badge { font-size: .75rem; line-height: 1.2; border: 1px solid var(--line); border-radius: 1rem; padding:
          .15rem .55rem;
          white-space: nowrap; color: var(--soft); text-decoration: none; }
        .badge.bad, .badge.good { border-color: currentColor; }
        .bad { color: var(--bad); }
        .good { color: var(--good); }
        summary { cursor: pointer; padding: .3rem 0; color: var(--accent); font-size: .88rem; width: fit-content; }
        .tools { display: grid; gap: .75rem; padding: .5rem 0 .25rem; }
        .tools form { grid-template-columns: minmax(7rem, 10rem) minmax(7rem, 16rem) auto; justify-content: start; }
        .tools form.token, .tools form.ask { grid-template-columns: minmax(10rem, 26.7rem) auto; }
        .tools ol { margin: 0; padding-left: 1.4rem; color: var(--soft); font-size: .85rem; }
        .tools button { background: var(--button); border-color: var(--line); color: var(--text); font-weight: normal; }
        .tools button:hover { background: var(--button); }
        pre { margin: 0; padding: .6rem; background: var(--ground); border-radius: .5rem; white-space: pre-wrap; }
        .journal > li { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .6rem; padding: .3rem 0;
          font-size: .88rem; overflow-wrap: anywhere; }
        .journal time { color: var(--soft); }
        dl { display: grid; grid-template-columns: 6.5rem minmax(0, 1fr); gap: .3rem .75rem; margin: .75rem 0;
          font-size: .88rem; }
        dt { color: var(--soft); }
        dd { margin: 0; }
        .none { color: var(--soft); margin: .5rem 0 0; font-size: .9rem; }
        .more { margin-top: .75rem; width: 100%; }
        #status { position: fixed; left: 50%; bottom: 1rem; transform: translateX(-50%); z-index: 1; margin: 0;
          width: max-content; max-width: calc(100% - 2rem); padding: .6rem 1rem; border-radius: .6rem; background:
            var(--card);
          border: 1px solid currentColor; box-shadow: 0 4px 16px #0003; overflow-wrap: anywhere; }
        dialog { border: 1px solid var(--line); border-radius: .8rem; background: var(--card); color: var(--text);
          width: min(44rem, calc(100% - 2rem)); }
        dialog textarea { resize: vertical; margin-bottom: .75rem; }
        @media (max-width: 56rem) { main { display: flex; flex-direction: column; align-items: stretch; }
          .column { display: contents; } #faults-card, #journal-card { order: 1; } #setup-card { order: 2; } }
        @media (max-width: 34rem) { body { padding: .6rem .6rem 4rem; } header .title { flex-basis: 12rem; }
          #url, #notify, .tools form, .tools form.token, .tools form.ask { grid-template-columns: 1fr; }
          .journal > li { grid-template-columns: 1fr; gap: 0; } }
        """
}
