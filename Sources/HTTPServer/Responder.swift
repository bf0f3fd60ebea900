internal import Synchronization

/// The right to answer one request. The first answer counts, from any thread; later ones are ignored. A responder
/// that is dropped without an answer answers 500, so no client waits for ever.
package final class Responder: Sendable {
    private let slot: AnswerSlot

    init(_ slot: AnswerSlot) {
        self.slot = slot
    }

    deinit {
        slot.abandon(.noAnswer)
    }

    package func respond(_ response: Response) {
        slot.answer(response)
    }
}
