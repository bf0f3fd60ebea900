internal import HTTPServer
internal import Synchronization
internal import WalletDomain
internal import WalletLedger

/// `POST /v1/bulk`: many operations in one request, each decided as if it had been sent alone, or all as one.
struct BulkDesk: Sendable {
    static let route = Route(
        .post, "/v1/bulk", access: .keys([.spend, .grant]), bodyBytesMax: Limits.bulkBodyBytesMax)

    let kinds: BulkKinds
    let commands: CommandStreet
    let limiter: RateLimiter
    let metrics: Metrics
    let tasks: RunningTasks
    private let windows = BulkWindows()

    init(kinds: BulkKinds, commands: CommandStreet, limiter: RateLimiter, metrics: Metrics, tasks: RunningTasks) {
        self.kinds = kinds
        self.commands = commands
        self.limiter = limiter
        self.metrics = metrics
        self.tasks = tasks
    }

    /// On the HTTP thread: a window is taken or there is none. Even reading a large body is left to the task.
    func take(_ call: Call, _ caller: Caller, _ reply: Reply) {
        guard windows.enter() else {
            metrics.countBulk(end: "no_window")
            return reply.refuse(WalletError.overloaded)
        }
        tasks.run {
            await serve(call, caller, reply)
            windows.leave()
        }
    }

    private func serve(_ call: Call, _ caller: Caller, _ reply: Reply) async {
        do {
            try call.requireNoQuery()
            let body = try BulkBody(call)
            // The request itself was counted at the door.
            limiter.charge(caller, tokens: Int64(body.operations.count - 1))
            guard !body.isAtomic else { return try await decideAll(body.operations, caller, reply) }
            await stream(body.operations, call.requestID, caller, reply)
        } catch {
            metrics.countBulk(end: "refused")
            reply.refuse(error)
        }
    }

    private func decideAll(_ operations: [JSONValue], _ caller: Caller, _ reply: Reply) async throws {
        let set = try await BulkSet(operations, of: kinds, by: caller, commands, limiter)
        guard case .done(let entries, let replayed) = try await commands.run(set.command) else {
            throw WalletError.internalError
        }
        let answer = try set.answer(entries)
        metrics.count(entries, replayed: replayed)
        metrics.countBulk(end: "whole")
        reply.answer(answer, replayed: replayed)
    }

    private func stream(_ operations: [JSONValue], _ requestID: String, _ caller: Caller, _ reply: Reply) async {
        let stream = ResponseStream()
        reply.respond(
            Response(status: 200, headers: [Rendering.json, Rendering.notStored], body: .stream(stream)), code: nil)
        // A client that reads a byte now and then would hold the window for ever.
        let watch = Task {
            // Cancelled is the usual end.
            guard (try? await Task.sleep(for: .milliseconds(Limits.bulkMs))) != nil else { return }
            stream.fail()
        }
        defer { watch.cancel() }
        let run = BulkRun(
            operations: operations, of: kinds, caller: caller, requestID: requestID, commands: commands,
            limiter: limiter, stream: stream)
        do throws(ResponseStreamError) {
            try await run.run()
            stream.finish()
            metrics.countBulk(end: "whole")
        } catch {
            stream.fail()
            metrics.countBulk(end: "cut")
        }
    }
}

/// How many bulks a process serves at once: each may have a window of lines on their way.
final class BulkWindows: Sendable {
    private let taken = Mutex(0)

    func enter() -> Bool {
        taken.withLock { taken in
            guard taken < Limits.bulksMax else { return false }
            taken += 1
            return true
        }
    }

    func leave() { taken.withLock { $0 -= 1 } }
}
