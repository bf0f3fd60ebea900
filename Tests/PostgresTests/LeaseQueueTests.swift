import Testing

@testable import Postgres

/// The pool's rules, without a database.
@Suite struct LeaseQueueTests {
    @Test func lendsTheWarmestFirst() {
        var queue = LeaseQueue<String, Int>(["a", "b"], waitingMax: 9)
        #expect(queue.takeIdle() == "b")
        #expect(queue.takeIdle() == "a")
        #expect(queue.takeIdle() == nil)
        #expect(queue.giveBack("a") == nil)
        #expect(queue.giveBack("b") == nil)
        #expect(queue.takeIdle() == "b")
    }

    @Test func servesTheLongestWaitingFirstAndSkipsWhoGaveUp() {
        var queue = LeaseQueue<String, String>([], waitingMax: 3)
        for (id, name) in [(1, "first"), (2, "second"), (3, "third")] {
            guard case .waiting = queue.take(id: id, name) else { return #expect(Bool(false), "\(name) must wait") }
        }
        guard case .full = queue.take(id: 4, "fourth") else { return #expect(Bool(false), "the line is full") }
        #expect(queue.giveUp(id: 1) == "first")
        #expect(queue.giveUp(id: 1) == nil)
        #expect(queue.giveBack("item") == "second")
        #expect(queue.giveUp(id: 2) == nil)
        #expect(queue.giveBack("item") == "third")
        #expect(queue.giveBack("item") == nil)
        #expect(queue.idleCount == 1)
    }

    @Test func closedQueueTellsAllWhoWaitAndLendsNothing() {
        var queue = LeaseQueue<String, Int>(["a"], waitingMax: 9)
        #expect(queue.takeIdle() == "a")
        _ = queue.take(id: 1, 10)
        _ = queue.take(id: 2, 20)
        #expect(queue.close() == [10, 20])
        #expect(queue.giveBack("a") == nil)
        #expect(queue.takeIdle() == nil)
        guard case .closed = queue.take(id: 3, 30) else { return #expect(Bool(false), "closed") }
    }
}
