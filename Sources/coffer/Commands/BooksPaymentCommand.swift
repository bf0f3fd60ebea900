internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// `coffer books payment`: what Apple paid, and what of its reports that clears.
enum BooksPaymentCommand {
    static let command = Subcommand(
        words: ["books", "payment"], summary: "Tells the books of a payment of Apple's",
        flags: [
            .value(
                "--reference", "TEXT", "the bank's or Apple's name for it; the same one twice is once",
                isRequired: true),
            .value("--day", "DAY", "when it arrived, as 2026-09-03", isRequired: true),
            .value("--amount", "AMOUNT", "what arrived, as 12.97", isRequired: true),
            .value("--currency", "CODE", "the bank's, as USD", isRequired: true),
            .value(
                "--cleared", "LIST",
                "of the reports' proceeds, as USD=0.70,JPY=1890:30; behind the colon what of it was withheld",
                isRequired: true),
        ]
    ) { arguments in
        let payment = try payment(arguments)
        return try await AppleOffice.with { desk, caller in
            switch try await desk.payments.tell(payment, by: caller, origin: AdminOffice.origin) {
            case .told(let kept): Console.write("told payment \(kept.number)")
            case .alreadyTold(let kept): Console.write("already_told payment \(kept.number)")
            case .referenceTaken(let kept):
                throw Failure("payment \(kept.number) has this reference and says something else")
            }
            return .success
        }
    }

    private static func payment(_ arguments: Arguments) throws(Failure) -> ApplePayment {
        let reference = try arguments.required("--reference")
        guard reference.utf8.count <= Limits.nameBytesMax else { throw .usage("--reference is too long") }
        guard let day = ReportDays.parse(try arguments.required("--day")) else {
            throw .usage("--day needs a day as 2026-09-03")
        }
        let bank = try currency(try arguments.required("--currency"), of: "--currency")
        let amount = try amount(try arguments.required("--amount"), bank, of: "--amount")
        var clearing: [Settlement.Cleared] = []
        for part in try arguments.required("--cleared").split(separator: ",", omittingEmptySubsequences: false) {
            clearing.append(try cleared(part))
        }
        guard Set(clearing.map(\.currency)).count == clearing.count else {
            throw .usage("--cleared names a currency twice")
        }
        return ApplePayment(reference: reference, day: day, bank: bank, amount: amount, clearing: clearing)
    }

    private static func cleared(_ text: Substring) throws(Failure) -> Settlement.Cleared {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2 else { throw .usage("--cleared needs CODE=AMOUNT or CODE=AMOUNT:WITHHELD") }
        let currency = try currency(String(parts[0]), of: "--cleared")
        let amounts = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let withheld = try amounts.count == 2 ? amount(String(amounts[1]), currency, of: "--cleared") : 0
        return Settlement.Cleared(
            currency: currency, amount: try amount(String(amounts[0]), currency, of: "--cleared", isSigned: true),
            withheld: withheld)
    }

    private static func currency(_ code: String, of flag: String) throws(Failure) -> Currency {
        guard let currency = Currency(code) else { throw .usage("\(flag): there is no currency \(code)") }
        return currency
    }

    private static func amount(
        _ text: String, _ currency: Currency, of flag: String, isSigned: Bool = false
    ) throws(Failure) -> Int64 {
        guard let amount = ExactDecimal.parse(text, exponent: currency.exponent), isSigned || amount >= 0 else {
            throw .usage("\(flag): \(text) is no amount of \(currency.code)")
        }
        return amount
    }
}
