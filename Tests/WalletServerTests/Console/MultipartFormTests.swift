import HTTPServer
import Testing

@testable import WalletServer

/// Forms with a file, as browsers send them; what no browser sends is refused.
@Suite struct MultipartFormTests {
    static func parts(_ body: String) throws -> [MultipartForm.Part] {
        try MultipartForm(Array(body.utf8), boundary: "b").parts
    }

    static func field(_ name: String, _ value: String) -> String {
        "--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }

    @Test("fields and files are told apart; bytes stay as they are, lines of dashes and empty ones too")
    func read() throws {
        let file =
            "--b\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a;b.gz\"\r\n"
            + "Content-Type: application/gzip\r\n\r\n\r\n--\r\n--bx\r\n\r\n"
        // A boundary that is only the beginning of a line would be one: browsers choose one that is nowhere inside.
        let safe = file.replacing("--bx", with: "--c")
        let parts = try Self.parts(Self.field("name", "") + safe + Self.field("last", "é\n") + "--b--\r\n")
        #expect(parts.map(\.name) == ["name", "f", "last"] && parts.map(\.isFile) == [false, true, false])
        #expect(parts[1].content == Array("\r\n--\r\n--c\r\n".utf8) && parts[2].content == Array("é\n".utf8))
        #expect(throws: Problem.self) { try Self.parts(Self.field("name", "") + file + "--b--\r\n") }
    }

    @Test(
        "what is cut short, has no name or too many parts is refused",
        arguments: [
            "", "--b", "--b\r\n", "--b\r\n--b--", "--b\r\n--b\r\n--b--",
            "--b\r\n\r\n\r\n--b--", "x--b--", field("a", "1"), "--b\r\nX: y\r\n\r\n1\r\n--b--",
            "--b\r\nContent-Disposition: form-data\r\n\r\n1\r\n--b--",
            String(repeating: field("a", "1"), count: ConsoleLimits.formFieldsMax + 1) + "--b--",
        ])
    func refused(body: String) { #expect(throws: Problem.self) { try Self.parts(body) } }

    @Test("whatever piece of a form is missing, or there twice, is read or refused: nothing ends the process")
    func pieces() throws {
        let whole = Array((Self.field("a", "1") + Self.field("b", "") + "--b--\r\n").utf8)
        var refusals = 0
        for from in whole.indices {
            for to in from..<whole.endIndex {
                let piece = whole[from...to]
                for body in [whole[..<from] + whole[(to + 1)...], whole[...to] + piece + whole[(to + 1)...]] {
                    do { _ = try MultipartForm(Array(body), boundary: "b") } catch { refusals += 1 }
                }
            }
        }
        #expect(refusals > 1_000)
    }

    @Test(
        "the boundary is that of the content type",
        arguments: [
            ("multipart/form-data; boundary=b", "b"), ("Multipart/Form-Data;boundary=\"bc\"", "bc"),
            ("multipart/form-data; charset=x; Boundary=b", "b"), ("multipart/form-data", nil),
            ("multipart/form-data; boundary=", nil), ("application/x-www-form-urlencoded", nil), (nil, nil),
            ("multipart/form-data; boundary=\(String(repeating: "b", count: 71))", nil),
        ] as [(String?, String?)])
    func boundary(type: String?, boundary: String?) {
        let head = RequestHead(
            method: "POST", path: "/", rawQuery: nil, headers: HeaderList(type.map { [("Content-Type", $0)] } ?? []))
        #expect(MultipartForm.boundary(head) == boundary)
    }
}
