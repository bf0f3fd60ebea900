internal import WalletDomain
internal import WalletLedger

/// A spend: which lots paid, and what was undone of it.
struct SpendPage: Screen {
    static let route = PageRoute(.get, "/admin/spends/{spend}", as: ReadSpend.route)
    let reader: WalletReader
    let leads: WalletLeads
    let directory: Directory

    func show(_ visit: Visit) async throws -> PageBody {
        let cursor = try visit.query(only: ["cursor"])["cursor"]
        let reading = try await visit.ask(
            ReadSpend(reader: reader, leads: leads),
            InnerRequest(path: ["spend": visit.path("spend")], query: [("cursor", cursor)]))
        let spend = reading.spend
        let user = try await directory.user(of: spend.id.wallet)
        return body(reading, user, isFirst: cursor == nil)
    }

    static func link(_ id: OperationID, cursor: String? = nil) -> Link {
        Link("spends", WireID.spend(id), query: ["cursor": cursor])
    }

    private func body(_ reading: ReadSpend.SpendReading, _ user: UserID?, isFirst: Bool) -> PageBody {
        let spend = reading.spend
        var trail = [PageBody.Crumb(title: Texts.users, link: Link("users"))]
        if let user { trail.append(.init(title: .plain(user.text), link: UserPage.link(user))) }
        return PageBody(Texts.spendNumber(spend.id.sequence), in: .users, trail: trail) { page in
            page.section(Texts.whatWasSpent) { part in
                part.facts([
                    .init(Texts.item) { $0.itemLink(spend.references.item) },
                    .number(Texts.quantity, spend.references.quantity.map { Int64($0) }),
                    .number(Texts.unitPrice, spend.references.unitPrice),
                    .number(Texts.priceVersion, spend.references.priceVersion.map { Int64($0) }),
                    .number(Texts.coins, spend.coins), .number(Texts.undone, spend.undoneCoins),
                    .moment(Texts.time, spend.at),
                    .code(Texts.id, WireID.spend(spend.id)),
                ])
            }
            page.section(Texts.lotsThatPaid) { Self.lots.write(spend.parts, to: &$0) }
            page.section(Texts.undos) { Self.undos.write(reading.undos, to: &$0) }
            page.pager(
                first: isFirst ? nil : Self.link(spend.id),
                next: reading.next.map { Self.link(spend.id, cursor: $0) })
        }
    }

    private static var lots: TablePart<SpendAnswer.Part> {
        TablePart(
            caption: Texts.lotsThatPaid, isCaptionShown: false, empty: Texts.freeSpend,
            columns: [
                .header(Texts.lot) { part, cell in cell.text("#\(part.lot)") },
                Column(Texts.kind) { part, cell in cell.phrase(part.account.phrase) },
                .number(Texts.coins) { $0.coins }, .number(Texts.undone) { $0.undone },
            ])
    }

    private static var undos: TablePart<UndoAnswer> {
        TablePart(
            caption: Texts.undos, isCaptionShown: false, empty: Texts.noUndos,
            columns: [
                .header(Texts.time) { undo, cell in cell.moment(undo.at) },
                .number(Texts.coins) { $0.coins },
                Column(Texts.id) { undo, cell in cell(.code, text: WireID.undo(undo.id)) },
            ])
    }
}
