internal import WalletDomain
internal import WalletLedger

/// Packs on sale: what the app offers in the App Store.
struct ListPacks: Endpoint {
    static let route = Route(.get, "/v1/packs", access: .keys([.read]))
    let catalogue: Catalogue
    let database: LedgerDatabase

    func parse(_ call: Call) throws { try call.requireNoQuery() }

    func run(_ input: Void, as caller: Caller) async throws -> PackList {
        PackList(packs: try await catalogue.packs(), at: try await database.time())
    }

    struct PackList: Answer {
        let packs: [Pack]
        let at: Instant
        var maxAgeSeconds: Int64? { Limits.catalogueAgeSeconds }

        func write(to object: inout JSONWriter) {
            object.array("packs") { list in
                for pack in packs {
                    guard let version = pack.version(at: at) else { continue }
                    list.object { $0.pack(pack, version) }
                }
            }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func pack(_ pack: Pack, _ version: Pack.Version) {
        member("pack", pack.id.text)
        member("bundle", pack.bundle)
        member("product", pack.product)
        member("title", pack.title)
        member("coins", version.coins.coins)
        member("bonus", version.bonus.coins)
    }
}
