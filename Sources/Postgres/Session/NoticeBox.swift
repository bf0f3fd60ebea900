internal import CLibPQ

/// Collects the warnings of one connection. A WARNING during COMMIT can mean that a success is none (reliability:
/// a standby that did not confirm), so it must not vanish into stderr, where libpq would put it.
final class NoticeBox {
    /// Later ones are dropped: whoever cares looks after each transaction.
    private static let keptMax = 64

    private(set) var warnings: [SQLState] = []
    /// The server said good-bye while nothing was under way: libpq hands its FATAL over as a notice.
    private(set) var hasFarewell = false

    func clear() { warnings.removeAll(keepingCapacity: true) }

    /// libpq's `PQnoticeReceiver`; `argument` is an unretained `NoticeBox` that lives as long as the connection.
    static let receiver: PQnoticeReceiver = { argument, result in
        guard let argument = unsafe argument else { return }
        let box = unsafe Unmanaged<NoticeBox>.fromOpaque(argument).takeUnretainedValue()
        let severity = unsafe DiagnosticField.severity.text(of: result)
        box.note(severity, state: unsafe DiagnosticField.state.text(of: result) ?? SQLState.warning.code)
    }

    private func note(_ severity: String?, state: String) {
        if severity == "FATAL" || severity == "PANIC" { hasFarewell = true }
        if severity == "WARNING", warnings.count < Self.keptMax { warnings.append(SQLState(code: state)) }
    }
}
