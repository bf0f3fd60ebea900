/// The console's one stylesheet. Pieces by topic; colours only in `colours`, so that light and dark are two lists.
enum Stylesheet {
    static let text = [colours, base, frame, parts, tables, forms, charts, small].joined(separator: "\n")

    /// Pairs of text and ground have a contrast of 4.5 at least (WCAG 2.2, 1.4.3); lines around fields 3 (1.4.11).
    private static let colours = """
        :root {
          color-scheme: light dark;
          --ground: #f5f6f8; --surface: #ffffff; --raised: #fbfcfd; --line: #dce1e8; --edge: #7d8897;
          --text: #1a222d; --muted: #556070; --accent: #1d5bb8; --accent-text: #ffffff; --accent-soft: #e6eefa;
          --good: #1c6b3f; --good-soft: #e4f3ea; --warning: #7a4d00; --warning-soft: #fdf1d8;
          --bad: #a6271f; --bad-soft: #fbe9e7; --focus: #1d5bb8;
          --series-a: #1d5bb8; --series-b: #c2671b; --series-c: #16796f; --series-d: #a6271f;
        }
        @media (prefers-color-scheme: dark) {
          :root {
            --ground: #10141a; --surface: #181e26; --raised: #1d242d; --line: #2c3541; --edge: #7b8797;
            --text: #e3e8ef; --muted: #a0acbb; --accent: #86b4f5; --accent-text: #0d1520; --accent-soft: #1d2d45;
            --good: #7fd0a0; --good-soft: #16301f; --warning: #ecc06d; --warning-soft: #372a11;
            --bad: #f4968d; --bad-soft: #3d1e1c; --focus: #86b4f5;
            --series-a: #86b4f5; --series-b: #eea25e; --series-c: #6ecfc2; --series-d: #f4968d;
          }
        }
        """

    private static let base = """
        *, *::before, *::after { box-sizing: border-box; }
        html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
        body {
          margin: 0; min-height: 100vh; background: var(--ground); color: var(--text);
          font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "Microsoft YaHei",
            "Noto Sans CJK SC", "Noto Sans", sans-serif;
        }
        h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
        ul, ol { list-style: none; }
        h1 { font-size: 24px; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; overflow-wrap: anywhere; }
        h2 { font-size: 17px; line-height: 1.35; font-weight: 650; }
        h3 { font-size: 15px; font-weight: 650; }
        a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
        a:hover { text-decoration-thickness: 2px; }
        code, pre { font: 13px/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
        code { overflow-wrap: anywhere; }
        .number, .time, .tile-figure, time { font-variant-numeric: tabular-nums; }
        time { white-space: nowrap; }
        .small { font-size: 13px; }
        .muted { color: var(--muted); }
        .unseen {
          position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
        }
        :focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
        main:focus { outline: none; }
        .skip { position: absolute; left: 12px; top: -80px; z-index: 9; background: var(--surface); padding: 12px; }
        .skip:focus { top: 8px; }
        @media (prefers-reduced-motion: no-preference) { a, button { transition: background-color .12s; } }
        """

    private static let frame = """
        .banner { background: var(--warning-soft); color: var(--warning); font-size: 13px; text-align: center; }
        .banner p { padding: 4px 16px; }
        .top {
          display: flex; align-items: center; gap: 8px 16px; padding: 8px 24px; background: var(--surface);
          border-bottom: 1px solid var(--line); flex-wrap: wrap;
        }
        .brand {
          display: inline-flex; align-items: center; gap: 8px; min-height: 44px; font-weight: 700; font-size: 17px;
          color: var(--text); text-decoration: none; letter-spacing: -.01em;
        }
        .mark { width: 24px; height: 24px; }
        .mark-box { fill: var(--accent); rx: 3px; }
        .mark-slot { fill: var(--surface); rx: 1px; }
        .mode {
          font-size: 12px; font-weight: 600; color: var(--muted); border: 1px solid var(--line); border-radius: 999px;
          padding: 1px 10px;
        }
        .mode-development { color: var(--warning); border-color: currentColor; }
        .find { display: flex; gap: 8px; flex: 1 1 220px; max-width: 420px; margin-left: auto; }
        .find input { flex: 1 1 auto; min-width: 0; }
        .me { display: flex; align-items: center; gap: 8px; }
        .who {
          display: flex; flex-direction: column; justify-content: center; min-height: 44px; padding: 0 8px;
          line-height: 1.25; text-decoration: none; color: var(--text); border-radius: 6px;
        }
        .who:hover { background: var(--accent-soft); }
        .who-name { font-weight: 600; font-size: 14px; }
        .who-role { color: var(--muted); font-size: 12px; }
        .frame { display: grid; grid-template-columns: 216px minmax(0, 1fr); }
        .side { padding: 16px 12px 32px; border-right: 1px solid var(--line); background: var(--surface); }
        .side ul { margin-bottom: 16px; }
        .group {
          color: var(--muted); font-size: 12px; font-weight: 600; padding: 0 12px 4px; letter-spacing: .02em;
        }
        .side a {
          display: flex; align-items: center; gap: 8px; min-height: 40px; padding: 0 12px; border-radius: 6px;
          color: var(--text); text-decoration: none;
        }
        .side a:hover { background: var(--ground); }
        .count {
          position: relative; margin-left: auto; min-width: 24px; padding: 0 7px; border-radius: 999px;
          text-align: center; font-size: 12px; font-weight: 600; line-height: 1.7; font-variant-numeric: tabular-nums;
          background: var(--warning-soft); color: var(--warning);
        }
        .side a[aria-current] { background: var(--accent-soft); color: var(--accent); font-weight: 600; }
        .body { display: flex; flex-direction: column; min-height: calc(100vh - 61px); min-width: 0; }
        main { padding: 24px 32px 48px; max-width: 1180px; width: 100%; display: grid; gap: 20px; flex: 1; }
        main { grid-template-columns: minmax(0, 1fr); align-content: start; }
        .bare main { max-width: 520px; margin: 32px auto; padding: 0 16px 32px; flex: none; }
        .bare footer { max-width: 520px; margin: 0 auto; }
        footer {
          display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 4px 24px;
          padding: 8px 32px 24px; color: var(--muted); font-size: 13px; max-width: 1180px;
        }
        .languages { display: flex; gap: 4px; }
        .languages [aria-pressed] { color: var(--text); font-weight: 600; }
        .trail ol { display: flex; flex-wrap: wrap; gap: 0 8px; font-size: 13px; margin-bottom: -12px; }
        .trail li::after { content: "/"; color: var(--muted); margin-left: 8px; }
        .trail a { display: inline-flex; align-items: center; min-height: 28px; }
        """

