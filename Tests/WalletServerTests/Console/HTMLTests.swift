import Testing

@testable import WalletServer

/// What is written comes out as text, never as markup; what leads somewhere leads into the console.
@Suite struct HTMLTests {
    private static func html(_ write: (inout HTMLWriter) -> Void) -> String {
        var writer = HTMLWriter(language: .english, zone: .utc)
        write(&writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static let payloads = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)", "</textarea><b>",
        "&lt;script&gt;", "<!--", "]]>", "javascript:alert(1)", "a\u{0}b\u{1}c\u{7F}", "\u{2028}</script>",
    ]

    @Test("a text between tags and in an attribute stays a text", arguments: payloads)
    func escaping(payload: String) {
        let html = Self.html { $0(.p, .title(payload), text: payload) }
        let inner = html.dropFirst("<p title=\"".count).dropLast("</p>".count)
        #expect(inner.count { $0 == "<" } == 0)
        #expect(inner.count { $0 == ">" } == 1, "only the one that ends the tag: \(html)")
        #expect(inner.count { $0 == "\"" } == 1)
        #expect(!inner.contains("'"))
        #expect(!html.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
    }

    @Test("the five characters are written as references, others as they are")
    func references() {
        #expect(Self.html { $0.text("a<b>&\"' é 汉") } == "a&lt;b&gt;&amp;&quot;&#39; é 汉")
    }

    @Test("elements without content have no end, attributes without value stand alone")
    func shapes() {
        #expect(Self.html { $0(.input, .name("a"), .required, nil) } == "<input name=\"a\" required>")
        #expect(Self.html { $0(.div) { $0(.br) } } == "<div><br></div>")
    }

    @Test("a link's pieces are encoded one by one")
    func links() {
        #expect(Link().text == "/admin")
        #expect(Link("users", "a/b?c#d e").text == "/admin/users/a%2Fb%3Fc%23d%20e")
        #expect(Link("items", "..").text == "/admin/items/..")
        #expect(Link("x", query: ["a": "1&2=3", "b": nil]).text == "/admin/x?a=1%262%3D3")
        #expect(Link("x", query: ["a": "1"]).telling(.itemSaved).text == "/admin/x?a=1&done=item_saved")
        #expect(Link("x").telling(.itemSaved).text == "/admin/x?done=item_saved")
    }

    @Test(
        "where somebody wanted to go is a page of the console, or nowhere",
        arguments: [
            ("/admin/items?cursor=a", "/admin/items?cursor=a"), ("/admin", "/admin"), ("//evil.example/admin", nil),
            ("https://evil.example/admin", nil), ("/admin/../v1/items", nil), ("javascript:alert(1)", nil),
            ("/administrator", nil), ("/v1/items", nil), ("", nil), ("/admin\\evil", nil), ("/admin//x", nil),
            ("/admin/a%0d%0ab", "/admin/a%0D%0Ab"),
        ] as [(String, String?)]
    )
    func wishes(wish: String, expected: String?) { #expect(Link(wish: wish)?.text == expected) }

    @Test("only an authenticator's address leads out, and only to an app")
    func authenticator() {
        #expect(Link.authenticator("otpauth://totp/Coffer:a?secret=B") != nil)
        #expect(Link.authenticator("javascript:alert(1)//otpauth://totp/") == nil)
    }

    @Test("numbers in drawings are plain decimals")
    func decimals() {
        let html = Self.html { $0(.rect, .x(1.005), .y(-0.5), .width(.infinity), .height(12)) }
        #expect(html == "<rect x=\"1\" y=\"-0.50\" width=\"0\" height=\"12\"></rect>")
    }
}
