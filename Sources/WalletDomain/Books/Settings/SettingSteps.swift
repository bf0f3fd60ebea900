/// A setting and since when the books know it.
package struct KnownSetting: Hashable, Sendable {
    package let setting: BooksSetting
    package let knownAt: Instant
    /// The change that brought it: 1, 2, 3, …
    package let change: Int64

    package init(_ setting: BooksSetting, knownAt: Instant, change: Int64) {
        self.setting = setting
        self.knownAt = knownAt
        self.change = change
    }
}

/// All that was ever told about one thing.
struct SettingSteps: Sendable {
    /// By beginning; of those that begin together, the newest last.
    let steps: [KnownSetting]
    /// Ascending, each once.
    let knownAt: [Instant]

    init(_ settings: [KnownSetting]) {
        steps = settings.sorted { ($0.setting.validFrom, $0.change) < ($1.setting.validFrom, $1.change) }
        knownAt = Set(settings.map(\.knownAt)).sorted()
    }

    /// What held at `moment`, as known at `known`; nil also where it was taken back.
    /// - Parameter change: up to this one all counts as known.
    func value(
        at moment: Instant, known: Instant, upTo change: Int64 = 0
    ) -> (value: BooksSettingValue, knownAt: Instant)? {
        let end = steps.partition { $0.setting.validFrom > moment }
        guard let step = steps[..<end].last(where: { $0.knownAt <= known || $0.change <= change }),
            let value = step.setting.value
        else { return nil }
        return (value, step.knownAt)
    }

    /// The first moment after `known` at which more was told.
    func nextKnown(after known: Instant) -> Instant? {
        let index = knownAt.partition { $0 > known }
        return index < knownAt.endIndex ? knownAt[index] : nil
    }

    /// For each beginning what is told now.
    var current: [KnownSetting] {
        steps.indices.filter { index in
            index + 1 == steps.endIndex
                || steps[index + 1].setting.validFrom != steps[index].setting.validFrom
        }.map { steps[$0] }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element satisfies it; all after it do as well. `endIndex` if none does.
    fileprivate func partition(_ isLater: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isLater(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
