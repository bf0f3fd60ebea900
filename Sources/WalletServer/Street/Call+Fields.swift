internal import FoundationEssentials
internal import WalletDomain

/// Members of a body as domain values. Each error names the member.
extension JSONObject {
    /// A whole number of coins, 0 ... 2^53 - 1; anything else that is a number is 422 `amount_out_of_range`.
    func coins(_ name: String) throws -> CoinAmount {
        do {
            return try CoinAmount(integer(name))
        } catch JSONError.outOfRange, WalletError.amountOutOfRange {
            throw Problem(code: .amountOutOfRange, [.text("member", name)])
        }
    }

    func optionalCoins(_ name: String) throws -> CoinAmount? {
        switch self[name] {
        case nil, .null: nil
        case .some: try coins(name)
        }
    }

    /// A number of `coins`, or `"all": true`: nobody means everything by leaving something out.
    /// - Returns: nil for all.
    func coinsOrAll() throws -> CoinAmount? {
        let coins = try optionalCoins("coins")
        let isAll = try optionalBoolean("all")
        if coins == .zero { throw Problem(code: .amountOutOfRange, [.text("member", "coins")]) }
        guard isAll != false, (coins == nil) == (isAll == true) else { throw Problem.malformed("all") }
        return coins
    }

    /// A text for people: not blank at its ends, bounded, no control characters.
    func title(_ name: String, bytesMax: Int = Limits.nameBytesMax) throws -> String {
        let text = try text(name)
        let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
        guard isPlain, (1...bytesMax).contains(text.utf8.count), text.first != " ", text.last != " " else {
            throw Problem.malformed(name)
        }
        return text
    }

    func optionalInstant(_ name: String) throws -> Instant? {
        guard let text = try optionalText(name) else { return nil }
        guard let instant = Instant(text: text) else { throw Problem.malformed(name) }
        return instant
    }

    func optionalToken(_ name: String) throws -> UUID? {
        guard let text = try optionalText(name) else { return nil }
        guard let token = UUID(canonical: text) else { throw Problem.malformed(name) }
        return token
    }

    /// One of our words.
    func word<Value>(_ name: String, _ words: [String: Value]) throws -> Value {
        guard let value = words[try text(name)] else { throw Problem.malformed(name) }
        return value
    }

    func optionalWord<Value>(_ name: String, _ words: [String: Value]) throws -> Value? {
        try optionalText(name) == nil ? nil : word(name, words)
    }
}

extension UUID {
    /// 8-4-4-4-12 hexadecimal digits, in any letter case.
    init?(canonical text: String) {
        guard text.utf8.count == 36 else { return nil }
        self.init(uuidString: text)
    }

    /// As tokens are written: lower-case.
    var lowercased: String { uuidString.lowercased() }
}
