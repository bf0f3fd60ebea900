import Testing
import WalletDomain

@Suite struct JSONReaderTests {
    @Test(
        "the reader gives exactly what stands there",
        arguments: [
            (#"{}"#, JSONValue.object(JSONObject())),
            (" [ ] ", .array([])),
            ("0", .integer(0)), ("-0", .integer(0)), ("120", .integer(120)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("9223372036854775808", .otherNumber("9223372036854775808")),
            ("-9223372036854775809", .otherNumber("-9223372036854775809")),
            ("120.0", .otherNumber("120.0")), ("1e3", .otherNumber("1e3")), ("-1.5E+400", .otherNumber("-1.5E+400")),
            ("true", .boolean(true)), ("false", .boolean(false)), ("null", .null),
            (#""""#, .text("")), (#""a\"\\\/\b\f\n\r\tz""#, .text("a\"\\/\u{8}\u{C}\n\r\tz")),
            (#""\u00e9\ud83d\ude00""#, .text("é😀")), (#""é😀""#, .text("é😀")),
            ("[1,[2,\"x\"]]", .array([.integer(1), .array([.integer(2), .text("x")])])),
        ] as [(String, JSONValue)]
    )
    func accepts(text: String, expected: JSONValue) throws {
        #expect(try JSONReader.parse(Array(text.utf8)) == expected)
    }

    @Test(
        "what is not strict JSON is refused",
        arguments: [
            "", " ", "{", "}", "[", "[1", "[1,", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}",
            "{'a':1}",
            "01", "-", "+1", ".5", "1.", "1e", "1e+", "0x10", "NaN", "Infinity", "-Infinity", "tru", "True", "nul",
            "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"a\nb\"", "\"\t\"", "1 2", "{}x", "{}{}",
            "// c\n1", "\u{FEFF}{}", "\u{0}", "{}\u{0}", "\"\u{0}\"", "[1 2]", "{\"a\" 1}", "\"\\", "\"\\u",
        ]
    )
    func refuses(text: String) {
        #expect(throws: JSONError.self) { try JSONReader.parse(Array(text.utf8)) }
    }

    @Test(
        "text that PostgreSQL or Unicode would refuse is refused at the door",
        arguments: [
            #""\u0000""#, #""\ud800""#, #""\ud800x""#, #""\ud800\u0041""#, #""\udc00""#, #""\ud800\n""#,
        ]
    )
    func refusesBadText(text: String) {
        #expect(throws: JSONError.badText(offset: 3)) { try JSONReader.parse(Array(text.utf8)) }
    }

    @Test(
        "bytes that are no UTF-8 are refused",
        arguments: [
            [0xFF], [0xC0, 0x80], [0xC3], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
        ] as [[UInt8]]
    )
    func refusesInvalidUTF8(bytes: [UInt8]) {
        let quote = UInt8(ascii: "\"")
        #expect(throws: JSONError.badText(offset: 1)) { try JSONReader.parse([quote] + bytes + [quote]) }
        let withEscape = [quote] + Array("\\n".utf8) + bytes + [quote]
        #expect(throws: JSONError.badText(offset: 1)) { try JSONReader.parse(withEscape) }
    }

    @Test("nesting stops at the limit", arguments: [("[", "]"), ("{\"a\":", "}")])
    func depth(open: String, close: String) {
        func nested(_ levels: Int) -> [UInt8] {
            Array((String(repeating: open, count: levels) + "1" + String(repeating: close, count: levels)).utf8)
        }
        #expect(throws: Never.self) { try JSONReader.parse(nested(Limits.jsonDepthMax)) }
        #expect(throws: JSONError.tooDeep) { try JSONReader.parse(nested(Limits.jsonDepthMax + 1)) }
        #expect(throws: JSONError.tooDeep) { try JSONReader.parse(nested(10_000)) }
    }

    @Test("neighbours do not count as depth")
    func breadth() throws {
        let many = "[" + String(repeating: "[],", count: 1_000) + "[]]"
        #expect(throws: Never.self) { try JSONReader.parse(Array(many.utf8)) }
    }

    @Test("a member may not stand twice, among few and among many", arguments: [2, 16, 17, 40])
    func duplicates(count: Int) {
        let members = (0..<count - 1).map { "\"m\($0)\":1" }
        let unique = "{" + (members + ["\"z\":1"]).joined(separator: ",") + "}"
        let repeated = "{" + (members + ["\"m0\":1"]).joined(separator: ",") + "}"
        let escaped = "{" + (members + ["\"\\u006d0\":1"]).joined(separator: ",") + "}"
        #expect(throws: Never.self) { try JSONReader.parse(Array(unique.utf8)) }
        #expect(throws: JSONError.duplicateMember("m0")) { try JSONReader.parse(Array(repeated.utf8)) }
        #expect(throws: JSONError.duplicateMember("m0")) { try JSONReader.parse(Array(escaped.utf8)) }
    }

    @Test("every prefix of a text and every changed byte ends in a value or an error, never in a crash")
    func neverCrashes() {
        let text = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00"],"b":{"c":null,"d":true}} "#.utf8)
        for length in 0..<text.count { _ = try? JSONReader.parse(Array(text[..<length])) }
        for index in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[index] = byte
                _ = try? JSONReader.parse(changed)
            }
        }
        #expect(throws: Never.self) { try JSONReader.parse(text) }
    }
}
