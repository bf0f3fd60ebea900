internal import HTTPServer
internal import Postgres
internal import WalletDomain
internal import WalletLedger

/// One sentence for an operator about what went wrong.
enum Explanation {
    static func of(_ error: any Error) -> String {
        switch error {
        case let error as HTTPServerError: text(error)
        case let error as WalletError: text(error)
        case let error as MigrationError: error.description
        // Of an operator's own database; libpq does not repeat passwords.
        case let error as PostgresError: "\(error.description): \(oneLine(error.facts))"
        default: "\(type(of: error)): \(error)"
        }
    }

    private static func text(_ error: HTTPServerError) -> String {
        switch error {
        case .hostNotAnAddress(let host): "COFFER_LISTEN: \(host) is not a numeric address"
        case .portInUse(let port): "port \(port) is in use by another program: choose another one"
        case .cannotListen(let errno): "cannot listen (errno \(errno))"
        case .fileUnreadable(let path): "cannot read \(path)"
        case .tlsFilesInvalid: "COFFER_TLS_CERTIFICATE and COFFER_TLS_KEY are not a PEM certificate and its key"
        case .cannotStart: "the HTTP server cannot start"
        }
    }

    private static func text(_ error: WalletError) -> String {
        switch error {
        case .ledgerUnavailable: "the database does not answer: is DATABASE_URL right and the server up?"
        case .overloaded, .outcomeUnknown: "the database did not answer in time: try again"
        case .internalError: "something that only a bug can do; the log has more"
        default: "\(error)"
        }
    }

    static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
