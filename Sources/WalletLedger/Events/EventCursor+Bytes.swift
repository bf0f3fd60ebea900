/// A cursor as bytes: lane, beat and taken of each place in the order of lanes, as numbers of seven bits a byte with
/// the lowest first, the high bit for 'more follows' (LEB128, as in DWARF 5, 7.6).
extension EventCursor {
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (lane, place) in places.sorted(by: { $0.key < $1.key }) {
            for number in [Int64(lane), place.beat, place.taken] { Self.append(UInt64(number), to: &bytes) }
        }
        return bytes
    }

    /// Nil for bytes that no cursor has.
    package init?(bytes: some Sequence<UInt8>) {
        var rest = bytes.makeIterator()
        var places: [Int16: Place] = [:]
        while let first = rest.next() {
            guard let lane = Self.number(startingWith: first, &rest).flatMap({ Int16(exactly: $0) }), lane > 0,
                let beat = Self.number(&rest), beat > 0, let taken = Self.number(&rest),
                places.updateValue(Place(beat: beat, taken: taken), forKey: lane) == nil
            else { return nil }
        }
        self.init(places: places)
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest > 0x7F {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private static func number(_ rest: inout some IteratorProtocol<UInt8>) -> Int64? {
        guard let first = rest.next() else { return nil }
        return number(startingWith: first, &rest)
    }

    private static func number(startingWith first: UInt8, _ rest: inout some IteratorProtocol<UInt8>) -> Int64? {
        var byte = first
        var number = UInt64(byte & 0x7F)
        var shift: UInt64 = 7
        while byte & 0x80 != 0 {
            guard shift < 63, let next = rest.next() else { return nil }
            byte = next
            number |= UInt64(byte & 0x7F) << shift
            shift += 7
        }
        return Int64(exactly: number)
    }
}
