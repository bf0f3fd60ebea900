internal import AppStore
internal import Foundation
internal import StoreSimulator
internal import WalletDomain

/// `coffer sign-purchase`: what the App Store would sign, signed by the authority that `coffer dev` trusts.
enum SignPurchaseCommand {
    static let command = Subcommand(
        words: ["sign-purchase"], summary: "Signs a purchase with the test authority of coffer dev (development only)",
        flags: [
            .value("--product", "ID", "the App Store product, as com.example.coins.500", isRequired: true),
            .value("--data", "DIR", "the data of coffer dev; default .coffer"),
            .value("--quantity", "N", "1 to \(Limits.purchaseQuantityMax); default 1"),
            .value("--token", "UUID", "the app account token, from an order or registered"),
            .value("--transaction", "DIGITS", "Apple's transaction id; default a new one"),
            .value("--environment", "NAME", "production or sandbox; default production"),
            .value("--bundle", "ID", "the app; default \(DevSamples.bundle)"),
            .value("--price", "THOUSANDTHS", "what the customer paid, as Apple counts it"),
            .value("--currency", "CODE", "of the price, as USD"),
            .option("--receipt", "a base64 app receipt instead of a signed transaction"),
        ],
        notes: ["Prints the proof and nothing else. Only a service that trusts this authority believes it."]
    ) { arguments in
        let data = arguments.text("--data") ?? DevFolder.usual
        let authority: TestAuthority
        do {
            authority = try TestAuthority.load(from: DevFolder.authority(in: data))
        } catch {
            throw Failure("there is no test authority in \(data): start coffer dev there first")
        }
        let draft = try PurchaseDraft(arguments)
        let proof =
            arguments.has("--receipt")
            ? try authority.makeReceipt(draft.receipt) : try authority.sign(draft.transaction)
        Console.write(proof)
        return .success
    }
}

/// What is signed, out of the command's flags.
private struct PurchaseDraft {
    let product: String
    let bundle: String
    let transactionID: String
    let quantity: Int
    let token: String?
    let isSandbox: Bool
    let price: Int64?
    let currency: String?
    let at = Date()

    private static let transactionIDs: ClosedRange<UInt64> = 2_000_000_000_000_000...2_999_999_999_999_999

    init(_ arguments: Arguments) throws {
        product = try arguments.required("--product")
        bundle = arguments.text("--bundle") ?? DevSamples.bundle
        let given = arguments.text("--transaction")
        if let given {
            do { _ = try TransactionID(given) } catch { throw Failure.usage("--transaction needs digits") }
        }
        transactionID = given ?? String(UInt64.random(in: Self.transactionIDs))
        quantity = try arguments.number("--quantity", in: 1...Limits.purchaseQuantityMax) ?? 1
        token = arguments.text("--token")
        if let token, UUID(uuidString: token) == nil { throw Failure.usage("--token needs a UUID") }
        isSandbox = try arguments.choice("--environment", of: ["production", "sandbox"]) == "sandbox"
        price = try arguments.number("--price", in: 0...Int64.max)
        currency = arguments.text("--currency")
    }

    var transaction: SimulatedTransaction {
        let millisecondsASecond = 1_000.0
        return SimulatedTransaction(
            transactionID: transactionID, bundleID: bundle, productID: product, quantity: quantity,
            environment: isSandbox ? "Sandbox" : "Production", appAccountToken: token, price: price,
            currency: currency, atMs: Int64(at.timeIntervalSince1970 * millisecondsASecond))
    }

    /// Receipts carry neither token nor price.
    var receipt: SimulatedReceipt {
        let time = at.ISO8601Format()
        let entry = SimulatedReceipt.Entry(
            productID: product, transactionID: transactionID, purchaseDate: time, quantity: Int64(quantity))
        return SimulatedReceipt(
            receiptType: isSandbox ? "ProductionSandbox" : "Production", bundleID: bundle, creationDate: time,
            entries: [entry])
    }
}
