/// The elements that pages are made of. What could run or load anything by itself is not among them: a script or a
/// stylesheet is only ever named by its address.
enum HTMLTag: String, Sendable {
    case html, head, body, title, header, nav, main, footer, section, aside, details, summary, dialog
    case h1, h2, h3, p, div, span, a, ul, ol, li, dl, dt, dd, strong, em, small, code, pre, time, abbr, mark
    case table, caption, colgroup, thead, tbody, tfoot, tr, th, td
    case form, fieldset, legend, label, button, select, option, optgroup, textarea, output, datalist
    case script
    // Drawings
    case svg, g, rect, circle, line, path, polyline, polygon
    // Without an end
    case meta, link, input, img, br

    var hasEnd: Bool {
        switch self {
        case .meta, .link, .input, .img, .br: false
        case .html, .head, .body, .title, .header, .nav, .main, .footer, .section, .aside, .details, .summary, .dialog,
            .h1, .h2, .h3, .p, .div, .span, .a, .ul, .ol, .li, .dl, .dt, .dd, .strong, .em, .small, .code, .pre, .time,
            .abbr, .mark, .table, .caption, .colgroup, .thead, .tbody, .tfoot, .tr, .th, .td, .form, .fieldset,
            .legend, .label, .button, .select, .option, .optgroup, .textarea, .output, .datalist, .script, .svg, .g,
            .rect, .circle, .line, .path, .polyline, .polygon:
            true
        }
    }
}
