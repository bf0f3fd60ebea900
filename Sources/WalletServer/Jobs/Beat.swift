/// Does some work again and again, with a pause in between, until it is cancelled.
struct Beat {
    let everyMs: Int
    /// Told once, not with every try, until one succeeds again.
    let onTrouble: () -> Void
    var pause: (Int) async throws -> Void = { try await Task.sleep(for: .milliseconds($0)) }

    /// - Parameter work: true if there is more to do right now: then there is no pause.
    func run(_ work: () async throws -> Bool) async {
        var hasFailed = false
        var hasMore = false
        while !Task.isCancelled {
            do {
                if !hasMore { try await pause(everyMs) }
                hasMore = false
                hasMore = try await work()
                hasFailed = false
            } catch is CancellationError {
                return
            } catch {
                if !hasFailed { onTrouble() }
                hasFailed = true
            }
        }
    }
}
