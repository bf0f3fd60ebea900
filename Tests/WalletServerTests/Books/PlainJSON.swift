import Foundation
import Testing

/// One line of JSON as texts: what a cell of CSV would hold.
enum PlainJSON {
    static func object(_ line: Substring) throws -> [String: String] {
        let value = try JSONDecoder().decode([String: Cell].self, from: Data(line.utf8))
        return value.mapValues(\.text)
    }

    private struct Cell: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if value.decodeNil() {
                text = ""
            } else if let flag = try? value.decode(Bool.self) {
                text = String(flag)
            } else if let number = try? value.decode(Int64.self) {
                text = String(number)
            } else {
                text = try value.decode(String.self)
            }
        }
    }
}
