import Crypto
import Testing

@Suite struct DERReaderTests {
    @Test(
        "definite, minimal lengths inside the bytes are read",
        arguments: [
            ([0x04, 0x00], 0), ([0x04, 0x01, 0xAA], 1), ([0x04, 0x7F] + [UInt8](repeating: 1, count: 127), 127),
            ([0x04, 0x81, 0x80] + [UInt8](repeating: 1, count: 128), 128),
            ([0x04, 0x82, 0x01, 0x00] + [UInt8](repeating: 1, count: 256), 256),
        ] as [([UInt8], Int)]
    )
    func lengths(bytes: [UInt8], count: Int) throws {
        var reader = DERReader(bytes)
        #expect(try reader.next(DERTag.octetString).count == count)
        #expect(reader.isAtEnd)
    }

    @Test(
        "anything else is refused",
        arguments: [
            [], [0x04], [0x04, 0x01], [0x04, 0x80], [0x04, 0x80, 0x00, 0x00], [0x04, 0x81, 0x7F],
            [0x04, 0x81, 0x01, 0xAA],
            [0x04, 0x82, 0x00, 0x80], [0x04, 0x84, 0xFF, 0xFF, 0xFF, 0xFF], [0x04, 0x85, 0, 0, 0, 0, 1, 0xAA],
            [0x04, 0x88, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], [0x04, 0xFF], [0x1F, 0x81, 0x01, 0x00],
            [0x02, 0x00],
        ] as [[UInt8]]
    )
    func refuses(bytes: [UInt8]) {
        var reader = DERReader(bytes)
        #expect(throws: DERError.self) { try reader.next(DERTag.octetString) }
    }

    @Test("nesting is bounded without recursion")
    func depth() throws {
        func nested(_ levels: Int) -> [UInt8] {
            var bytes: [UInt8] = [0x02, 0x01, 0x05]
            for _ in 0..<levels { bytes = [DERTag.set] + length(bytes.count) + bytes }
            return bytes
        }
        #expect(throws: Never.self) { try DERReader.checkWellFormed(nested(5), depthMax: 8) }
        #expect(throws: DERError.tooDeep) { try DERReader.checkWellFormed(nested(8), depthMax: 8) }
        #expect(throws: DERError.tooDeep) { try DERReader.checkWellFormed(nested(4_000), depthMax: 24) }
    }

    @Test("one element, nothing behind it, every part well formed")
    func wellFormed() throws {
        let good: [UInt8] = [0x30, 0x08, 0x02, 0x01, 0x05, 0x31, 0x03, 0x04, 0x01, 0xAA]
        #expect(throws: Never.self) { try DERReader.checkWellFormed(good, depthMax: 8) }
        #expect(throws: DERError.self) { try DERReader.checkWellFormed(good + [0x00], depthMax: 8) }
        #expect(throws: DERError.self) { try DERReader.checkWellFormed([], depthMax: 8) }
        for index in [1, 3, 6, 8] {
            var longer = good
            longer[index] += 1
            #expect(throws: DERError.self) { try DERReader.checkWellFormed(longer, depthMax: 8) }
        }
        #expect(throws: DERError.self) { try DERReader.checkWellFormed([0x30, 0x80, 0x00, 0x00], depthMax: 8) }
    }

    private func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(count)] }
        return count < 0x100 ? [0x81, UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
    }
}
