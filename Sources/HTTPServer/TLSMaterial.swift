internal import Foundation

/// Certificate and key as C text. The library keeps the pointers, so this lives as long as its daemon; the key's
/// bytes are overwritten in the end.
@safe struct TLSMaterial: ~Copyable {
    let certificate: UnsafeMutablePointer<CChar>
    let key: UnsafeMutablePointer<CChar>
    private let certificateCount: Int
    private let keyCount: Int

    init(_ files: HTTPServerSettings.TLSFiles) throws(HTTPServerError) {
        let certificateBytes = try Self.read(files.certificatePath)
        let keyBytes = try Self.read(files.keyPath)
        certificateCount = certificateBytes.count + 1
        keyCount = keyBytes.count + 1
        unsafe certificate = Self.copy(certificateBytes)
        unsafe key = Self.copy(keyBytes)
    }

    deinit {
        unsafe key.update(repeating: 0, count: keyCount)
        unsafe key.deallocate()
        unsafe certificate.deallocate()
    }

    private static func read(_ path: String) throws(HTTPServerError) -> [UInt8] {
        do {
            return try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw .fileUnreadable(path: path)
        }
    }

    private static func copy(_ bytes: [UInt8]) -> UnsafeMutablePointer<CChar> {
        let text = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
        for (index, byte) in bytes.enumerated() { unsafe text[index] = CChar(bitPattern: byte) }
        unsafe text[bytes.count] = 0
        return unsafe text
    }
}