    private static let parts = """
        .part {
          background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 16px 20px;
          display: grid; gap: 14px; grid-template-columns: minmax(0, 1fr);
        }
        .part > p { max-width: 72ch; }
        .field-set { display: grid; gap: 14px; }
        .facts-text { white-space: normal; }
        .columns { display: grid; gap: 20px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 380px), 1fr)); }
        .columns { align-items: start; }
        .notice { border-radius: 8px; padding: 12px 16px; border: 1px solid var(--line); background: var(--surface); }
        .notice.good { background: var(--good-soft); color: var(--good); border-color: currentColor; }
        .notice.bad { background: var(--bad-soft); color: var(--bad); border-color: currentColor; }
        .notice.warning { background: var(--warning-soft); color: var(--warning); border-color: currentColor; }
        .notice a { color: inherit; }
        .empty { color: var(--muted); padding: 8px 0; }
        .tag {
          display: inline-block; font-size: 12px; font-weight: 600; line-height: 1.5; padding: 0 8px;
          border-radius: 999px; border: 1px solid var(--line); color: var(--muted); white-space: nowrap;
        }
        .tone-good { color: var(--good); background: var(--good-soft); border-color: transparent; }
        .tone-warning { color: var(--warning); background: var(--warning-soft); border-color: transparent; }
        .tone-bad { color: var(--bad); background: var(--bad-soft); border-color: transparent; }
        .facts { display: grid; gap: 0 32px; grid-template-columns: repeat(auto-fit, minmax(min(100%, 260px), 1fr)); }
        .facts > div {
          display: flex; justify-content: space-between; gap: 16px; padding: 7px 0;
          border-bottom: 1px solid var(--line);
        }
        .facts dt { color: var(--muted); flex: none; }
        .facts dd { text-align: right; min-width: 0; overflow-wrap: anywhere; }
        .tiles { display: grid; gap: 12px; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); }
        .tile {
          background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px;
          display: flex; flex-direction: column; gap: 2px; min-width: 0;
        }
        .tile-name { color: var(--muted); font-size: 13px; }
        .tile-figure { font-size: 24px; font-weight: 650; line-height: 1.35; letter-spacing: -.01em; }
        a.tile-figure { align-self: stretch; }
        .tile-note { color: var(--muted); font-size: 13px; }
        .tabs ul { display: flex; gap: 4px 20px; flex-wrap: wrap; border-bottom: 1px solid var(--line); }
        .tabs a {
          display: inline-flex; align-items: center; min-height: 44px; padding: 0 2px; color: var(--muted);
          text-decoration: none; border-bottom: 2px solid transparent; margin-bottom: -1px;
        }
        .tabs a:hover { color: var(--text); }
        .tabs a[aria-current] { color: var(--text); font-weight: 600; border-bottom-color: var(--accent); }
        .pager { display: flex; gap: 12px; flex-wrap: wrap; }
        .above { display: flex; flex-wrap: wrap; gap: 12px 20px; align-items: end; justify-content: space-between; }
        .secret {
          display: block; padding: 12px 16px; border: 1px dashed var(--edge); border-radius: 6px;
          background: var(--raised); overflow-wrap: anywhere; user-select: all;
        }
        .code-list { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 4px 16px; }
        .qr { width: 220px; height: 220px; background: #ffffff; padding: 12px; border-radius: 6px; }
        .qr path { fill: #000000; }
        details > summary {
          cursor: pointer; color: var(--accent); min-height: 40px; display: inline-flex; align-items: center;
          gap: 8px; font-size: 14px; list-style: none;
        }
        details > summary::-webkit-details-marker { display: none; }
        details > summary::before { content: "+"; width: 10px; font-weight: 600; }
        details[open] > summary::before { content: "\u{2212}"; }
        """
}
