extension Stylesheet {
    static let tables = """
        .table { overflow-x: auto; margin: 0 -20px -16px; border-top: 1px solid var(--line); }
        .part > .table:last-child { border-radius: 0 0 8px 8px; }
        main > .table, .plain-table .table {
          margin: 0; border: 1px solid var(--line); border-radius: 8px; background: var(--surface);
        }
        table { border-collapse: collapse; width: 100%; font-size: 14px; }
        caption { text-align: left; padding: 10px 20px 2px; color: var(--muted); font-size: 13px; }
        th, td {
          text-align: left; vertical-align: top; padding: 9px 12px; border-bottom: 1px solid var(--line);
          word-break: keep-all;
        }
        th:first-child, td:first-child { padding-left: 20px; }
        th:last-child, td:last-child { padding-right: 20px; }
        tbody tr:last-child > * { border-bottom: 0; }
        thead th { color: var(--muted); font-weight: 600; font-size: 13px; white-space: nowrap; padding-bottom: 7px; }
        tbody th { font-weight: 600; }
        tbody tr:hover { background: var(--raised); }
        td.number, th.number { text-align: right; white-space: nowrap; }
        .time { white-space: nowrap; }
        td .under, th .under {
          display: block; color: var(--muted); font-size: 13px; font-weight: 400; overflow-wrap: anywhere;
        }
        td code, th code { white-space: nowrap; }
        .bar { display: block; width: 100%; min-width: 80px; height: 10px; }
        .bar rect { fill: var(--series-a); }
        td form { display: inline-flex; }
        """

    static let forms = """
        .fields { display: grid; gap: 14px 20px; grid-template-columns: minmax(0, 1fr); max-width: 560px; }
        .fields.two { grid-template-columns: repeat(auto-fit, minmax(min(100%, 220px), 1fr)); max-width: 760px; }
        .fields.two .actions, .fields.two .whole { grid-column: 1 / -1; }
        .field { display: flex; flex-direction: column; gap: 4px; min-width: 0; }
        .field label, legend { font-weight: 600; font-size: 14px; }
        fieldset { border: 0; margin: 0; padding: 0; display: grid; gap: 4px; min-width: 0; }
        .hint { color: var(--muted); font-size: 13px; }
        .error { color: var(--bad); font-size: 13px; font-weight: 600; }
        input, select, textarea {
          font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--edge); border-radius: 6px;
          padding: 8px 12px; min-height: 44px; width: 100%; min-width: 0;
        }
        textarea { resize: vertical; }
        input.short { max-width: 200px; }
        input.number { text-align: right; }
        input[aria-invalid], select[aria-invalid], textarea[aria-invalid] { border: 2px solid var(--bad); }
        input::file-selector-button { font: inherit; font-weight: 600; margin-right: 12px; cursor: pointer; }
        input::placeholder { color: var(--muted); opacity: 1; }
        .check { display: grid; grid-template-columns: 24px minmax(0, 1fr); gap: 2px 10px; align-items: center; }
        .check input { width: 24px; height: 24px; min-height: 24px; margin: 10px 0; accent-color: var(--accent); }
        .check .hint { grid-column: 2; margin-top: -8px; }
        .actions { display: flex; gap: 12px; flex-wrap: wrap; }
        button, .button {
          font: inherit; font-weight: 600; min-height: 44px; padding: 8px 18px; border-radius: 6px; cursor: pointer;
          border: 1px solid var(--edge); background: var(--surface); color: var(--text); text-decoration: none;
          display: inline-flex; align-items: center; justify-content: center; word-break: keep-all;
        }
        button:hover, .button:hover { background: var(--raised); border-color: var(--text); }
        button.main { background: var(--accent); color: var(--accent-text); border-color: var(--accent); }
        button.main:hover { background: var(--text); border-color: var(--text); color: var(--surface); }
        button.danger { color: var(--bad); border-color: var(--bad); }
        button.danger:hover { background: var(--bad-soft); }
        button.quiet { border-color: transparent; background: none; color: var(--accent); padding: 8px 12px; }
        button.quiet:hover { background: var(--accent-soft); }
        .period { display: flex; flex-wrap: wrap; gap: 12px; align-items: end; }
        .period .field { flex: 0 1 auto; }
        .period input, .period select { width: auto; max-width: 100%; }
        """

