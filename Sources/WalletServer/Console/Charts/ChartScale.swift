/// The upright scale of a picture: round numbers, zero always among them.
struct ChartScale: Sendable {
    let lowest: Int64
    let highest: Int64
    /// From the top down.
    let marks: [Int64]

    private static let stepsWanted: Int64 = 4

    init(_ values: some Sequence<Int64>) {
        let low = min(0, values.min() ?? 0)
        let high = max(0, values.max() ?? 0)
        let step = Self.roundStep((high - low) / Self.stepsWanted + 1)
        lowest = -((-low + step - 1) / step) * step
        highest = max(lowest + step, (high + step - 1) / step * step)
        marks = Array(stride(from: highest, through: lowest, by: -Int(step)))
    }

    /// 1, 2 or 5 times a power of ten, at least `least`.
    private static func roundStep(_ least: Int64) -> Int64 {
        var power: Int64 = 1
        while power <= Int64.max / 100 {
            for factor: Int64 in [1, 2, 5] where factor * power >= least { return factor * power }
            power *= 10
        }
        return power
    }

    /// How far below the top `value` lies, in `height` units.
    func y(_ value: Int64, height: Double) -> Double {
        let span = Double(highest - lowest)
        return (Double(highest) - Double(value)) / span * height
    }

    /// Short enough for the margin: `1.2M`, `30k`.
    static func shortText(_ value: Int64) -> String {
        for (unit, name) in [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")] as [(Int64, String)]
        where value.magnitude >= unit.magnitude {
            let tenths = value / (unit / 10)
            let rest = tenths.magnitude % 10
            return Figures.grouped(tenths / 10) + (rest == 0 ? "" : ".\(rest)") + name
        }
        return Figures.grouped(value)
    }
}
