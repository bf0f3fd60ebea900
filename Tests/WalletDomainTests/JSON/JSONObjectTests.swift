import Testing
import WalletDomain

@Suite struct JSONObjectTests {
    private func object(_ text: String) throws -> JSONObject { try JSONObject(parsing: Array(text.utf8)) }

    @Test("only an object is an object", arguments: ["[]", "1", "null", "\"{}\"", "true"])
    func outermost(text: String) {
        #expect(throws: JSONError.notAnObject) { try object(text) }
    }

    @Test("getters give the member")
    func getters() throws {
        let read = try object(#"{"t":"x","i":-7,"b":true,"a":[1],"o":{"k":"v"}}"#)
        #expect(try read.text("t") == "x")
        #expect(try read.integer("i") == -7)
        #expect(try read.boolean("b"))
        #expect(try read.array("a") == [.integer(1)])
        #expect(try read.object("o").text("k") == "v")
    }

    @Test("absent and null: an error for a plain getter, nil for an optional one", arguments: ["{}", #"{"x":null}"#])
    func absent(text: String) throws {
        let read = try object(text)
        #expect(throws: JSONError.missing("x")) { try read.text("x") }
        #expect(throws: JSONError.missing("x")) { try read.integer("x") }
        #expect(throws: JSONError.missing("x")) { try read.boolean("x") }
        #expect(throws: JSONError.missing("x")) { try read.array("x") }
        #expect(throws: JSONError.missing("x")) { try read.object("x") }
        #expect(try read.optionalText("x") == nil)
        #expect(try read.optionalInteger("x") == nil)
        #expect(try read.optionalObject("x") == nil)
    }

    @Test(
        "a number counts only as a whole number inside the range",
        arguments: [
            ("1", nil), ("10", nil), ("0", .outOfRange("n")), ("11", .outOfRange("n")), ("-1", .outOfRange("n")),
            ("1.0", .outOfRange("n")), ("1e0", .outOfRange("n")), ("9223372036854775808", .outOfRange("n")),
            ("1e400", .outOfRange("n")), (#""5""#, .wrongType("n", expected: .integer)),
            ("true", .wrongType("n", expected: .integer)), ("[5]", .wrongType("n", expected: .integer)),
            ("null", .missing("n")),
        ] as [(String, JSONError?)]
    )
    func range(text: String, expected: JSONError?) throws {
        let read = try object("{\"n\":\(text)}")
        var thrown: JSONError?
        do throws(JSONError) { _ = try read.integer("n", in: 1...10) } catch { thrown = error }
        #expect(thrown == expected)
    }

    @Test("wrong types name the member and what was expected")
    func wrongTypes() throws {
        let read = try object(#"{"x":1,"y":"s"}"#)
        #expect(throws: JSONError.wrongType("x", expected: .text)) { try read.text("x") }
        #expect(throws: JSONError.wrongType("y", expected: .boolean)) { try read.boolean("y") }
        #expect(throws: JSONError.wrongType("x", expected: .array)) { try read.array("x") }
        #expect(throws: JSONError.wrongType("x", expected: .object)) { try read.object("x") }
    }

    @Test("unknown members are named")
    func unknown() throws {
        let read = try object(#"{"coins":1,"coin":2}"#)
        #expect(throws: JSONError.unknownMember("coin")) { try read.requireOnly(["coins"]) }
        #expect(throws: Never.self) { try read.requireOnly(["coin", "coins", "more"]) }
    }
}
