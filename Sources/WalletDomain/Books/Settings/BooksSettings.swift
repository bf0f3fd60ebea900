/// All that an accountant has told, and when. A value: what is told later makes another one.
package struct BooksSettings: Sendable {
    /// The number of the newest change; 0: nothing was told.
    package let version: Int64
    package let rules: BooksRules
    /// The change by which a period was closed for the first time: later ones may not touch what is posted.
    private let firstFrozen: Int64?
    private let steps: [BooksSettingKey: SettingSteps]

    package init(
        version: Int64 = 0, rules: BooksRules = .init(), _ settings: [KnownSetting] = [], firstFrozen: Int64? = nil
    ) {
        self.version = version
        self.rules = rules
        self.firstFrozen = firstFrozen
        steps = Dictionary(grouping: settings, by: \.setting.key).mapValues { SettingSteps($0) }
    }

    /// What is told now, in the order of sheets.
    package var current: [KnownSetting] { steps.values.flatMap(\.current).sorted { $0.isBefore($1) } }

    /// All that was ever told.
    package var history: [KnownSetting] { steps.values.flatMap(\.steps).sorted { $0.isBefore($1) } }

    /// What a setting would change.
    package enum Effect: Hashable, Sendable {
        case added
        case changed(from: BooksSettingValue?)
        case unchanged
    }

    package func effect(of setting: BooksSetting) -> Effect {
        let steps = steps[setting.key]?.steps ?? []
        guard let known = steps.last(where: { $0.setting.validFrom == setting.validFrom }) else { return .added }
        return known.setting.value == setting.value ? .unchanged : .changed(from: known.setting.value)
    }

    /// The closest key that is told about; of those, what held at `moment` as known at `known`.
    func find(
        _ keys: [BooksSettingKey], at moment: Instant, known: Instant
    ) -> (value: BooksSettingValue, knownAt: Instant)? {
        for key in keys {
            if let found = steps[key]?.value(at: moment, known: known) { return found }
        }
        return nil
    }

    func nextKnown(_ keys: [BooksSettingKey], after known: Instant) -> Instant? {
        keys.compactMap { steps[$0]?.nextKnown(after: known) }.min()
    }

    /// The client's own account for one of ours.
    /// - Parameter known: as it was known then; nil: as it is now.
    package func clientAccount(
        of account: BooksAccount, at moment: Instant, known: Instant? = nil
    ) -> (code: String, name: String)? {
        let found = find([.account(account)], at: moment, known: known ?? Instant(microseconds: .max))
        guard case .account(let code, let name) = found?.value else { return nil }
        return (code, name)
    }

    /// A term counts for spends after it was told. Until the first close, what is told counts for earlier ones too:
    /// nothing was filed yet.
    package func termDays(of item: ItemID, spentAt: Instant) -> Int64? {
        let found = steps[.term(item)]?.value(at: spentAt, known: spentAt, upTo: firstFrozen ?? .max)
        guard case .days(let days) = found?.value else { return nil }
        return days
    }
}
