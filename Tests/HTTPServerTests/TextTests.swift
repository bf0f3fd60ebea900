import HTTPServer
import Testing

@Suite struct TextTests {
    @Test(
        "percent-encoding is decoded strictly",
        arguments: [
            ("", ""), ("abc", "abc"), ("a%20b", "a b"), ("%41%6a%6A", "Ajj"), ("%C3%BC", "ü"), ("a+b", "a+b"),
            ("%", nil), ("%4", nil), ("%zz", nil), ("%4g", nil), ("%-1", nil), ("%+1", nil), ("% 1", nil), ("%FF", nil),
            ("%C3", nil), ("%ED%A0%80", nil), ("%00", nil), ("%2525", "%25"),
        ] as [(String, String?)])
    func decode(text: String, decoded: String?) {
        #expect(PercentEncoding.decode(text.utf8, plusIsSpace: false) == decoded)
    }

    @Test func `a plus is a space in a query only`() {
        let head = RequestHead(method: "GET", path: "/a+b", rawQuery: "a+b=c+d")
        #expect(head.pathSegments == ["a+b"])
        #expect(head.query?.first?.name == "a b")
        #expect(head.query?.first?.value == "c d")
    }

    @Test(
        "a query is cut at & and the first =, empty parts are none",
        arguments: [
            (nil, []), ("", []), ("a", ["a:"]), ("a=", ["a:"]), ("=b", [":b"]), ("a=b=c", ["a:b=c"]),
            ("&&a=1&&b=2&", ["a:1", "b:2"]), ("a=%26&b", ["a:&", "b:"]), ("a=%", nil), ("%zz", nil),
        ] as [(String?, [String]?)])
    func query(text: String?, pairs: [String]?) {
        let head = RequestHead(method: "GET", path: "/", rawQuery: text)
        #expect(head.query?.map { "\($0.name):\($0.value)" } == pairs)
    }

    @Test(
        "a path is cut at each slash before it is decoded",
        arguments: [
            ("/", [""]), ("/a", ["a"]), ("/a/", ["a", ""]), ("//", ["", ""]), ("/a%2Fb/c", ["a/b", "c"]), ("/%", nil),
            ("/..%2f", ["../"]),
        ] as [(String, [String]?)])
    func segments(path: String, segments: [String]?) {
        #expect(RequestHead(method: "GET", path: path).pathSegments == segments)
    }

    @Test func `headers are found by name in any case, the first of several`() {
        let headers = HeaderList([("Host", "a"), ("X-A", "1"), ("x-a", "2"), ("X-AB", "3"), ("Empty", "")])
        #expect(headers["x-A"] == "1")
        #expect(headers["HOST"] == "a")
        #expect(headers["X-ab"] == "3")
        #expect(headers["empty"] == "")
        #expect(headers["X"] == nil)
        #expect(headers.count(of: "X-a") == 2)
        #expect(headers.count == 5)
        #expect(headers.valueBytes(of: "x-ab").map(Array.init) == [UInt8(ascii: "3")])
        #expect(headers.pairs.map(\.name) == ["Host", "X-A", "x-a", "X-AB", "Empty"])
    }
}
