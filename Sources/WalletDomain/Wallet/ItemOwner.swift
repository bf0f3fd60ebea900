/// By what an item is owned.
///
/// Usually one spend. After a merge of two wallets that both had the item it is several: the ownership ends when all of
/// them were undone. Twin: `ownerships` in `Migrations/0011_merge_wallets.sql`.
package struct ItemOwner: Hashable, Sendable {
    /// The operation of the wallet under which the ownership stands.
    package let operation: Int64
    /// The spends that paid for it (of a captured hold perhaps the hold), the one that is named first; never empty.
    package internal(set) var givers: [OperationID]

    package init(operation: Int64, givers: [OperationID]) {
        precondition(!givers.isEmpty, "an item is owned by something")
        self.operation = operation
        self.givers = givers
    }

    /// Given by an operation of the wallet itself.
    package init(_ operation: OperationID) { self.init(operation: operation.sequence, givers: [operation]) }
}
