/// Why the simulated store did not do what it was asked for.
package enum StoreRefusal: Error, Equatable, Sendable {
    case unknownProduct(String)
    case unknownTransaction(String)
    case unknownNotification(String)
    case unknownFault(Int)
    /// What is wrong with a value, in words for the one who gave it.
    case invalid(String)

    package var sentence: String {
        switch self {
        case .unknownProduct(let id): "there is no product \(id)"
        case .unknownTransaction(let id): "there is no transaction \(id)"
        case .unknownNotification(let id): "there is no notification \(id)"
        case .unknownFault(let id): "there is no fault \(id)"
        case .invalid(let what): what
        }
    }
}
