internal import Crypto
internal import WalletDomain

/// The signed content of a receipt. Reading it proves nothing: `ReceiptVerifier` does.
struct ReceiptPayload {
    /// Types of the receipt's own attributes. 0 is undocumented, and in every genuine receipt.
    private enum Attribute {
        static let receiptType = 0
        static let bundleID = 2
        static let creationDate = 12
        static let inAppEntry = 17
    }

    let createdAt: Instant
    private let attributes: ReceiptAttributes
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(ProofError) {
        self.bytes = bytes
        do throws(DERError) {
            attributes = try ReceiptAttributes(bytes, bytes.indices)
        } catch {
            throw .invalidSignature(.content)
        }
        guard let date = try attributes.date(Attribute.creationDate) else {
            throw attributes.fault(Attribute.creationDate)
        }
        createdAt = date
    }

    func bundleID() throws(ProofError) -> String { try attributes.requiredText(Attribute.bundleID) }

    /// The store is not named; the kind of receipt tells it.
    func environment() throws(ProofError) -> StoreEnvironment {
        switch try attributes.text(Attribute.receiptType) {
        case "Production", "ProductionVPP": .production
        case "ProductionSandbox", "ProductionVPPSandbox": .sandbox
        default: throw .wrongEnvironment  // Xcode, and whatever Apple may invent
        }
    }

    /// Every in-app entry counts; the order says nothing. Entries that are equal in all we read are one. An entry whose
    /// product is the app itself is its download, no purchase (case V-7).
    func purchases(_ environment: StoreEnvironment, bundleID: String) throws(ProofError) -> [Purchase] {
        let ranges = attributes.all(Attribute.inAppEntry)
        guard ranges.count <= Limits.receiptEntriesMax else { throw .tooLarge }
        var seen: Set<Purchase> = []
        var purchases: [Purchase] = []
        for range in ranges {
            let entry = try ReceiptEntry(bytes, range)
            let purchase = try entry.purchase(environment, bundleID: bundleID, signedAt: createdAt)
            guard purchase.productID != bundleID else { continue }
            if seen.insert(purchase).inserted { purchases.append(purchase) }
        }
        return purchases
    }
}

/// One in-app entry.
private struct ReceiptEntry {
    private enum Attribute {
        static let quantity = 1_701
        static let productID = 1_702
        static let transactionID = 1_703
        static let purchaseDate = 1_704
        static let originalTransactionID = 1_705
        static let productType = 1_707
        static let cancellationDate = 1_712
    }

    /// The product type of a consumable: undocumented, the same in every genuine receipt seen.
    private static let consumable: Int64 = 1

    private let attributes: ReceiptAttributes

    init(_ bytes: [UInt8], _ range: Range<Int>) throws(ProofError) {
        do throws(DERError) {
            attributes = try ReceiptAttributes(bytes, range)
        } catch {
            throw .invalidSignature(.content)
        }
    }

    func purchase(
        _ environment: StoreEnvironment, bundleID: String, signedAt: Instant
    ) throws(ProofError) -> Purchase {
        guard let purchasedAt = try attributes.date(Attribute.purchaseDate) else {
            throw attributes.fault(Attribute.purchaseDate)
        }
        return Purchase(
            environment: environment,
            transactionID: try transactionID(),
            originalTransactionID: try attributes.text(Attribute.originalTransactionID),
            bundleID: bundleID,
            productID: try attributes.requiredText(Attribute.productID),
            kind: try kind(),
            quantity: try quantity(),
            purchasedAt: purchasedAt,
            signedAt: signedAt,
            revocation: try attributes.date(Attribute.cancellationDate).map { Revocation(at: $0) })
    }

    private func transactionID() throws(ProofError) -> TransactionID {
        let text = try attributes.requiredText(Attribute.transactionID)
        do throws(WalletError) {
            return try TransactionID(text)
        } catch {
            throw attributes.fault(Attribute.transactionID)
        }
    }

    private func kind() throws(ProofError) -> ProductKind? {
        switch try attributes.number(Attribute.productType) {
        case .absent: nil
        case .value(Self.consumable): .consumable
        case .value(let type): .other(String(type))
        case .tooLarge: .other("")
        }
    }

    /// As for signed transactions: absent is one, an impossible number is held for review.
    private func quantity() throws(ProofError) -> Int? {
        switch try attributes.number(Attribute.quantity) {
        case .absent: 1
        case .value(let number): (1...Int64(Limits.purchaseQuantityMax)).contains(number) ? Int(number) : nil
        case .tooLarge: nil
        }
    }
}
