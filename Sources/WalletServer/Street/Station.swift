internal import HTTPServer

/// A route and what stands behind it, whatever kind of endpoint that is.
struct Station: Sendable {
    let route: Route
    let take: @Sendable (_ call: Call, _ caller: Caller, _ reply: Reply) -> Void
    /// Routes that anyone may call.
    let takeOpen: (@Sendable () -> Response)?
    /// Routes that anyone may call with something that speaks for itself.
    var takeGuest: (@Sendable (_ call: Call, _ reply: Reply) -> Void)?

    init<E: Endpoint>(_ endpoint: E, tasks: RunningTasks) {
        route = E.route
        takeOpen = nil
        take = { call, caller, reply in
            do {
                let input = try endpoint.parse(call)
                tasks.run {
                    do {
                        reply.answer(try await endpoint.run(input, as: caller))
                    } catch {
                        reply.refuse(error)
                    }
                }
            } catch {
                reply.refuse(error)
            }
        }
    }

    init<E: FileEndpoint>(file endpoint: E, tasks: RunningTasks) {
        route = E.route
        takeOpen = nil
        take = { call, caller, reply in
            do {
                let input = try endpoint.parse(call)
                tasks.run {
                    do {
                        reply.respond(try await endpoint.run(input, as: caller).response, code: nil)
                    } catch {
                        reply.refuse(error)
                    }
                }
            } catch {
                reply.refuse(error)
            }
        }
    }

    init<E: GuestEndpoint>(guest endpoint: E, tasks: RunningTasks) {
        route = E.route
        takeOpen = nil
        let takeGuest: @Sendable (Call, Reply) -> Void = { call, reply in
            do {
                let input = try endpoint.parse(call)
                tasks.run {
                    do {
                        reply.answer(try await endpoint.run(input))
                    } catch {
                        reply.refuse(error)
                    }
                }
            } catch {
                reply.refuse(error)
            }
        }
        self.takeGuest = takeGuest
        take = { call, _, reply in takeGuest(call, reply) }
    }

    init<E: CommandEndpoint>(_ endpoint: E, commands: CommandStreet) {
        route = E.route
        takeOpen = nil
        take = { call, caller, reply in
            do {
                commands.run(try endpoint.parse(call), as: caller, reply: reply) { try endpoint.answer($0) }
            } catch {
                reply.refuse(error)
            }
        }
    }

    init(_ desk: BulkDesk) {
        route = BulkDesk.route
        takeOpen = nil
        take = { desk.take($0, $1, $2) }
    }

    init(_ desk: StatementDesk) {
        route = StatementDesk.route
        takeOpen = nil
        take = { desk.take($0, $1, $2) }
    }

    init<E: OpenEndpoint>(_ endpoint: E) {
        route = E.route
        takeOpen = { endpoint.run() }
        take = { _, _, reply in reply.respond(endpoint.run(), code: nil) }
    }
}
