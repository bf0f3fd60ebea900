internal import WalletDomain
internal import WalletServer

/// What the flags of `coffer export journal` ask for.
struct ExportRequest: Sendable {
    let environment: StoreEnvironment
    let flavour: CSVFlavour
    /// Nil: standard output.
    let path: String?
    private let from: CalendarDay
    private let to: CalendarDay
    private let zone: String?

    init(_ arguments: Arguments) throws(Failure) {
        _ = try arguments.choice("--format", of: ["csv"])
        let name = try arguments.choice("--environment", of: ["production", "sandbox"])
        environment = name == "sandbox" ? .sandbox : .production
        flavour = arguments.has("--spreadsheet") ? .spreadsheet : .plain
        path = arguments.text("--out")
        zone = arguments.text("--zone")
        from = try Self.day("--from", arguments)
        to = try Self.day("--to", arguments)
    }

    /// - Throws: where days or zone are wrong. An unknown zone is refused: UTC in silence would move days.
    func period(configuredZone: String) throws(Failure) -> ExportPeriod {
        let name = zone ?? configuredZone
        guard let zone = ExportZone(name) else {
            throw .usage("there is no zone \(name) here; give a name of the IANA database, as Asia/Shanghai, or UTC")
        }
        do throws(ExportError) {
            return try ExportPeriod(from: from, to: to, zone: zone)
        } catch {
            throw Failure(Self.explain(error), .usage)
        }
    }

    private static func day(_ flag: String, _ arguments: Arguments) throws(Failure) -> CalendarDay {
        let text = try arguments.required(flag)
        guard let day = CalendarDay(text) else { throw .usage("\(flag) needs a day as 2026-03-31, not \(text)") }
        return day
    }

    static func explain(_ error: ExportError) -> [String] {
        switch error {
        case .emptyPeriod: ["--to must be later than --from: it is the day after the last one"]
        case .noSuchDay: ["the zone has no such day: it was skipped when the zone crossed the date line"]
        case .ledger(let error): [Explanation.of(error)]
        case .outputFailed(let reason): ["the export could not be written: \(Explanation.oneLine(reason))"]
        case .totalsDisagree(let differences):
            ["lines and control totals disagree; do not use this export, and tell whoever looks after Coffer"]
                + differences
        }
    }
}
