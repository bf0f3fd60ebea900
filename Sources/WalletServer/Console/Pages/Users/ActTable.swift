internal import WalletDomain
internal import WalletLedger

/// What was done by hand about a wallet: who, from where, why, and each figure before and after.
struct ActTable {
    let user: UserID
    let environment: StoreEnvironment
    /// Whose records they are.
    let wallet: WalletID?

    func write(_ records: [ActRecord], to page: inout HTMLWriter) {
        TablePart(
            caption: Texts.actsByHand, isCaptionShown: false, empty: Texts.noActs,
            columns: [
                .header(Texts.time) { record, cell in cell.moment(record.at) },
                Column(Texts.actor) { record, cell in
                    cell.text(record.callerName)
                    if let origin = record.origin { cell(.span, .class("under"), text: origin) }
                },
                Column(Texts.action) { record, cell in cell.phrase(Texts.actionName(record.action)) },
                Column(Texts.beforeAfter) { record, cell in
                    cell.figureChanges(FigureChanges(before: record.before, after: record.after))
                },
                Column(Texts.reason) { record, cell in Self.reason(record, &cell) },
                about,
            ]
        ).write(records, to: &page)
    }

    private static func reason(_ record: ActRecord, _ cell: inout HTMLWriter) {
        guard let text = record.reason else { return cell.dash() }
        let note = Note(text: text, digest: [])
        cell.text(note.reason)
        if let ticket = note.ticket { cell(.span, .class("under"), text: ticket) }
    }

    /// The request, the purchase, the entries in the statement.
    private var about: Column<ActRecord> {
        Column(Texts.about) { [user, environment, wallet] record, cell in
            if let approval = record.approval {
                cell(.div) { $0(.a, .href(ApprovalPage.link(approval)), phrase: Texts.approval) }
            }
            if let operation = record.operation, let wallet {
                let id = OperationID(wallet: wallet, sequence: operation)
                cell(.div) { $0.entryLink(id, user, environment, current: wallet) }
            }
            if let transaction = record.transaction {
                cell(.div) { $0.purchaseLink(environment, transaction) }
            }
            if record.approval == nil, record.operation == nil, record.transaction == nil { cell.dash() }
        }
    }
}

/// What the audit log keeps before and after, figure by figure.
struct FigureChanges: Sendable {
    struct Change: Sendable {
        let name: String
        let before: JSONValue?
        let after: JSONValue?
    }

    let all: [Change]

    /// - Parameters: JSON objects as the database has them; what is none says nothing.
    init(before: String?, after: String?) {
        let (old, new) = (Self.members(before), Self.members(after))
        var names = old.map(\.name)
        for member in new where !names.contains(member.name) { names.append(member.name) }
        all = names.map { name in
            Change(
                name: name, before: old.first { $0.name == name }?.value, after: new.first { $0.name == name }?.value)
        }
    }

    private static func members(_ json: String?) -> [JSONObject.Member] {
        // What cannot be read (somebody changed it by hand) has no figures.
        guard let json, let object = try? JSONObject(parsing: Array(json.utf8)) else { return [] }
        return object.members
    }
}

extension HTMLWriter {
    /// `Promo 10 → 35`, a line each.
    mutating func figureChanges(_ changes: FigureChanges) {
        guard !changes.all.isEmpty else { return dash() }
        for change in changes.all {
            self(.div) { line in
                line.phrase(Texts.figureName(change.name))
                line.text(" ")
                if let before = change.before, change.before != change.after {
                    line.figure(before)
                    line.text(" → ")
                }
                if let after = change.after { line.figure(after) } else { line.dash() }
            }
        }
    }

    private mutating func figure(_ value: JSONValue) {
        switch value {
        case .integer(let number): text(Figures.grouped(number))
        case .text(let word): phrase(Texts.figureWord(word))
        case .boolean(let flag): phrase(flag ? Texts.yes : Texts.no)
        case .otherNumber(let text): self.text(text)
        case .null, .array, .object: dash()
        }
    }
}
