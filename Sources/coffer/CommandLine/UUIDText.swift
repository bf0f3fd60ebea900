internal import FoundationEssentials

/// A UUID as an operator has it: from `psql`, or out of one of our ids.
enum UUIDText {
    private static let digits = 32

    /// Nil for anything but 32 hexadecimal digits, hyphens set aside.
    static func parse(_ text: String) -> UUID? {
        let plain = text.filter { $0 != "-" }
        guard plain.utf8.count == digits else { return nil }
        var hyphenated = ""
        for (index, digit) in plain.enumerated() {
            if [8, 12, 16, 20].contains(index) { hyphenated.append("-") }
            hyphenated.append(digit)
        }
        return UUID(uuidString: hyphenated)
    }
}
