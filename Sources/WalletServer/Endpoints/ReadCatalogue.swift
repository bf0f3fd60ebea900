internal import WalletDomain
internal import WalletLedger

/// What admins should know before they change something: version, the shop's clock, the guard rail.
struct ReadCatalogue: Endpoint {
    static let route = Route(.get, "/v1/admin/catalogue", access: .keys([.read, .catalogue]))
    let desk: CatalogueDesk

    func parse(_ call: Call) throws { try call.requireNoQuery() }

    func run(_ input: Void, as caller: Caller) async throws -> CatalogueAnswer {
        let at = try await desk.catalogue.database.time()
        return CatalogueAnswer(version: try await desk.catalogue.version(), at: at, desk: desk)
    }

    struct CatalogueAnswer: Answer {
        let version: Int64
        let at: Instant
        let desk: CatalogueDesk

        var headers: [(String, String)] { versionTag(version) }

        func write(to object: inout JSONWriter) {
            object.member("version", version)
            object.member("at", at.text)
            object.member("zone", desk.zone.identifier)
            object.member("at_local", desk.zone.local(at).text)
            object.member("price_change_limit", desk.percentMax)
        }
    }
}
