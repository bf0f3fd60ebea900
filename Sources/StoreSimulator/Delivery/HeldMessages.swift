/// Messages that a fault holds back until another was sent, or their time is over.
struct HeldMessages: Sendable {
    struct Message: Sendable {
        let notification: SimulatedNotification
        let strikes: [Fault]
    }

    private var messages: [(message: Message, untilMs: Int64)] = []

    var ids: Set<String> { Set(messages.map(\.message.notification.id)) }

    /// - Returns: whether it is held back.
    mutating func hold(_ message: Message, nowMs: Int64) -> Bool {
        guard let fault = message.strikes.first(where: { $0.kind == .reorder }) else { return false }
        messages.append((message, nowMs + Int64(fault.milliseconds)))
        return true
    }

    mutating func takeLate(nowMs: Int64) -> [Message] {
        let late = messages.filter { $0.untilMs <= nowMs }
        messages.removeAll { $0.untilMs <= nowMs }
        return late.map(\.message)
    }

    /// The newest first.
    mutating func takeAll() -> [Message] {
        defer { messages = [] }
        return messages.map(\.message).reversed()
    }
}
