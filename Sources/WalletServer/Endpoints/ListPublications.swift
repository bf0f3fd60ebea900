internal import WalletDomain
internal import WalletLedger

/// Versions of the catalogue, the newest first.
struct ListPublications: Endpoint {
    static let route = Route(.get, "/v1/admin/publications", access: .keys([.read, .catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws -> ListDrafts.Input {
        let query = try call.query(only: ["cursor", "limit"])
        return ListDrafts.Input(before: try query.numberBefore(Self.list), limit: try query.limit())
    }

    func run(_ input: ListDrafts.Input, as caller: Caller) async throws -> PublicationList {
        let publications = try await desk.catalogue.publications(before: input.before, limit: input.limit)
        return PublicationList(publications: publications, isFull: publications.count == input.limit)
    }

    static let list = "admin/publications"

    struct PublicationList: Answer {
        let publications: [Publication]
        let isFull: Bool

        func write(to object: inout JSONWriter) {
            object.array("publications") { list in
                for publication in publications { list.object { $0.publication(publication) } }
            }
            if isFull, let last = publications.last {
                object.member("next_cursor", Cursor.text(String(last.number), of: ListPublications.list))
            }
        }
    }
}
