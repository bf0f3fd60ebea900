internal import WalletDomain
internal import WalletLedger

/// R11: one user's coins, movement by movement. As CSV, or as one JSON object with the rows in a list.
struct StatementText {
    private let user: UserID
    private let environment: StoreEnvironment
    private let isJSON: Bool
    private var text: ReportText
    private var references = UserReferences()
    private var isFirst = true

    init(_ user: UserID, _ environment: StoreEnvironment, _ format: ReportFormat) {
        self.user = user
        self.environment = environment
        isJSON = format == .jsonLines
        text = ReportText(.userStatement, format)
    }

    func opening() -> [UInt8] {
        guard isJSON else { return text.header() }
        var json = JSONWriter()
        json.object { object in
            object.member("user", user.text)
            object.member("environment", environment.rawValue)
            object.array("rows") { _ in }
        }
        // The list stays open.
        return Array(json.bytes.dropLast(2))
    }

    mutating func rows(_ entries: [Entry]) -> [UInt8] {
        var bytes: [UInt8] = []
        for entry in entries {
            let row = text.row(cells(entry))
            guard isJSON else {
                bytes += row
                continue
            }
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            bytes += row.dropLast()
            isFirst = false
        }
        return bytes
    }

    func closing() -> [UInt8] { isJSON ? Array("]}".utf8) : [] }

    private mutating func cells(_ entry: Entry) -> [ReportCell] {
        var change = Balances.zero
        change.move(-entry.coins, on: entry.debit)
        change.move(entry.coins, on: entry.credit)
        let after = entry.after
        return [
            .text(references.text(of: entry.wallet)), .number(entry.sequence), .moment(entry.at),
            .text(entry.kind.name), .number(change.paid), .number(change.bonus), .number(change.promo),
            .number(change.debt), .number(after.paid), .number(after.bonus), .number(after.promo),
            .number(after.debt), .text(entry.references.transaction?.text ?? entry.operationText),
            .text(entry.references.item?.text ?? entry.references.product),
        ]
    }
}
