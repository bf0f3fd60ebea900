/// Reads the member `name` that says when, and by which zone's clock if not in UTC.
package typealias MomentReading = (_ name: String, _ value: JSONValue) throws -> (instant: Instant, zone: String?)

/// A change as a draft keeps it: moments in UTC, with the zone by whose clock they were written.
extension ItemChange {
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { object in
            object.member("title", title)
            object.edit("description", description)
            if let tags { object.array("tags") { list in for tag in tags { list.value(tag) } } }
            object.edit("picture", picture)
            object.member("kind", kind?.word)
            object.member("state", status?.word)
            if !prices.isEmpty { object.array("prices") { list in for price in prices { list.object(price.write) } } }
            if !ends.isEmpty { object.array("ends") { list in for end in ends { list.object(end.write) } } }
        }
        return writer.bytes
    }

    /// Nil if the text is not one that `json` wrote.
    package init?(json text: String) {
        // What is no change is nobody's: the caller reports it.
        guard let object = try? JSONObject(parsing: Array(text.utf8)),
            let change = try? ItemChange(
                object,
                moment: { name, value throws(WalletError) in
                    guard case .text(let text) = value, let instant = Instant(text: text) else {
                        throw .malformed(name)
                    }
                    return (instant, nil)
                })
        else { return nil }
        self = change
    }

    /// - Parameter moment: reads a time as it stands in the text, and the zone by whose clock it was written.
    package init(
        _ object: JSONObject, moment: MomentReading
    ) throws {
        self.init()
        title = try object.optionalText("title")
        description = try object.edit("description")
        tags = try object.texts("tags")
        picture = try object.edit("picture")
        kind = try object.optionalWord("kind", Offer.Kind.words)
        status = try object.optionalWord("state", Offer.Status.words)
        prices = try object.objects("prices").map { try NewPrice($0, moment: moment) }
        ends = try object.objects("ends").map { try PriceEnd($0, moment: moment) }
        guard prices.count + ends.count <= Limits.draftPricesMax else { throw WalletError.malformed("prices") }
        try check()
    }

    /// What is said about the details must be right by itself.
    private func check() throws(WalletError) {
        _ = try ItemDetails(
            title: title ?? "Title", description: description.applied(to: nil), tags: tags ?? [],
            picture: picture.applied(to: nil))
    }
}

extension NewPrice {
    /// - Parameter moment: as in `ItemChange`.
    package init(
        _ object: JSONObject, moment: MomentReading
    ) throws {
        try object.requireOnly(["price", "layer", "free", "from", "to", "zone"])
        let (from, to) = (try object.moment("from", moment), try object.moment("to", moment))
        self.init(
            layer: try object.optionalWord("layer", PriceVersion.Layer.words) ?? .regular,
            price: try CoinAmount(object.integer("price")), isFree: try object.optionalBoolean("free") ?? false,
            from: from?.instant, to: to?.instant,
            zone: try from?.zone ?? to?.zone ?? object.optionalText("zone"))
    }

    fileprivate func write(to object: inout JSONWriter) {
        object.member("price", price.coins)
        object.member("layer", layer.word)
        object.member("free", isFree)
        object.member("from", from?.text)
        object.member("to", to?.text)
        object.member("zone", zone)
    }
}

extension PriceEnd {
    fileprivate init(
        _ object: JSONObject, moment: MomentReading
    ) throws {
        try object.requireOnly(["version", "at"])
        self.init(
            version: Int32(try object.integer("version", in: 1...Int64(Int32.max))),
            at: try object.moment("at", moment)?.instant)
    }

    fileprivate func write(to object: inout JSONWriter) {
        object.member("version", Int64(version))
        object.member("at", at?.text)
    }
}

extension JSONObject {
    /// Absent keeps what is there, null clears it.
    package func edit(_ name: String) throws(JSONError) -> ItemChange.Edit<String> {
        switch self[name] {
        case nil: .keep
        case .null: .clear
        case .some: .set(try text(name))
        }
    }

    fileprivate func moment(
        _ name: String, _ read: MomentReading
    ) throws -> (instant: Instant, zone: String?)? {
        switch self[name] {
        case nil, .null: nil
        case .some(let value): try read(name, value)
        }
    }

    fileprivate func optionalWord<Value>(_ name: String, _ words: [String: Value]) throws -> Value? {
        guard let text = try optionalText(name) else { return nil }
        guard let value = words[text] else { throw WalletError.malformed(name) }
        return value
    }
}

extension JSONWriter {
    fileprivate mutating func edit(_ name: String, _ edit: ItemChange.Edit<String>) {
        switch edit {
        case .keep: break
        case .clear: nullMember(name)
        case .set(let text): member(name, text)
        }
    }
}
