extension StorePage {
    static let style = """
        :root { color-scheme: light dark; --line: #8884; --soft: #8881; --accent: #0a5fd6; --bad: #b3261e;
          --good: #18794e; }
        @media (prefers-color-scheme: dark) { :root { --accent: #7db2ff; --bad: #ff8a80; --good: #6fd3a3; } }
        * { box-sizing: border-box; }
        body { font: 16px/1.45 system-ui, sans-serif; margin: 0 auto; max-width: 68rem; padding: 1rem; }
        header p { margin-top: 0; opacity: .75; }
        h1 { font-size: 1.5rem; margin: 0; }
        h2 { font-size: 1.15rem; margin: 0 0 .75rem; }
        h2 small { font-weight: normal; opacity: .7; }
        section { border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 1rem; }
        form { display: flex; flex-wrap: wrap; gap: .75rem; align-items: end; margin: 0 0 .75rem; }
        label { display: flex; flex-direction: column; font-size: .85rem; gap: .2rem; flex: 1 1 11rem; }
        label.check { flex-direction: row; align-items: center; min-height: 2.5rem; }
        label.wide { flex-basis: 20rem; }
        input, select, button { font: inherit; min-height: 2.5rem; padding: .3rem .6rem; border-radius: .4rem;
          border: 1px solid var(--line); background: Field; color: FieldText; max-width: 100%; }
        input[type=checkbox] { min-height: 1.2rem; width: 1.2rem; height: 1.2rem; }
        button { cursor: pointer; background: var(--soft); color: inherit; }
        button[type=submit] { background: var(--accent); color: Canvas; border-color: transparent; }
        :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
        .skip { position: absolute; left: -99rem; }
        .skip:focus { position: static; }
        .cards { list-style: none; margin: 0; padding: 0; }
        .cards > li { border-top: 1px solid var(--line); padding: .6rem 0; }
        .line { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; }
        .line code { font-size: .85rem; overflow-wrap: anywhere; }
        .badge { font-size: .75rem; border: 1px solid currentColor; border-radius: 1rem; padding: 0 .5rem; }
        .bad { color: var(--bad); }
        .good { color: var(--good); }
        .actions { display: flex; flex-wrap: wrap; gap: .5rem; padding: .5rem 0; align-items: end; }
        .actions label { flex: 0 1 9rem; }
        summary { cursor: pointer; min-height: 1.8rem; }
        dl { display: grid; grid-template-columns: minmax(7rem, auto) 1fr; gap: .25rem 1rem; margin: 0 0 .75rem; }
        dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, monospace; font-size: .85rem; }
        #status { position: sticky; top: 0; min-height: 1.5rem; margin: 0; background: Canvas; z-index: 1; }
        .none { opacity: .7; margin: 0; }
        [hidden] { display: none; }
        @media (max-width: 30rem) { body { padding: .5rem; } dl { grid-template-columns: 1fr; } }
        """
}
