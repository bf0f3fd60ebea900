internal import WalletDomain
internal import WalletLedger

/// Whom a search found: users with where they lead to, purchases that wait for an owner, and where the list goes on.
struct UserHitsPart: Sendable {
    /// As it was searched for.
    let text: String
    let isFirst: Bool
    let page: FindUsers.UserHitPage

    func write(to page: inout HTMLWriter) {
        if !self.page.hits.isEmpty || self.page.unattributed.isEmpty {
            page.section(Texts.foundUsers) { Self.table.write(self.page.hits, to: &$0) }
        }
        if !self.page.unattributed.isEmpty {
            page.section(Texts.foundUnattributed) { part in
                part(.p, .class("muted"), phrase: Texts.foundUnattributedText)
                Self.waiting.write(self.page.unattributed, to: &part)
            }
        }
        page.pager(first: isFirst ? nil : UsersPage.link(text), next: self.page.next.map { UsersPage.link(text, $0) })
    }

    private static let table = TablePart<UserHit>(
        caption: Texts.foundUsers, isCaptionShown: false, empty: Texts.nobodyFound,
        columns: [
            .header(Texts.user) { hit, cell in cell(.a, .href(UserPage.link(hit.user)), text: hit.user.text) },
            Column(Texts.mergedInto) { hit, cell in
                guard let account = hit.mergedInto else { return cell.dash() }
                cell(.a, .href(UserPage.link(account)), text: account.text)
            },
            Column(Texts.tester) { hit, cell in
                if hit.isTester { cell.tag(Texts.tester, .warning) } else { cell.dash() }
            },
            Column(Texts.wallets) { hit, cell in
                if hit.wallets.isEmpty { cell.dash() }
                for place in hit.wallets {
                    cell(.div) { line in
                        let account = hit.mergedInto ?? hit.user
                        line(
                            .a, .href(UserPage.link(account, place.environment)), phrase: place.environment.phrase)
                        line(.span, .class("under")) { $0(.code, text: WireID.wallet(place.wallet)) }
                    }
                }
            },
        ])

    /// Each leads to its page, where support assigns it.
    private static let waiting = TablePart<StoreTransaction.Key>(
        caption: Texts.foundUnattributed, isCaptionShown: false, empty: Texts.noUnattributed,
        columns: [
            .header(Texts.transactionID) { key, cell in cell.purchaseLink(key.environment, key.id) },
            Column(Texts.environment) { key, cell in cell.phrase(key.environment.phrase) },
        ])
}
