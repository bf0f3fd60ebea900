import Foundation
import HTTPServer
import Synchronization
import Testing

extension EndToEnd {
    /// `coffer simulate-store` alone, and `coffer store …` against it: what somebody scripts who knows no Coffer.
    @Suite struct SimulateStoreTests {
        private static let product = "com.example.coins.500"

        /// A running store, and its commands.
        private final class Store: Sendable {
            let url: String
            private let program: RunningProgram

            init() async throws {
                program = try RunningProgram(
                    [try CofferBinary.path(), "simulate-store", "--port", "0", "--forget"],
                    environment: CofferBinary.environment([:]))
                let line = try await program.line(beginning: "ready ")
                let parts = try #require(
                    line.wholeMatch(of: /ready url=(\S+) sandbox=\S+ issuer=\S+ key-id=\S+ data=-/))
                url = String(parts.1)
            }

            func run(_ verb: String, _ flags: [String] = []) async throws -> Finished {
                try await CofferBinary.run(["store", verb] + flags + ["--store", url])
            }

            /// What the command printed, which must have worked.
            func text(_ verb: String, _ flags: [String] = []) async throws -> String {
                let finished = try await run(verb, flags)
                #expect(finished.status == 0, "\(verb): \(finished.errors)")
                return finished.output.trimmingCharacters(in: .whitespacesAndNewlines)
            }

            func stop() async throws {
                program.signal(SIGTERM)
                #expect(try await program.exitStatus() == 0, "\(program.errors)")
            }
        }

        @Test("A purchase from the sale to the reversed refund, each step one command")
        func purchase() async throws {
            let store = try await Store()
            let id = try await store.text("buy", ["--product", Self.product, "--show", "transaction_id"])
            let one = ["--transaction", id]
            let token = "0c4bfb3e-5d3f-4f5e-9a54-2b1f3a7f9d11"
            let shown = try await store.text("set-token", one + ["--token", token, "--show", "app_account_token"])
            #expect(shown == token)
            let third = ["--milli-percent", "33333", "--show", "refunded_milli_percent"]
            #expect(try await store.text("refund", one + third) == "33333")
            let back = try await store.text("reverse-refund", one + ["--show", "refunded_milli_percent"])
            #expect(back == "0")
            _ = try await store.text("ask-consumption", one)
            _ = try await store.text("decline-refund", one)
            #expect(try await store.text("finish", one + ["--show", "is_finished"]) == "true")
            let jws = try await store.text("show", one + ["--show", "signed_transaction"])
            #expect(jws.split(separator: ".").count == 3)
            #expect(try await store.text("receipt").contains(#""receipt":"MI"#))
            #expect(try await store.text("purchases").contains(id))
            let journal = try await store.text("journal")
            let changes = [
                "opened", "bought", "tokenSet", "refunded", "refundReversed", "consumptionAsked", "refundDeclined",
                "finished",
            ]
            for change in changes { #expect(journal.contains("\"\(change)\""), "\(change)") }
            try await store.stop()
        }

        @Test("Notifications: where to, sent, and sent again")
        func notifications() async throws {
            let inbox = Counter()
            let server = try HTTPServer(settings: HTTPServerSettings(), handler: inbox)
            defer { server.stop() }
            let store = try await Store()
            _ = try await store.text("notification-url", ["--url", "http://127.0.0.1:\(server.port)/"])
            let id = try await store.text("notify", ["--type", "TEST", "--show", "id"])
            try await eventually("one comes") { inbox.count == 1 }
            _ = try await store.text("resend", ["--notification", id])
            try await eventually("it comes again") { inbox.count == 2 }
            #expect(try await store.text("notifications").contains(id))
            try await store.stop()
        }

        @Test("Faults: on, listed, one off, all off; what is wrong is one line")
        func faults() async throws {
            let store = try await Store()
            let fault = ["--kind", "error", "--call", "history", "--percent", "5", "--environment", "sandbox"]
            #expect(try await store.text("fault", fault) == #"{"id":1}"#)
            #expect(try await store.text("fault", ["--kind", "drop", "--times", "3"]) == #"{"id":2}"#)
            let list = try await store.text("faults")
            #expect(list.contains(#""rate":0.05"#) && list.contains(#""total":2"#))
            _ = try await store.text("faults-off", ["--fault", "1"])
            #expect(try await store.text("faults").contains(#""total":1"#))
            _ = try await store.text("faults-off")
            #expect(try await store.text("faults").contains(#""total":0"#))
            let unknown = try await store.run("faults-off", ["--fault", "9"])
            #expect(unknown.status == 1 && unknown.errorLines == ["coffer: there is no fault 9"])
            let kind = try await store.run("fault", ["--kind", "earthquake"])
            #expect(kind.status == 2 && kind.errorLines.count == 1)
            try await store.stop()
            let gone = try await store.run("faults")
            #expect(gone.status == 1 && gone.errors.contains("no simulated store answers at \(store.url)"))
        }

        @Test("Help names every command, and every kind of fault with what it does")
        func help() async throws {
            for words in [["store", "--help"], ["help", "store"]] {
                let group = try await CofferBinary.run(words)
                #expect(group.status == 0 && group.output.hasPrefix("usage: coffer store <command>"))
                #expect(group.output.contains("store set-token"))
            }
            let fault = try await CofferBinary.run(["store", "fault", "--help"])
            #expect(fault.output.contains("reorder       a notification comes after the next one"))
            let none = try await CofferBinary.run(["store"])
            #expect(none.status == 2 && none.errors.contains("coffer store what?"))
        }

        private final class Counter: RequestHandler {
            private let requests = Mutex(0)

            var count: Int { requests.withLock { $0 } }

            func admit(_ head: RequestHead) -> Admission { .accept(bodyBytesMax: 1_000_000) }

            func handle(_ request: Request, _ responder: Responder) {
                requests.withLock { $0 += 1 }
                responder.respond(Response(status: 200))
            }

            func refusal(_ kind: HTTPRefusal, requestID: String) -> Response { Response(status: kind.status) }
        }
    }
}
