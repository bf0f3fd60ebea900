internal import WalletDomain
internal import WalletLedger

/// A hold as it stands now.
struct ReadHold: Endpoint {
    static let route = Route(.get, "/v1/holds/{hold}", access: .keys([.read, .spend]))
    let reader: WalletReader
    let directory: Directory

    func parse(_ call: Call) throws -> OperationID {
        try call.requireNoQuery()
        return try call.hold()
    }

    func run(_ id: OperationID, as caller: Caller) async throws -> OneHold {
        if try await directory.standing(of: id.wallet) == .erased { throw WalletError.userErased }
        guard let record = try await reader.hold(id) else { throw Problem(code: .holdNotFound) }
        return OneHold(record: record)
    }

    struct OneHold: Answer {
        let record: HoldRecord

        func write(to object: inout JSONWriter) { object.hold(record) }
    }
}
