/// How a signed document may be wrong.
enum SigningFault: String, Sendable {
    case expiredChain
    case wrongBundle

    static let strangeBundleID = "com.somebody.else"
}
