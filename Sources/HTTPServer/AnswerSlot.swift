internal import Synchronization

/// Where the answer to one request arrives: from the handler's threads on one side, taken by the server's thread on
/// the other. Resumes the connection if it was suspended meanwhile.
final class AnswerSlot: Sendable {
    enum Answer: Sendable {
        case response(Response)
        case refusal(HTTPRefusal)

        /// A stream that nobody will read tells its producer.
        func discard() {
            guard case .response(let response) = self, case .stream(let stream) = response.body else { return }
            stream.buffer.closeReader()
        }
    }

    private enum State: Sendable {
        /// The handler has the request, the server's thread has not looked yet.
        case open
        case suspended(ConnectionHandle)
        case answered(Answer)
        case closed
    }

    private let state = Mutex<State>(.open)

    func answer(_ response: Response) {
        deliver(.response(response))
    }

    func abandon(_ kind: HTTPRefusal) {
        deliver(.refusal(kind))
    }

    private func deliver(_ answer: Answer) {
        let isAccepted: Bool = state.withLock { state in
            switch state {
            case .open:
                state = .answered(answer)
                return true
            case .suspended(let connection):
                state = .answered(answer)
                // Inside the lock: the server's stop passes through it too, and must find nothing half resumed.
                connection.resume()
                return true
            case .answered, .closed:
                return false
            }
        }
        if !isAccepted { answer.discard() }
    }

    /// The answer, if there is one; else the connection is suspended until there is.
    func takeOrSuspend(
        _ connection: ConnectionHandle, _ record: ConnectionRecord, in core: ServerCore
    ) -> Answer? {
        state.withLock { state in
            switch state {
            case .answered(let answer):
                state = .closed
                return answer
            case .open, .suspended:
                guard record.park(.answer(self), connection, in: core) else {
                    state = .closed
                    return .refusal(.overloaded)
                }
                state = .suspended(connection)
                return nil
            case .closed:
                return .refusal(.noAnswer)
            }
        }
    }

    /// The request is over: a late answer goes nowhere.
    func close() {
        let unread: Answer? = state.withLock { state in
            defer { state = .closed }
            guard case .answered(let answer) = state else { return nil }
            return answer
        }
        unread?.discard()
    }
}
