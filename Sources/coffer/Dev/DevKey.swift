internal import WalletLedger
internal import WalletServer

/// The bearer key of `coffer dev`: the same one on every start, as long as its file is there.
struct DevKey: Sendable {
    static let caller = "dev"

    let keys: KeyStore
    let folder: DevFolder

    func find() async throws -> String {
        let key: APIKey
        if let text = folder.savedKey() {
            key = APIKey(text: text)
        } else {
            key = .generate()
            try folder.save(key: key.text)
        }
        guard try await !keys.loadAll().contains(where: { $0.digest == key.digest }) else { return key.text }
        _ = try await keys.create(
            name: Self.caller, scopes: Scope.allCases.map(\.rawValue), digest: key.digest, hint: key.hint)
        return key.text
    }
}
