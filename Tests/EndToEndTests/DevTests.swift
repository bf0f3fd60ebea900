import Foundation
import HTTPClient
import Testing

extension EndToEnd {
    /// `coffer dev`: what somebody does first with the project.
    @Suite(.serialized) struct DevTests {
        @Test("From nothing to a course; stopped, killed and started again it goes on where it was")
        func story() async throws {
            let data = TemporaryFolder.fresh("dev")
            let first = try await Dev.start(data)
            #expect(first.data == data)
            let proof = try await CofferBinary.run([
                "sign-purchase", "--data", data, "--product", "com.example.coins.500",
            ])
            #expect(proof.status == 0, "\(proof.errors)")
            let jws = proof.output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(try await first.api.topUp("alice", jws)["purchases.0.state"] == "credited")
            let spend = try await first.api.spend("alice", "course-a", 288, key: "first-course")
            #expect(spend.status == 200)
            try await first.stop()

            let second = try await Dev.start(data)
            #expect(second.key == first.key)
            let again = try await second.api.spend("alice", "course-a", 288, key: "first-course")
            #expect(again.body == spend.body && again.isReplay)
            #expect(try await second.api.topUp("alice", jws)["purchases.0.state"] == "already_credited")
            try await second.program.kill9()

            // Its PostgreSQL is still there: the third run goes on with it.
            let third = try await Dev.start(data)
            #expect(try await third.api.get("/v1/wallets/alice")["available"] == "212")
            try await third.stop()
            #expect(Dev.processes(of: data).isEmpty)
        }

        @Test("A receipt signed by the test authority is credited, for a buyer found by his order's token")
        func receiptAndToken() async throws {
            let dev = try await Dev.start(TemporaryFolder.fresh("dev"))
            let receipt = try await CofferBinary.run([
                "sign-purchase", "--data", dev.data, "--product", "com.example.coins.200", "--receipt",
                "--quantity", "2",
            ])
            let base64 = receipt.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let credited = try await dev.api.post("/v1/topups", #"{"user":"bob","receipt":"\#(base64)"}"#)
            #expect(credited["purchases.0.coins"] == "400", "\(credited.text)")

            let order = try await dev.api.post("/v1/orders", #"{"user":"carol","pack":"coins_100"}"#)
            let token = try #require(order["app_account_token"])
            let signed = try await CofferBinary.run([
                "sign-purchase", "--data", dev.data, "--product", "com.example.coins.100", "--token", token,
            ])
            let jws = signed.output.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(try await dev.api.topUp("mallory", jws).status == 409)
            #expect(try await dev.api.get("/v1/wallets/carol")["available"] == "100")
            try await dev.stop()
        }

        @Test("A port in use, a folder in use and a missing PostgreSQL are one clear line, and nothing is left running")
        func refusals() async throws {
            let dev = try await Dev.start(TemporaryFolder.fresh("dev"))
            let port = try #require(dev.url.split(separator: ":").last)

            let other = TemporaryFolder.fresh("dev")
            let taken = try await CofferBinary.run(["dev", "--port", String(port), "--data", other])
            #expect(taken.status == 1)
            #expect(taken.errorLines.count == 1 && taken.errors.contains("port \(port) is in use"))
            #expect(Dev.processes(of: other).isEmpty)

            let same = try await CofferBinary.run(["dev", "--port", "0", "--data", dev.data])
            #expect(same.status == 1 && same.errorLines.count == 1 && same.errors.contains("another coffer dev"))

            let nowhere = try await CofferBinary.run(
                ["dev", "--port", "0", "--data", other], ["COFFER_POSTGRES_BIN": "/nonexistent"])
            #expect(nowhere.status == 1 && nowhere.errorLines.count == 1)
            #expect(nowhere.errors.contains("install postgresql-15"))
            #expect(Dev.processes(of: other).isEmpty)
            try await dev.stop()
        }

        @Test(
            "A data folder closed to PostgreSQL's user, with a path too long for a socket, works all the same"
        )
        func awkwardFolders() async throws {
            let closed = TemporaryFolder.fresh("closed")
            try FileManager.default.createDirectory(
                atPath: closed, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let long = "/" + String(repeating: "a long name ", count: 8) + "it's"
            let dev = try await Dev.start(closed + long)
            #expect(try await dev.api.get("/v1/items").status == 200)
            try await dev.stop()
            #expect(Dev.processes(of: closed).isEmpty)
            Dev.removeOutside(closed + long)
        }
    }
}

/// One running `coffer dev`.
private struct Dev {
    let program: RunningProgram
    let url: String
    let key: String
    let data: String
    let api: API

    static func start(_ data: String) async throws -> Dev {
        let program = try RunningProgram(
            [try CofferBinary.path(), "dev", "--port", "0", "--data", data],
            environment: CofferBinary.environment([:]))
        let line = try await program.line(beginning: "ready ")
        let parts = try #require(line.wholeMatch(of: /ready url=(\S+) key=(\S+) data=(.+)/))
        let api = API(url: String(parts.1), key: String(parts.2), client: HTTPClient())
        return Dev(
            program: program, url: String(parts.1), key: String(parts.2), data: String(parts.3), api: api)
    }

    func stop() async throws {
        program.signal(SIGINT)
        #expect(try await program.exitStatus() == 0, "\(program.errors)")
        #expect(Dev.processes(of: data).isEmpty)
    }

    /// Command lines of living processes that name the folder.
    static func processes(of data: String) -> [String] {
        let pids = ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { Int32($0) != nil }
        return pids.compactMap { try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8) }
            .filter { $0.contains(data) }
    }

    /// A cluster that had to stand elsewhere is found by its link.
    static func removeOutside(_ data: String) {
        guard let place = try? FileManager.default.destinationOfSymbolicLink(atPath: data + "/postgres") else { return }
        try? FileManager.default.removeItem(at: URL(filePath: place).deletingLastPathComponent())
    }
}
