/// The five characters by which PostgreSQL names what happened (manual, appendix A). Texts are never compared.
package struct SQLState: Hashable, Sendable {
    package let code: String

    package init(code: String) { self.code = code }

    package static let warning = SQLState(code: "01000")
    package static let featureNotSupported = SQLState(code: "0A000")
    package static let notNullViolation = SQLState(code: "23502")
    package static let foreignKeyViolation = SQLState(code: "23503")
    package static let uniqueViolation = SQLState(code: "23505")
    package static let checkViolation = SQLState(code: "23514")
    package static let exclusionViolation = SQLState(code: "23P01")
    package static let readOnlyTransaction = SQLState(code: "25006")
    package static let failedTransaction = SQLState(code: "25P02")
    package static let idleInTransactionTimeout = SQLState(code: "25P03")
    package static let invalidStatementName = SQLState(code: "26000")
    package static let serializationFailure = SQLState(code: "40001")
    package static let statementCompletionUnknown = SQLState(code: "40003")
    package static let deadlockDetected = SQLState(code: "40P01")
    package static let insufficientPrivilege = SQLState(code: "42501")
    package static let undefinedTable = SQLState(code: "42P01")
    package static let diskFull = SQLState(code: "53100")
    package static let outOfMemory = SQLState(code: "53200")
    package static let tooManyConnections = SQLState(code: "53300")
    package static let lockNotAvailable = SQLState(code: "55P03")
    package static let queryCanceled = SQLState(code: "57014")
    package static let adminShutdown = SQLState(code: "57P01")
    package static let crashShutdown = SQLState(code: "57P02")
    package static let cannotConnectNow = SQLState(code: "57P03")
    package static let databaseDropped = SQLState(code: "57P04")
    package static let raisedException = SQLState(code: "P0001")

    /// The first two characters: a family of states.
    package var classCode: Substring { code.prefix(2) }

    /// The transaction was certainly undone and the same one may succeed when it is run again, all of it.
    package var isTransient: Bool { self == .serializationFailure || self == .deadlockDetected }

    /// The server lacks room: disk, memory, connections.
    package var isResourceShortage: Bool { classCode == "53" }

    /// After these nothing is known about a transaction whose COMMIT was under way.
    package var meansConnectionLost: Bool {
        switch self {
        case .adminShutdown, .crashShutdown, .cannotConnectNow, .databaseDropped, .statementCompletionUnknown: true
        default: classCode == "08"
        }
    }

    /// A prepared statement is gone, or its result changed its shape after a migration: preparing again cures it.
    package var meansStaleStatement: Bool { self == .invalidStatementName || self == .featureNotSupported }
}
