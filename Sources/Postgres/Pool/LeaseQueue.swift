/// Who uses which of a fixed number of things, and who waits: the pool's rules without any database.
///
/// The last thing given back is lent first (it is warm), the one who waits longest is served first.
struct LeaseQueue<Item, Waiter> {
    enum Taken {
        case item(Item)
        case waiting
        /// As many wait already as may.
        case full
        case closed
    }

    private var idle: [Item]
    private var waiting: [(id: Int, waiter: Waiter)] = []
    private let waitingMax: Int
    private var isClosed = false

    init(_ items: [Item], waitingMax: Int) {
        idle = items
        self.waitingMax = waitingMax
    }

    var waitingCount: Int { waiting.count }
    var idleCount: Int { idle.count }

    /// Something that lies idle, if anything does: nobody needs to wait then.
    mutating func takeIdle() -> Item? { isClosed ? nil : idle.popLast() }

    mutating func take(id: Int, _ waiter: Waiter) -> Taken {
        guard !isClosed else { return .closed }
        if let item = idle.popLast() { return .item(item) }
        guard waiting.count < waitingMax else { return .full }
        waiting.append((id, waiter))
        return .waiting
    }

    /// Returns who gets `item` now; nil if it lies idle.
    mutating func giveBack(_ item: Item) -> Waiter? {
        guard !waiting.isEmpty else {
            idle.append(item)
            return nil
        }
        return waiting.removeFirst().waiter
    }

    /// Takes a waiter out of the line; nil if it was served meanwhile.
    mutating func giveUp(id: Int) -> Waiter? {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return waiting.remove(at: index).waiter
    }

    /// Returns who must be told that nothing comes any more.
    mutating func close() -> [Waiter] {
        isClosed = true
        defer { waiting.removeAll() }
        return waiting.map(\.waiter)
    }
}
