internal import WalletDomain

/// Times of the API: an RFC 3339 text, or `{"local": "2026-03-27T00:00"}` by the shop's clock.
extension ShopZone {
    func moment(_ name: String, _ value: JSONValue) throws -> (instant: Instant, zone: String?) {
        switch value {
        case .text(let text):
            guard let instant = Instant(text: text) else { throw Problem.malformed(name) }
            return (instant, nil)
        case .object(let object):
            try object.requireOnly(["local"])
            return (try instant(local: object.text("local"), name), identifier)
        case .integer, .otherNumber, .boolean, .null, .array: throw Problem.malformed(name)
        }
    }

    func optionalMoment(_ name: String, in body: JSONObject) throws -> (instant: Instant, zone: String?)? {
        switch body[name] {
        case nil, .null: nil
        case .some(let value): try moment(name, value)
        }
    }

    /// - Throws: `local_time_missing` for a time that the shop's clock never shows.
    func instant(local text: String, _ name: String) throws -> Instant {
        guard let time = LocalTime(text: text) else { throw Problem.malformed(name) }
        switch resolve(time) {
        case .once(let instant), .firstOfTwo(let instant): return instant
        case .never:
            throw Problem(
                code: .localTimeMissing,
                [.text("member", name), .text("local", time.text), .text("zone", identifier)])
        }
    }
}

extension JSONWriter {
    /// A moment, and if it was written by a shop's clock what that shows, and whether it shows it twice.
    mutating func moment(_ name: String, _ moment: Instant?, zone: ShopZone?) {
        guard let moment else { return }
        member(name, moment.text)
        guard let zone else { return }
        member(name + "_local", zone.local(moment).text)
        if zone.comesTwice(moment) { member(name + "_is_first_of_two", true) }
    }

    mutating func priceVersion(_ version: PriceVersion, zone identifier: String? = nil) {
        member("version", Int64(version.number))
        member("layer", version.layer.word)
        member("price", version.price.coins)
        member("free", version.price == .zero)
        window(from: version.from, to: version.to, zone: identifier)
    }

    mutating func window(from: Instant?, to: Instant?, zone identifier: String?) {
        let zone = identifier.flatMap { ShopZone($0) }
        moment("from", from, zone: zone)
        moment("to", to, zone: zone)
        member("zone", identifier)
    }
}
