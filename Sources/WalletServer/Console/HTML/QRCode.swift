/// A QR code (ISO/IEC 18004) in byte mode with error correction M: for one address of some hundred bytes.
struct QRCode: Sendable {
    let size: Int
    private let isDark: [Bool]

    func isDark(row: Int, column: Int) -> Bool { isDark[row * size + column] }

    /// Nil if the text does not fit into version 10 (213 bytes).
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard let version = QRVersion.all.first(where: { bytes.count <= $0.textBytesMax }) else { return nil }
        let words = version.interleaved(Self.words(bytes, version))
        var drawing = QRDrawing(version)
        drawing.place(words)
        let best = (0..<8).map { drawing.masked($0) }.min { $0.penalty < $1.penalty } ?? drawing
        size = best.size
        isDark = best.isDark
    }

    /// Mode, length, text, end and padding, eight bits each (7.4).
    private static func words(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for bit in (0..<count).reversed() { bits.append(value >> bit & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, version.number < 10 ? 8 : 16)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, version.dataWords * 8 - bits.count))
        while !bits.count.isMultiple(of: 8) { bits.append(false) }
        var words = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        while words.count < version.dataWords { words.append(words.count.isMultiple(of: 2) ? 0xEC : 0x11) }
        return words
    }
}

extension HTMLWriter {
    mutating func drawing(of code: QRCode, label: Phrase) {
        let margin = 4
        var commands = PathCommands()
        for row in 0..<code.size {
            for column in 0..<code.size where code.isDark(row: row, column: column) {
                commands.addSquare(x: column + margin, y: row + margin)
            }
        }
        let side = code.size + 2 * margin
        self(.svg, .class("qr"), .role("img"), .label(label[language]), .viewBox(side, side), .crisp) {
            $0(.path, .shape(commands))
        }
    }
}
