internal import FoundationEssentials
internal import WalletDomain
internal import WalletLedger

/// What was done by hand about a wallet, notes included, the newest first.
struct ListWalletActs: Endpoint {
    static let route = Route(.get, "/v1/admin/wallets/{user}/acts", access: .keys([.support]))
    let audit: AuditLog
    let wallets: WalletReads

    func parse(_ call: Call) throws -> PageInput { try PageInput(call) }

    func run(_ input: PageInput, as caller: Caller) async throws -> ActPage {
        let (environment, wallet) = try await wallets.find(input.user, input.environment)
        guard let wallet else {
            guard input.cursor == nil else { throw Problem(code: .badCursor) }
            return ActPage(page: .empty(environment), wallet: nil)
        }
        let list = Cursor.list("acts", in: wallet)
        let before = try input.cursor.map { text throws(Problem) in
            let place = try MomentCursor(text, of: list)
            guard let record = WireID.parseRecord(place.name) else { throw Problem(code: .badCursor) }
            return (at: place.at, record: record)
        }
        let rows = try await audit.records(of: wallet, before: before, limit: input.limit)
        let last = rows.count == input.limit ? rows.last : nil
        return ActPage(
            page: Page(
                environment: environment, rows: rows,
                next: last.map { MomentCursor.text($0.at, WireID.record($0.record), of: list) }), wallet: wallet)
    }

    struct ActPage: Answer {
        let page: Page<ActRecord>
        let wallet: WalletID?

        func write(to object: inout JSONWriter) {
            object.member("environment", page.environment.rawValue)
            object.array("acts") { list in
                for record in page.rows { list.object { write(record, to: &$0) } }
            }
            object.member("next_cursor", page.next)
        }

        private func write(_ record: ActRecord, to object: inout JSONWriter) {
            let note = record.reason.map { Note(text: $0, digest: []) }
            object.member("record", WireID.record(record.record))
            object.member("at", record.at.text)
            object.member("by", record.callerName)
            object.member("action", record.action)
            object.member("transaction_id", record.transaction?.text)
            object.member("entry", record.operation)
            object.member("approval", record.approval.map { WireID.approval($0) })
            object.member("from", record.origin)
            object.figures("before", record.before)
            object.figures("after", record.after)
            object.member("reason", note?.reason)
            object.member("ticket", note?.ticket)
        }
    }
}

extension JSONWriter {
    /// Figures as the log keeps them.
    fileprivate mutating func figures(_ name: String, _ json: String?) {
        // What the database holds there is an object.
        guard let json, let figures = try? JSONObject(parsing: Array(json.utf8)), !figures.members.isEmpty else {
            return
        }
        self.name(name)
        value(.object(figures))
    }
}
