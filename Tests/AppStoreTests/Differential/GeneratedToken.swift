import Crypto
import StoreSimulator
import WalletDomain

/// A token made by chance, with how it was made.
struct GeneratedToken: Sendable {
    let text: String
    let how: String
    /// The row of decision 0004 by which the two verifiers may differ; nil where they may not.
    let mayDiffer: String?
}

/// Makes tokens of every sort under a trusted root and under others.
struct TokenGenerator {
    private var dice = Dice(seed: 8_017)
    private let trusted: SigningChain
    private let others: [(name: String, chain: SigningChain)]
    /// Every other root that the two verifiers trust as well, so that only the chain's own fault counts.
    let roots: [[UInt8]]

    init(trusted: SigningChain) throws {
        self.trusted = trusted
        let seconds = Forge.now.milliseconds / 1_000
        others = [
            ("no leaf marker", try Forge.chain { $0.leafMarkers = [] }),
            ("no intermediate marker", try Forge.chain { $0.intermediateMarkers = [] }),
            ("intermediate is no authority", try Forge.chain { $0.intermediateIsAuthority = false }),
            ("leaf ended before", try Forge.chain { $0.leafSeconds = seconds - 9_999...seconds - 999 }),
            ("leaf begins after", try Forge.chain { $0.leafSeconds = seconds + 999...seconds + 9_999 }),
            ("leaf ended since", try Forge.chain { $0.leafSeconds = seconds - 9_999...seconds + 9_999 }),
        ]
        roots = [trusted.certificates[2]] + others.map { $0.chain.certificates[2] }
    }

    mutating func next() throws -> GeneratedToken {
        switch dice.next(6) {
        case 0: try GeneratedToken(text: sign(trusted, claims()), how: "valid", mayDiffer: nil)
        case 1: try damagedText()
        case 2: try damagedContent()
        case 3: try otherChain()
        case 4: try oddHeader()
        default: try oddClaim()
        }
    }

    private func sign(_ chain: SigningChain, _ payload: [UInt8]) throws -> String {
        try chain.signJWS(header: chain.signedDataHeader, payload: payload)
    }

    private mutating func claims() throws -> [UInt8] {
        var made = Forge.transaction()
        made.transactionId = String(2_000_000_000_000_000 + dice.next(1_000_000))
        made.quantity = 1 + dice.next(10)
        made.productId = dice.pick(["coins_100", "coins_200", "coins_500", "münzen", "\"quoted\\\""])
        made.environment = dice.pick(["Sandbox", "Production"])
        made.appAccountToken = dice.pick([nil, "7b0c6f1e-7c0b-4a55-9a0e-3b8f0d1c2e3f"])
        made.price = dice.pick([nil, 0, 990, 230_000])
        made.currency = made.price == nil ? nil : "JPY"
        made.signedDate = Forge.now.milliseconds - Int64(dice.next(900_000))
        made.inAppOwnershipType = dice.pick(["PURCHASED", "FAMILY_SHARED", "NEW_VALUE"])
        made.revocationDate = dice.pick([nil, nil, 1_799_999_000_000])
        return try Forge.payload(made)
    }

    /// One character of the finished token changed.
    private mutating func damagedText() throws -> GeneratedToken {
        var text = Array(try sign(trusted, claims()).utf8)
        let place = dice.next(3) == 0 ? text.count - 1 - dice.next(90) : dice.next(text.count)
        text[place] = dice.pick(Array("ABab01-_+/=. .".utf8))
        let isTail = place >= text.count - 2
        return GeneratedToken(
            text: String(decoding: text, as: UTF8.self), how: "character \(place) changed",
            mayDiffer: isTail ? "base64 padding or unused bits" : nil)
    }

    /// Header or payload damaged, then encoded and signed again or not.
    private mutating func damagedContent() throws -> GeneratedToken {
        let good = try claims()
        let bytes = dice.damaged(good)
        let isSigned = dice.next(2) == 0
        let text = try sign(trusted, isSigned ? bytes : good)
        var segments = text.split(separator: ".").map(String.init)
        segments[1] = Base64.encode(bytes, .url)
        // Validly signed junk is read by two JSON readers and two ideas of which claims are needed.
        return GeneratedToken(
            text: segments.joined(separator: "."), how: "payload damaged, signed \(isSigned)",
            mayDiffer: isSigned || bytes == good ? "claims that are odd but signed" : nil)
    }

    private mutating func otherChain() throws -> GeneratedToken {
        let (name, chain) = dice.pick(others)
        if dice.next(3) == 0 {
            let stranger = Forge.stranger.signedData
            return GeneratedToken(text: try sign(stranger, claims()), how: "root not pinned", mayDiffer: nil)
        }
        return GeneratedToken(text: try sign(chain, claims()), how: name, mayDiffer: nil)
    }

    private mutating func oddHeader() throws -> GeneratedToken {
        let list = Forge.quoted(trusted.certificates)
        let stranger = Forge.quoted(Forge.stranger.signedData.certificates)
        let headers: [(String, [UInt8])] = [
            ("plain", Forge.header(x5c: list)),
            ("key id", Forge.header(x5c: list, more: #""kid":"x""#)),
            ("algorithm", Forge.header(alg: dice.pick(["none", "HS256", "ES384", "es256", ""]), x5c: list)),
            ("no algorithm", Forge.header(alg: nil, x5c: list)),
            ("two", Forge.header(x5c: Array(list[..<2]))), ("none", Forge.header(x5c: [])),
            ("four", Forge.header(x5c: list + [list[2]])), ("no list", Forge.header(x5c: nil)),
            ("swapped", Forge.header(x5c: [list[1], list[0], list[2]])),
            ("strange leaf", Forge.header(x5c: [stranger[0], list[1], list[2]])),
            ("strange intermediate", Forge.header(x5c: [list[0], stranger[1], list[2]])),
            ("critical", Forge.header(x5c: list, more: #""crit":["x"]"#)),
            ("numbers", Forge.header(x5c: ["1", "2", "3"])), ("no object", Array("[]".utf8)),
        ]
        let (name, header) = dice.pick(headers)
        return GeneratedToken(
            text: try trusted.signJWS(header: header, payload: claims()), how: "header: \(name)", mayDiffer: nil)
    }

    private mutating func oddClaim() throws -> GeneratedToken {
        let odd: [(String, String?, String?)] = [
            ("bundleId", "\"com.other.app\"", nil), ("bundleId", nil, nil),
            ("bundleId", "\"COM.EXAMPLE.COURSES\"", nil),
            ("environment", "\"Xcode\"", nil), ("environment", "\"LocalTesting\"", nil), ("environment", nil, nil),
            ("environment", "\"Other\"", nil), ("newClaim", "[1,2]", nil), ("type", "\"New Type\"", nil),
            ("price", "null", nil), ("signedDate", nil, nil), ("quantity", nil, nil), ("quantity", "0", nil),
            ("quantity", "-1", nil), ("quantity", "1000", nil), ("appAccountToken", "\"no uuid\"", nil),
            ("signedDate", "2500000000000", "signed ahead of our clock"), ("signedDate", "\"1\"", "dates as text"),
            ("transactionId", nil, "needed claims"), ("productId", nil, "needed claims"),
            ("purchaseDate", nil, "needed claims"), ("quantity", "\"3\"", "quantity as text"),
        ]
        let (name, json, mayDiffer) = dice.pick(odd)
        return GeneratedToken(
            text: try sign(trusted, Forge.payload(name, json)), how: "\(name) \(json ?? "absent")", mayDiffer: mayDiffer
        )
    }
}
