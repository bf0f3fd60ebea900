import Foundation
import HTTPClient
import Testing
import WalletDomain
import WalletLedger

@testable import WalletServer

/// A browser as tests need one: a session's cookie, the token of its forms, and what browsers say of a request.
struct ConsoleVisitor: Sendable {
    let shop: ServiceFixture
    let cookie: String
    let formToken: String
    let role: AdminRole?
    /// As lists name it.
    var session = UUID()

    /// Somebody without a session.
    static func stranger(_ shop: ServiceFixture) -> ConsoleVisitor {
        ConsoleVisitor(shop: shop, cookie: "", formToken: "", role: nil)
    }

    /// A new admin of that role, invited, enrolled and logged in.
    static func admin(_ role: AdminRole, _ shop: ServiceFixture) async throws -> ConsoleVisitor {
        let sessions = shop.service.rooms.people.sessions
        let name = try AdminName(ServiceFixture.unique(role.rawValue))
        let token = ServiceFixture.unique("invitation-token-of-tests")
        let caller = try await shop.ledger.keys.caller(named: "console-tests")
        let origin = CallerOrigin(address: "127.0.0.1", agent: "tests")
        let now = shop.service.rooms.people.now()
        _ = try await shop.ledger.people.invite(
            name, as: role, digest: SessionDesk.digest(token), by: caller, at: now, from: "127.0.0.1"
        ).get()
        let enrolment = try await patiently {
            try await sessions.acceptInvitation(
                token: token, name: name.text, password: "correct horse battery staple of tests", from: origin)
        }
        let secret = try #require(Base32Reader.bytes(enrolment.secret))
        let code = try TOTP(secret: secret).code(step: TOTP.step(at: now))
        let signedIn = try await sessions.confirmEnrolment(token: token, code: code, from: origin).signedIn
        let csrf = shop.service.rooms.people.csrf
        return ConsoleVisitor(
            shop: shop, cookie: "\(csrf.cookieName)=\(signedIn.token)", formToken: signedIn.admin.csrfToken, role: role,
            session: signedIn.admin.session)
    }

    /// Passwords are hashed a few at a time: of many tests at once some are told to come again.
    private static func patiently<Value>(_ work: () async throws -> Value) async throws -> Value {
        for _ in 0..<300 {
            do {
                return try await work()
            } catch PeopleRefusal.busy {
                try await Task.sleep(for: .milliseconds(100))
            }
        }
        return try await work()
    }

    struct Page: Sendable {
        let status: Int
        let html: String
        let headers: [(name: String, value: String)]

        func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }
        var location: String? { header("Location") }
    }

    func get(_ path: String, _ headers: [(String, String)] = []) async throws -> Page {
        try await send(HTTPRequest(.get, shop.url + path, headers: own + headers))
    }

    /// - Parameter token: of the form; nil leaves it out.
    func post(
        _ path: String, _ fields: [(String, String)] = [], token: String?, site: String? = "same-origin",
        _ headers: [(String, String)] = []
    ) async throws -> Page {
        let pairs = fields + (token.map { [(FormFields.token, $0)] } ?? [])
        let body = pairs.map { Link.encoded($0.0) + "=" + Link.encoded($0.1) }.joined(separator: "&")
        var all = own + [("Content-Type", "application/x-www-form-urlencoded")]
        if let site { all.append(("Sec-Fetch-Site", site)) }
        all.removeAll { own in headers.contains { $0.0 == own.0 } }
        return try await send(HTTPRequest(.post, shop.url + path, headers: all + headers, body: Array(body.utf8)))
    }

    func post(_ path: String, _ fields: [(String, String)] = []) async throws -> Page {
        try await post(path, fields, token: formToken)
    }

    /// A form with a file in it.
    func upload(
        _ path: String, _ fields: [(String, String)], file: (name: String, bytes: [UInt8]), token: String?
    ) async throws -> Page {
        var body: [UInt8] = []
        for (name, value) in fields + (token.map { [(FormFields.token, $0)] } ?? []) {
            body += "--of-tests\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8
        }
        body += "--of-tests\r\nContent-Disposition: form-data; name=\"\(file.name)\"; filename=\"a.gz\"\r\n".utf8
        body += "Content-Type: application/gzip\r\n\r\n".utf8
        body += file.bytes + Array("\r\n--of-tests--\r\n".utf8)
        let headers =
            own + [
                ("Content-Type", "multipart/form-data; boundary=of-tests"), ("Sec-Fetch-Site", "same-origin"),
            ]
        return try await send(HTTPRequest(.post, shop.url + path, headers: headers, body: body))
    }

    func upload(
        _ path: String, _ fields: [(String, String)], file: (name: String, bytes: [UInt8])
    ) async throws -> Page {
        try await upload(path, fields, file: file, token: formToken)
    }

    private var own: [(String, String)] { cookie.isEmpty ? [] : [("Cookie", cookie)] }

    private func send(_ request: HTTPRequest) async throws -> Page {
        var response = try await shop.client.send(request)
        // As people do: what is refused because too much is going on is tried again.
        for _ in 0..<100 where response.status == 503 {
            try await Task.sleep(for: .milliseconds(100))
            response = try await shop.client.send(request)
        }
        return Page(
            status: response.status, html: String(decoding: response.body, as: UTF8.self), headers: response.headers)
    }
}

/// The authenticator app's side: reads the secret as people type it (RFC 4648, 6).
enum Base32Reader {
    static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var (bits, count): (UInt64, Int) = (0, 0)
        var bytes: [UInt8] = []
        for character in text where character != "=" {
            guard let value = digits.firstIndex(of: character) else { return nil }
            bits = bits << 5 | UInt64(value)
            count += 5
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt64(count)))
            }
        }
        return bytes
    }
}
