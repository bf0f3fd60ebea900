/// The squares of a QR code: what is always there, then the words, then a mask (ISO/IEC 18004, 7.7 and 7.8).
struct QRDrawing: Sendable {
    let size: Int
    private(set) var isDark: [Bool]
    /// Belongs to the frame: no word and no mask goes there.
    private var isFixed: [Bool]
    private let version: QRVersion

    init(_ version: QRVersion) {
        self.version = version
        size = version.size
        isDark = Array(repeating: false, count: size * size)
        isFixed = isDark
        drawFrame()
    }

    private mutating func set(_ row: Int, _ column: Int, _ dark: Bool) {
        guard (0..<size).contains(row), (0..<size).contains(column) else { return }
        isDark[row * size + column] = dark
        isFixed[row * size + column] = true
    }

    private mutating func drawFrame() {
        for place in 0..<size {
            set(6, place, place.isMultiple(of: 2))
            set(place, 6, place.isMultiple(of: 2))
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { drawFinder(row, column) }
        let last = version.alignments.last ?? 0
        for row in version.alignments {
            for column in version.alignments
            where !((row == 6 && (column == 6 || column == last)) || (row == last && column == 6)) {
                drawAlignment(row, column)
            }
        }
        drawFormat(mask: 0)
        if version.number >= 7 { drawVersion() }
    }

    private mutating func drawFinder(_ row: Int, _ column: Int) {
        for down in -4...4 {
            for right in -4...4 {
                let ring = max(abs(down), abs(right))
                set(row + down, column + right, ring != 2 && ring != 4)
            }
        }
    }

    private mutating func drawAlignment(_ row: Int, _ column: Int) {
        for down in -2...2 {
            for right in -2...2 { set(row + down, column + right, max(abs(down), abs(right)) != 1) }
        }
    }

    /// Error correction M is 00; a BCH code protects it and the mask (7.9).
    private mutating func drawFormat(mask: Int) {
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        func bit(_ place: Int) -> Bool { bits >> place & 1 == 1 }
        for place in 0...5 { set(place, 8, bit(place)) }
        set(7, 8, bit(6))
        set(8, 8, bit(7))
        set(8, 7, bit(8))
        for place in 9..<15 { set(8, 14 - place, bit(place)) }
        for place in 0..<8 { set(8, size - 1 - place, bit(place)) }
        for place in 8..<15 { set(size - 15 + place, 8, bit(place)) }
        set(size - 8, 8, true)
    }

    /// From version 7 on (7.10).
    private mutating func drawVersion() {
        var rest = version.number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version.number << 12 | rest
        for place in 0..<18 {
            let (far, near) = (size - 11 + place % 3, place / 3)
            set(near, far, bits >> place & 1 == 1)
            set(far, near, bits >> place & 1 == 1)
        }
    }

    /// In pairs of columns from the right, up and down in turn (7.7.3).
    mutating func place(_ words: [UInt8]) {
        var next = 0
        for right in stride(from: size - 1, through: 1, by: -2) {
            let column = right <= 6 ? right - 1 : right
            let isUpward = (column + 1) & 2 == 0
            for step in 0..<size {
                let row = isUpward ? size - 1 - step : step
                for place in [column, column - 1] where !isFixed[row * size + place] && next < words.count * 8 {
                    isDark[row * size + place] = words[next / 8] >> (7 - next % 8) & 1 == 1
                    next += 1
                }
            }
        }
    }

    func masked(_ mask: Int) -> QRDrawing {
        var drawing = self
        for row in 0..<size {
            for column in 0..<size where !isFixed[row * size + column] && Self.inverts(mask, row, column) {
                drawing.isDark[row * size + column].toggle()
            }
        }
        drawing.drawFormat(mask: mask)
        return drawing
    }

    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }

    /// Long runs and blocks of one colour, and much more of one than of the other, are hard to read: what they cost
    /// (7.8.3, without the rule about patterns like the finders').
    var penalty: Int {
        var cost = 0
        for line in 0..<size {
            cost +=
                runs((0..<size).map { isDark[line * size + $0] }) + runs((0..<size).map { isDark[$0 * size + line] })
        }
        for row in 0..<size - 1 {
            for column in 0..<size - 1 {
                let square = [(0, 0), (0, 1), (1, 0), (1, 1)].map { isDark[(row + $0.0) * size + column + $0.1] }
                if square.allSatisfy({ $0 == square[0] }) { cost += 3 }
            }
        }
        let dark = isDark.count { $0 }
        return cost + abs(dark * 20 - isDark.count * 10) / isDark.count * 10
    }

    private func runs(_ line: [Bool]) -> Int {
        var (cost, length) = (0, 0)
        for place in line.indices {
            length = place > 0 && line[place] == line[place - 1] ? length + 1 : 1
            if length == 5 { cost += 3 } else if length > 5 { cost += 1 }
        }
        return cost
    }
}
