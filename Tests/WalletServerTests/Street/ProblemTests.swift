import Foundation
import HTTPServer
import Testing
import WalletDomain

@testable import WalletServer

@Suite struct ProblemTests {
    @Test("every code is in the API document, and the document names no other")
    func documented() throws {
        let yaml = try String(contentsOf: TestDatabase.root.appending(path: "docs/openapi.yaml"), encoding: .utf8)
        let schema = try #require(yaml.range(of: "\n    ProblemCode:\n"))
        let values = yaml[schema.upperBound...].split(separator: "\n").drop { !$0.hasSuffix("enum:") }.dropFirst()
            .prefix { $0.contains("- ") }.map { String($0.drop { $0 == " " || $0 == "-" }) }
        #expect(values == ProblemCode.allCases.map(\.rawValue))
        for code in ProblemCode.allCases {
            #expect(yaml.contains("| \(code.status) | `\(code.rawValue)` | \(code.title) |"), "\(code)")
        }
    }

    @Test("a document has the members of RFC 9457, our own, and the facts", arguments: ProblemCode.allCases)
    func document(code: ProblemCode) throws {
        let problem = Problem(code: code, [.number("balance", 1), .text("member", "x"), .flag("finish", true)])
        let response = Rendering.response(problem, requestID: "r-1")
        guard case .bytes(let bytes) = response.body else { throw WalletError.internalError }
        let json = try JSONObject(parsing: bytes)
        #expect(response.status == code.status)
        #expect(try json.text("type") == "urn:coffer:problem:\(code.rawValue)")
        #expect(try json.integer("status") == Int64(code.status))
        #expect(try json.text("code") == code.rawValue)
        #expect(try json.text("request_id") == "r-1")
        #expect(try json.boolean("retryable") == [408, 429, 500, 503].contains(code.status))
        #expect(try !json.text("title").isEmpty && !json.text("detail").isEmpty)
        #expect(try json.integer("balance") == 1)
        #expect(try json.boolean("finish"))
    }

    @Test("401, 405 and 503 say what their status needs")
    func headers() {
        func header(_ problem: Problem, _ name: String) -> String? {
            Rendering.response(problem, requestID: "r").headers.first { $0.0 == name }?.1
        }
        #expect(header(Problem(code: .unauthenticated), "WWW-Authenticate") == #"Bearer realm="coffer""#)
        #expect(header(.methodNotAllowed([.get, .put]), "Allow") == "GET, PUT")
        #expect(
            header(Problem(code: .overloaded), "Retry-After").flatMap { Int($0) }.map { (1...3).contains($0) } == true)
        #expect(header(Problem(code: .notForSale), "Retry-After") == nil)
    }

    @Test("errors of the domain keep their codes and facts")
    func domainErrors() throws {
        let operation = OperationID(wallet: WalletID(UUID(truncating: Array(repeating: 1, count: 16))), sequence: 7)
        let rows: [(WalletError, ProblemCode, Int)] = [
            (.malformed("x"), .malformed, 400), (.amountOutOfRange(-1), .amountOutOfRange, 422),
            (.itemNotFound, .itemNotFound, 404), (.notForSale, .notForSale, 409),
            (.priceChanged(current: .zero), .priceChanged, 409), (.alreadyOwned(by: operation), .alreadyOwned, 409),
            (.insufficientCoins(balance: .zero, required: .zero), .insufficientCoins, 422),
            (.walletInDebt(debt: .zero), .walletInDebt, 422), (.walletFrozen, .walletFrozen, 409),
            (.userErased, .userErased, 410), (.sandboxNotAllowed, .sandboxNotAllowed, 409),
            (.idempotencyKeyReused, .idempotencyKeyReused, 422), (.overloaded, .overloaded, 503),
            (.outcomeUnknown, .outcomeUnknown, 503), (.ledgerUnavailable, .ledgerUnavailable, 503),
            (.internalError, .internalError, 500),
        ]
        for (error, code, status) in rows {
            let problem = Problem(error as any Error)
            #expect(problem.code == code)
            #expect(problem.code.status == status)
        }
        #expect(
            Problem(.alreadyOwned(by: operation)).facts == [
                .text("spend", "spd_\(String(repeating: "01", count: 16))_7")
            ])
    }

    @Test("what nobody foresaw is an internal error without a word about itself")
    func unforeseen() {
        struct Secret: Error { let password = "hunter2" }
        let response = Rendering.response(Problem(Secret()), requestID: "r")
        guard case .bytes(let bytes) = response.body else { return }
        #expect(response.status == 500)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("hunter2"))
    }
}
