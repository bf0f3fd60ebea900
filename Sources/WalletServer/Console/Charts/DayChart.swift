/// Figures by day as a picture. Drawn here, without a script: bars or a curve in an SVG that stretches, the words
/// around it in HTML, so that they stay readable at any width. The table behind it says the same to everybody.
struct DayChart {
    enum Style {
        case bars
        case curve
    }

    struct Series {
        let name: Phrase
        let colour: Colour
        let values: [Int64]
    }

    enum Colour: String {
        case a, b, c, d
    }

    let style: Style
    /// One text a day.
    let days: [String]
    let series: [Series]
    /// What the picture shows, for those who do not see it.
    let summary: Phrase

    private static let height = 100
    private static let dayWidth = 12

    private var width: Int { max(1, days.count) * Self.dayWidth }
    private var scale: ChartScale { ChartScale(series.flatMap(\.values)) }

    func write(to page: inout HTMLWriter) {
        let readout = page.newID("readout")
        if series.count > 1 { keys(&page) }
        page(.div, .class("chart")) { chart in
            chart(.div, .class("chart-scale"), .hiddenFromReaders) { scale in
                for mark in self.scale.marks { scale(.span, text: ChartScale.shortText(mark)) }
            }
            chart(
                .div, .class("chart-plot"), .role("img"), .label(summary[chart.language]), .focusable,
                .data(.plot, readout)
            ) { drawing(&$0) }
            chart(.div, .class("chart-days"), .hiddenFromReaders) { line in
                for day in shownDays { line(.span, text: day) }
            }
        }
        page(.p, .class("chart-readout"), .id(readout), .politely, phrase: Texts.chartHint)
    }

    /// First, middle, last.
    private var shownDays: [String] {
        guard days.count > 2 else { return days }
        return [days[0], days[(days.count - 1) / 2], days[days.count - 1]]
    }

    private func keys(_ page: inout HTMLWriter) {
        page(.ul, .class("keys")) { list in
            for one in series {
                list(.li) { item in
                    item(.svg, .viewBox(10, 10), .hiddenFromReaders) { svg in
                        svg(.rect, .class("series-" + one.colour.rawValue), .width(10), .height(10))
                    }
                    item(.span, phrase: one.name)
                }
            }
        }
    }

    private func drawing(_ plot: inout HTMLWriter) {
        let scale = self.scale
        plot(.svg, .viewBox(width, Self.height), .stretched, .hiddenFromReaders) { svg in
            for mark in scale.marks { line(at: mark, isAxis: mark == 0, scale, &svg) }
            if style == .curve { curves(scale, &svg) }
            for day in days.indices { self.day(day, scale, &svg) }
        }
    }

    private func line(at mark: Int64, isAxis: Bool, _ scale: ChartScale, _ svg: inout HTMLWriter) {
        let y = scale.y(mark, height: Double(Self.height))
        let ends = HTMLAttribute.line(from: (0, y), to: (Double(width), y))
        svg.element(.line, [.class(isAxis ? "axis" : "gridline")] + ends)
    }

    /// What stands on one day, and the stripe that the pointer meets.
    private func day(_ day: Int, _ scale: ChartScale, _ svg: inout HTMLWriter) {
        let left = Double(day * Self.dayWidth)
        svg(.g, .class("day"), .data(.readout, readout(day, svg.language))) { group in
            group(
                .rect, .class("day-hit"), .x(left), .y(0), .width(Double(Self.dayWidth)), .height(Double(Self.height)))
            guard case .bars = style else { return }
            let barWidth = 10 / Double(series.count)
            for (place, one) in series.enumerated() {
                let (top, bottom) = extent(one.values[day], scale)
                group(
                    .rect, .class("series-" + one.colour.rawValue), .x(left + 1 + Double(place) * barWidth), .y(top),
                    .width(max(1, barWidth - 0.5)), .height(bottom - top))
            }
        }
    }

    private func extent(_ value: Int64, _ scale: ChartScale) -> (top: Double, bottom: Double) {
        let ends = [scale.y(0, height: Double(Self.height)), scale.y(value, height: Double(Self.height))]
        return (min(ends[0], ends[1]), max(ends[0], ends[1]))
    }

    private func curves(_ scale: ChartScale, _ svg: inout HTMLWriter) {
        for one in series { curve(one, scale, &svg) }
    }

    private func curve(_ one: Series, _ scale: ChartScale, _ svg: inout HTMLWriter) {
        let height = Double(Self.height)
        let half = Double(Self.dayWidth) / 2
        let points = one.values.enumerated().map { day, value in
            (x: Double(day * Self.dayWidth) + half, y: scale.y(value, height: height))
        }
        guard let first = points.first, let last = points.last else { return }
        let ground = scale.y(0, height: height)
        svg(
            .polygon, .class("under-curve series-" + one.colour.rawValue),
            .points([(first.x, ground)] + points + [(last.x, ground)]))
        svg(.polyline, .class("curve curve-" + one.colour.rawValue), .points(points))
    }

    private func readout(_ day: Int, _ language: Language) -> String {
        let figures = series.map { "\($0.name[language]) \(Figures.grouped($0.values[day]))" }
        return days[day] + " · " + figures.joined(separator: " · ")
    }
}

extension HTMLWriter {
    /// A share of the largest, beside its figure.
    mutating func bar(_ value: Int64, of largest: Int64) {
        let share = largest > 0 ? max(0, Double(value) / Double(largest)) * 100 : 0
        self(.svg, .class("bar"), .viewBox(100, 10), .stretched, .hiddenFromReaders) { svg in
            svg(.rect, .x(0), .y(0), .width(share), .height(10))
        }
    }
}
