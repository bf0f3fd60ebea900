import Testing
import WalletDomain

@Suite struct JSONWriterTests {
    @Test("members come out in the order in which they went in, nil ones leave no trace")
    func order() {
        var writer = JSONWriter()
        writer.object {
            $0.member("z", "text")
            $0.member("a", 42)
            $0.member("gone", String?.none)
            $0.member("also_gone", Int64?.none)
            $0.nullMember("none")
            $0.member("flag", true)
            $0.array("lots") {
                $0.value(1)
                $0.object { $0.member("n", Int64.min) }
                $0.array { _ in }
            }
            $0.object("empty") { _ in }
            $0.member("last", Int64.max)
        }
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"z":"text","a":42,"none":null,"flag":true,"lots":[1,{"n":-9223372036854775808},[]],"#
                + #""empty":{},"last":9223372036854775807}"#)
    }

    @Test("every character survives writing and reading")
    func roundTrip() throws {
        let text = String(String.UnicodeScalarView((1...0x2FF).compactMap(Unicode.Scalar.init))) + "😀\u{10FFFF}"
        var writer = JSONWriter()
        writer.object { $0.member(text, text) }
        let read = try JSONObject(parsing: writer.bytes)
        #expect(try read.text(text).utf8.elementsEqual(text.utf8))
    }

    @Test("control characters are escaped in their shortest form")
    func escapes() {
        var writer = JSONWriter()
        writer.value("\"\\\n\r\t\u{1}\u{1f}/é")
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #""\"\\\n\r\t\u0001\u001f/é""#)
    }

    @Test("a parsed value is written as it came")
    func parsedValue() throws {
        let text = #"{"b":[1,1.50,"x",null,false],"a":{"c":-3}}"#
        var writer = JSONWriter()
        writer.value(try JSONReader.parse(Array(text.utf8)))
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }
}
