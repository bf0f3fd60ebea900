internal import WalletDomain
internal import WalletLedger

/// A spend, as it was answered when it was made.
struct ReadSpend: Endpoint {
    static let route = Route(.get, "/v1/spends/{spend}", access: .keys([.read, .spend]))
    let reader: WalletReader

    func parse(_ call: Call) throws -> OperationID {
        try call.requireNoQuery()
        guard let id = WireID.parseSpend(call.path("spend")) else { throw Problem(code: .spendNotFound) }
        return id
    }

    func run(_ id: OperationID, as caller: Caller) async throws -> SpendAnswer {
        let entries = try await reader.operation(id)
        // The id of another kind of operation in a spend's clothes.
        guard entries.first?.kind == .spent else { throw Problem(code: .spendNotFound) }
        return try SpendAnswer(entries)
    }
}