    static let charts = """
        .chart { display: grid; gap: 6px; grid-template-columns: auto minmax(0, 1fr); }
        .chart-scale {
          display: flex; flex-direction: column; justify-content: space-between; text-align: right;
          color: var(--muted); font-size: 12px; line-height: 1; margin: -6px 0; padding: 0;
          font-variant-numeric: tabular-nums; height: 212px;
        }
        .chart-plot { height: 200px; border-radius: 2px; cursor: crosshair; }
        .chart-plot svg { display: block; width: 100%; height: 100%; overflow: visible; }
        .chart-days {
          grid-column: 2; display: flex; justify-content: space-between; gap: 8px; color: var(--muted); font-size: 12px;
          font-variant-numeric: tabular-nums;
        }
        .chart-readout { font-size: 13px; color: var(--muted); font-variant-numeric: tabular-nums; min-height: 20px; }
        .gridline { stroke: var(--line); stroke-width: 1px; vector-effect: non-scaling-stroke; }
        .axis { stroke: var(--edge); stroke-width: 1px; vector-effect: non-scaling-stroke; }
        .series-a { fill: var(--series-a); }
        .series-b { fill: var(--series-b); }
        .series-c { fill: var(--series-c); }
        .series-d { fill: var(--series-d); }
        .curve { fill: none; stroke-width: 2px; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
        .curve-a { stroke: var(--series-a); }
        .curve-c { stroke: var(--series-c); }
        .curve-d { stroke: var(--series-d); }
        .under-curve { stroke: none; opacity: .14; }
        .day-hit { fill: transparent; }
        .day.at .day-hit { fill: var(--text); opacity: .09; }
        .keys { display: flex; flex-wrap: wrap; gap: 4px 20px; font-size: 13px; }
        .keys li { display: inline-flex; align-items: center; gap: 8px; }
        .keys svg { width: 12px; height: 12px; }
        """

    static let small = """
        @media (max-width: 860px) {
          .top { padding: 4px 16px; gap: 0 12px; }
          .find { order: 3; flex: 1 1 100%; max-width: none; margin: 0; padding-bottom: 8px; }
          .me { margin-left: auto; }
          .frame { display: block; }
          .side { border-right: 0; border-bottom: 1px solid var(--line); padding: 4px 8px; }
          .side { display: flex; overflow-x: auto; gap: 4px; scrollbar-width: none; }
          .side .group { display: none; }
          .side ul { display: flex; margin: 0; gap: 4px; }
          .side a { min-height: 44px; white-space: nowrap; }
          .body { min-height: 0; }
          main { padding: 16px 16px 32px; gap: 16px; }
          footer { padding: 8px 16px 24px; }
          .part { padding: 14px 16px; }
          .table { margin: 0 -16px -14px; }
          th:first-child, td:first-child, caption { padding-left: 16px; }
          th:last-child, td:last-child { padding-right: 16px; }
          h1 { font-size: 22px; }
          .tiles { grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); }
          .tile-figure { font-size: 20px; }
        }
        @media (max-width: 480px) {
          .who-role { display: none; }
          .facts > div { gap: 12px; }
        }
        @media (forced-colors: active) {
          .side a[aria-current], .tabs a[aria-current] { outline: 2px solid; outline-offset: -4px; }
        }
        @media print {
          .side, .find, .me, .skip, .pager, .actions, footer form { display: none; }
          .frame { display: block; }
          .table { overflow: visible; }
        }
        """
}
