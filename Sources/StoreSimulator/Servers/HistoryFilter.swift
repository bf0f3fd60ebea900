internal import Crypto

/// What a question for a history wants to see, and where it goes on.
struct HistoryFilter: Sendable {
    private var startMs = Int64.min
    private var endMs = Int64.max
    private var productIDs: Set<String> = []
    private var kinds: Set<SimulatedProduct.Kind> = []
    private var groups: Set<String> = []
    private var ownership: String?
    private var isRevoked: Bool?
    private var isDescending = false
    /// The last change that the page before ended with.
    private var position: Int64?
    /// Of everything but the place: a revision belongs to its filters.
    private var fingerprint = ""

    private static let kindNames: [String: SimulatedProduct.Kind] = [
        "CONSUMABLE": .consumable, "NON_CONSUMABLE": .nonConsumable, "AUTO_RENEWABLE": .autoRenewable,
        "NON_RENEWABLE": .nonRenewing,
    ]

    init(_ query: [(name: String, value: String)]) throws(APIFailure) {
        var revision: String?
        for (name, value) in query {
            if name == "revision" { revision = value } else { try take(name, value) }
        }
        guard startMs <= endMs else { throw .startAfterEnd }
        let filters = query.filter { $0.name != "revision" }.map { "\($0.name)=\($0.value)" }.sorted()
        fingerprint = Fingerprinted.short(filters.joined(separator: "&"))
        if let revision { position = try place(in: revision) }
    }

    private mutating func take(_ name: String, _ value: String) throws(APIFailure) {
        switch name {
        case "startDate": startMs = try Self.time(value, .startDate)
        case "endDate": endMs = try Self.time(value, .endDate)
        case "productId": productIDs.insert(value)
        case "productType":
            guard let kind = Self.kindNames[value] else { throw .productType }
            kinds.insert(kind)
        case "subscriptionGroupIdentifier": groups.insert(value)
        case "inAppOwnershipType":
            guard ["PURCHASED", "FAMILY_SHARED", "ASSIGNED"].contains(value) else { throw .ownershipType }
            ownership = value
        case "revoked":
            // Apple's own Python library writes them with a capital letter.
            guard let flag = Bool(value.lowercased()) else { throw .revoked }
            isRevoked = flag
        case "sort":
            guard ["ASCENDING", "DESCENDING"].contains(value) else { throw .sort }
            isDescending = value == "DESCENDING"
        default: break
        }
    }

    private static func time(_ text: String, _ failure: APIFailure) throws(APIFailure) -> Int64 {
        guard let ms = Int64(text), ms >= 0 else { throw failure }
        return ms
    }

    func accepts(_ purchase: SimulatedPurchase) -> Bool {
        (startMs...endMs).contains(purchase.purchasedAtMs)
            && (productIDs.isEmpty || productIDs.contains(purchase.productID))
            && (kinds.isEmpty || kinds.contains(purchase.kind))
            && (groups.isEmpty || purchase.kind == .autoRenewable && groups.contains(SimulatedRenewal.group))
            && (ownership.map { $0 == purchase.ownership } ?? true)
            && (isRevoked.map { $0 == (purchase.revocation != nil) } ?? true)
    }

    struct Page: Sendable {
        let purchases: [SimulatedPurchase]
        let revision: String
        let hasMore: Bool
    }

    /// Sorted by the last change, so that whoever asks again with the last revision sees what changed since.
    func page(of all: [SimulatedPurchase], size: Int) -> Page {
        let sorted = all.sorted { ($0.changeNumber < $1.changeNumber) != isDescending }
        let rest = sorted.filter { purchase in
            position.map { isDescending ? purchase.changeNumber < $0 : purchase.changeNumber > $0 } ?? true
        }
        let shown = Array(rest.prefix(size))
        let last = shown.last?.changeNumber ?? position ?? 0
        return Page(purchases: shown, revision: revision(at: last), hasMore: rest.count > size)
    }

    private func revision(at position: Int64) -> String {
        Base64.encode(Array("\(fingerprint).\(position)".utf8), .url)
    }

    private func place(in revision: String) throws(APIFailure) -> Int64 {
        guard let bytes = Base64.decode(revision, .url) else { throw .revision }
        let parts = String(decoding: bytes, as: UTF8.self).split(separator: ".")
        guard parts.count == 2, parts[0] == fingerprint, let position = Int64(parts[1]) else { throw .revision }
        return position
    }
}

/// Short names for texts.
enum Fingerprinted {
    private static let bytes = 6

    static func short(_ text: String) -> String {
        Base64.encode(Array(SHA256.hash(Array(text.utf8)).prefix(bytes)), .url)
    }
}
