internal import Crypto
internal import WalletDomain
internal import WalletLedger

/// The proofs that a user brought, and where each stands.
struct UserProofsPage: Screen {
    static let route = PageRoute(.get, "/admin/users/{user}/proofs", as: ListProofs.route)
    let wallets: WalletReads
    let support: SupportReader

    func show(_ visit: Visit) async throws -> PageBody {
        let list = try UserListVisit(visit)
        let page = try await visit.ask(ListProofs(wallets: wallets, support: support), list.request).page
        return UserFrame(user: list.user, environment: page.environment, tab: .proofs, visit: visit)
            .list(next: page.next, isFirst: list.isFirst) { Self.table.write(page.rows, to: &$0) }
    }

    private static var table: TablePart<ProofLine> {
        TablePart(
            caption: Texts.proofs, isCaptionShown: false, empty: Texts.noProofs,
            columns: [
                .header(Texts.proof) { line, cell in
                    cell(.a, .href(ProofPage.link(line.wallet, line.digest)), phrase: line.kind.phrase)
                    cell(.span, .class("under")) { $0(.code, text: hexadecimal(line.digest.prefix(8))) }
                },
                Column(Texts.state) { line, cell in cell.proofState(line.state) },
                .number(Texts.looks) { Int64($0.attempts) },
                Column(Texts.received, .time) { line, cell in cell.moment(line.receivedAt) },
                Column(Texts.nextLook, .time) { line, cell in cell.optionalMoment(line.nextAttemptAt) },
            ])
    }
}

extension HTMLWriter {
    mutating func proofState(_ state: ProofRecord.State) {
        switch state {
        case .credited: tag(state.phrase, .good)
        case .pending: tag(state.phrase, .warning)
        case .refused: tag(state.phrase, .bad)
        }
    }
}
