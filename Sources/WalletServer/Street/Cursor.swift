internal import Crypto
internal import WalletDomain

/// Where a list goes on. Opaque, and bound to its list: changed by hand, or from another user's list, it is refused.
///
/// It names the last row seen and carries a check over list, owner and row. The check keeps mistakes out; what a
/// forged one could name lies in the caller's reach anyway.
enum Cursor {
    private static let checkBytes = 8

    /// - Parameters:
    ///   - list: name of the list with everything that selects its rows, order included.
    ///   - wallet: whose list it is.
    static func text(_ row: Int64, of list: String, in wallet: WalletID) -> String {
        text(String(row), of: Self.list(list, in: wallet))
    }

    static func row(_ text: String, of list: String, in wallet: WalletID) throws(Problem) -> Int64 {
        guard let row = Int64(try name(text, of: Self.list(list, in: wallet))), row >= 0 else {
            throw Problem(code: .badCursor)
        }
        return row
    }

    /// A list of one wallet's rows that go by name.
    static func list(_ list: String, in wallet: WalletID) -> String { list + "/" + hexadecimal(wallet.uuid.bytes) }

    static func text(_ name: String, of list: String) -> String {
        text(Array(name.utf8), of: list)
    }

    static func name(_ text: String, of list: String) throws(Problem) -> String {
        let bytes = try bytes(text, of: list, bytesMax: 2 * Limits.nameBytesMax)
        guard !bytes.isEmpty, let name = String(validating: bytes, as: UTF8.self) else {
            throw Problem(code: .badCursor)
        }
        return name
    }

    /// Of a list whose place has no name.
    static func text(_ place: [UInt8], of list: String) -> String {
        Base64.encode(check(place, list) + place, .url)
    }

    /// - Parameter bytesMax: of the text.
    static func bytes(_ text: String, of list: String, bytesMax: Int) throws(Problem) -> [UInt8] {
        guard text.utf8.count <= bytesMax, let bytes = Base64.decode(text, .url), bytes.count >= checkBytes,
            check(Array(bytes.dropFirst(checkBytes)), list) == Array(bytes.prefix(checkBytes))
        else { throw Problem(code: .badCursor) }
        return Array(bytes.dropFirst(checkBytes))
    }

    private static func check(_ place: [UInt8], _ list: String) -> [UInt8] {
        Array(HMACSHA256.authenticate(place, key: Array(list.utf8)).prefix(checkBytes))
    }
}
