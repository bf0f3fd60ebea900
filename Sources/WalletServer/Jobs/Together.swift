internal import WalletDomain

/// Several waiting things at once, but not too many.
enum Together {
    /// Each is worked on, whatever becomes of the others; the first error is thrown in the end. Cancelled, nothing new
    /// is begun.
    static func run<Thing: Sendable>(
        _ things: [Thing], atOnceMax: Int = Limits.jobsAtOnceMax,
        _ work: @escaping @Sendable (Thing) async throws -> Void
    ) async throws {
        var failure: (any Error)?
        await withTaskGroup(of: Result<Void, any Error>.self) { group in
            var waiting = things.makeIterator()
            for _ in 0..<atOnceMax { begin(&waiting, &group, work) }
            while let result = await group.next() {
                if case .failure(let error) = result { failure = failure ?? error }
                begin(&waiting, &group, work)
            }
        }
        if let failure { throw failure }
    }

    private static func begin<Thing: Sendable>(
        _ waiting: inout IndexingIterator<[Thing]>, _ group: inout TaskGroup<Result<Void, any Error>>,
        _ work: @escaping @Sendable (Thing) async throws -> Void
    ) {
        guard !Task.isCancelled, let thing = waiting.next() else { return }
        group.addTask {
            do {
                return .success(try await work(thing))
            } catch {
                return .failure(error)
            }
        }
    }
}
