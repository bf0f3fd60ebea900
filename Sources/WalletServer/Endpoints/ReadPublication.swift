internal import WalletDomain
internal import WalletLedger

/// One version of the catalogue and what it did to each item.
struct ReadPublication: Endpoint {
    static let route = Route(.get, "/v1/admin/publications/{publication}", access: .keys([.read, .catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws -> NumberedPage {
        let query = try call.query(only: ["cursor", "limit"])
        let number = try call.number("publication", missing: .publicationNotFound)
        let after = try query["cursor"].map { try ItemID(Cursor.name($0, of: Self.list(number))) }
        return NumberedPage(number: number, after: after, limit: try query.limit())
    }

    func run(_ input: NumberedPage, as caller: Caller) async throws -> PublicationPage {
        guard let publication = try await desk.catalogue.publication(input.number) else {
            throw CatalogueRefusal.publicationNotFound
        }
        let items = try await desk.catalogue.differences(of: input.number, after: input.after, limit: input.limit)
        return PublicationPage(publication: publication, items: items, isFull: items.count == input.limit)
    }

    static func list(_ publication: Int64) -> String { "admin/publications/\(publication)" }

    struct PublicationPage: Answer {
        let publication: Publication
        let items: [ItemDifference]
        let isFull: Bool

        func write(to object: inout JSONWriter) {
            object.publication(publication)
            object.array("items") { list in for item in items { list.object { $0.difference(item) } } }
            if isFull, let last = items.last {
                let cursor = Cursor.text(last.item.text, of: ReadPublication.list(publication.number))
                object.member("next_cursor", cursor)
            }
        }
    }
}
