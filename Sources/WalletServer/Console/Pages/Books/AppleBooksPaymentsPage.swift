internal import WalletDomain
internal import WalletLedger

/// What Apple paid, as accountants told it, and the form that tells the next payment.
struct AppleBooksPaymentsPage: Screen {
    static let route = PageRoute(.get, "/admin/books/apple/payments", as: ListApplePayments.route)
    static let link = Link("books", "apple", "payments")
    let desk: AppleReportDesk

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, cursor: try visit.query(only: ["cursor"])["cursor"], nil)
    }

    func body(_ visit: Visit, cursor: String?, _ trouble: Trouble?) async throws -> PageBody {
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListApplePayments(payments: desk.payments), request)
        return AppleBooksFrame(tab: .payments).body(trouble) { page in
            page(.p, .class("muted"), phrase: Texts.applePaymentsText)
            page.section(Texts.applePayments) { Self.table.write(list.kept, to: &$0) }
            page.pager(
                first: cursor == nil ? nil : Self.link,
                next: list.next.map { Link("books", "apple", "payments", query: ["cursor": $0]) })
            if visit.may(TellApplePayment.route) { Self.form(visit, trouble, &page) }
        }
    }

    private static let table = TablePart<KeptPayment>(
        caption: Texts.applePayments, isCaptionShown: false, empty: Texts.noApplePayments,
        columns: [
            .header(Texts.paymentReference) { kept, cell in
                cell.text(kept.payment.reference)
                cell(.span, .class("under"), text: "#\(kept.number)")
            },
            Column(Texts.day, .time) { kept, cell in cell.reportDay(kept.payment.day) },
            Column(Texts.atTheBank, .number) { kept, cell in
                cell.text(AppleBooksMoney.text(kept.payment.amount, kept.payment.bank))
            },
            Column(Texts.clears, .number) { kept, cell in
                for part in kept.payment.clearing { cell(.div, text: AppleBooksMoney.text(part.amount, part.currency)) }
            },
            Column(Texts.ofItWithheld, .number) { kept, cell in
                for part in kept.payment.clearing {
                    let isNothing = part.withheld == 0
                    cell(.div, text: isNothing ? "–" : AppleBooksMoney.text(part.withheld, part.currency))
                }
            },
            Column(Texts.toldAt, .time) { kept, cell in
                cell.moment(kept.toldAt)
                cell(.span, .class("under"), text: kept.callerName)
            },
        ])

    private static func form(_ visit: Visit, _ trouble: Trouble?, _ page: inout HTMLWriter) {
        page.section(Texts.tellPayment) { part in
            part(.p, .class("muted"), phrase: Texts.tellPaymentText)
            part.afterStepUp(visit, at: link) { part in
                part.form(to: link, .class("fields")) { form in
                    form.field(
                        .init(
                            name: "reference", label: Texts.paymentReference, hint: Texts.paymentReferenceHint,
                            attributes: [.lengthMax(Limits.nameBytesMax), .autocomplete(.off), .noSpelling]), trouble)
                    form.field(.init(name: "day", label: Texts.paymentDay, type: .date), trouble)
                    form.field(
                        .init(
                            name: "currency", label: Texts.bankCurrency, hint: Texts.currencyHint,
                            attributes: [.lengthMax(3), .autocomplete(.off), .noSpelling, .class("short")]), trouble)
                    form.field(
                        .init(
                            name: "amount", label: Texts.atTheBank, hint: Texts.amountHint,
                            attributes: [.inputMode("decimal"), .autocomplete(.off), .class("number short")]), trouble)
                    form.lines("cleared", Texts.clears, rows: 4, hint: Texts.clearsHint, trouble)
                    form.submit(Texts.tellPayment)
                }
            }
        }
    }
}

/// Tells a payment. The same one again changes nothing; another one of its reference is refused.
struct AppleBooksTellPayment: Act {
    static let route = PageRoute(.post, "/admin/books/apple/payments", as: TellApplePayment.route)
    static let fields: Set<String> = ["reference", "day", "currency", "amount", "cleared"]
    static let isSensitive = true
    let page: AppleBooksPaymentsPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        guard let bank = Currency(form["currency"].uppercased()) else { throw Problem.malformed("currency") }
        guard let amount = AppleBooksMoney.minorUnits(form["amount"], bank) else { throw Problem.malformed("amount") }
        let request = InnerRequest(body: [
            ("reference", .text(form["reference"])), ("day", .text(form["day"])), ("currency", .text(bank.code)),
            ("amount", .number(amount)), ("cleared", .list(try Self.cleared(form["cleared"]))),
        ])
        do {
            let told = try await visit.ask(TellApplePayment(payments: page.desk.payments), request)
            return .go(AppleBooksPaymentsPage.link, told.isNew ? .paymentTold : .paymentKnown)
        } catch let problem as Problem where problem.code == .referenceTaken {
            throw problem.adding(Problem.Fact(name: "member", value: .text("reference")))
        }
    }

    /// `JPY 1890 30`: currency, what is cleared, and what of it was withheld, if any; one a line.
    private static func cleared(_ text: String) throws(Problem) -> [InnerRequest.Member] {
        var members: [InnerRequest.Member] = []
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let first = words.first else { continue }
            let wrong = Problem.malformed("cleared").adding(.init(name: "line", value: .number(Int64(index) + 1)))
            guard (2...3).contains(words.count), let currency = Currency(first.uppercased()),
                let amount = AppleBooksMoney.minorUnits(words[1], currency)
            else { throw wrong }
            var withheld: Int64?
            if words.count == 3 {
                guard let told = AppleBooksMoney.minorUnits(words[2], currency), told >= 0 else { throw wrong }
                withheld = told
            }
            members.append(
                .object([
                    ("currency", .text(currency.code)), ("amount", .number(amount)),
                    ("withheld", withheld.map { .number($0) }),
                ]))
        }
        return members
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, trouble)
    }
}

extension TellApplePayment.ToldPayment {
    fileprivate var isNew: Bool { state == "told" }
}
