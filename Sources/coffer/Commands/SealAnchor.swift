internal import Crypto
internal import Foundation
internal import WalletLedger

/// A root that was kept elsewhere: by itself, or as `coffer seal` printed it.
enum SealAnchor {
    static let fileFlag = Flag.value(
        "--root", "FILE", "as it was printed by coffer seal and kept; its signature is checked too")

    /// - Parameter rootFlag: takes the root itself.
    /// - Returns: nil if neither is given.
    static func find(_ arguments: Arguments, rootFlag: String, _ config: Config) throws(Failure) -> [UInt8]? {
        switch (arguments.text(rootFlag), arguments.text(fileFlag.name)) {
        case (nil, nil): return nil
        case (let text?, nil): return try root(text)
        case (nil, let path?): return try kept(path, config.sealKey)
        case (.some, .some): throw .usage("\(rootFlag) or \(fileFlag.name), not both")
        }
    }

    /// 64 hexadecimal digits.
    private static func root(_ text: String) throws(Failure) -> [UInt8] {
        guard let root = HexText.parse(text), root.count == SHA256.bytesCount else {
            throw .usage("a root has \(2 * SHA256.bytesCount) hexadecimal digits")
        }
        return root
    }

    /// With a key at hand only a seal signed with it counts; without one a signed seal is no seal that was checked.
    private static func kept(_ path: String, _ key: SealKey?) throws(Failure) -> [UInt8] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Failure("\(path) cannot be read")
        }
        let kept: KeptSeal
        do throws(KeptSeal.Fault) {
            kept = try KeptSeal(text: text)
            if let key { try kept.check(key.publicKey) }
        } catch {
            throw Failure("\(path) \(words(error))")
        }
        guard key != nil || kept.signature == nil else {
            throw Failure("\(path) is signed: \(Setting.sealKeyFile.name) must name the key to check it with")
        }
        return kept.root
    }

    private static func words(_ fault: KeptSeal.Fault) -> String {
        switch fault {
        case .unreadable: "does not hold what coffer seal prints"
        case .unsigned: "is not signed, and there is a key to check it with"
        case .otherKey(let id): "is signed with another key, \(id)"
        case .forged: "was NOT signed as it stands: its signature is of another number, time or root"
        }
    }
}
