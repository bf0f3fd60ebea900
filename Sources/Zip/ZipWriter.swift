internal import CArchive

/// Packs files, one after the other, into a ZIP archive (PKWARE's APPNOTE): deflated, in constant memory, of any
/// length.
///
/// The archive comes piece by piece: whatever `takeOutput` has not given yet waits in memory, so take it after each
/// step. Files carry no times and no owners, so the same files make the same bytes. Whoever stops before `finish` has
/// part of an archive that no reader takes for a whole one.
@safe package struct ZipWriter: ~Copyable {
    private let archive: OpaquePointer
    private let output = ZipOutput()
    /// Bytes of the file at hand that have not come yet.
    private var left: Int64 = 0

    package init() throws(ZipError) {
        guard let archive = unsafe archive_write_new() else { throw ZipError(reason: "no memory") }
        if let error = unsafe Self.open(archive, output) {
            unsafe archive_write_free(archive)
            throw error
        }
        unsafe self.archive = archive
    }

    private static func open(_ archive: OpaquePointer, _ output: ZipOutput) -> ZipError? {
        let context = unsafe Unmanaged.passUnretained(output).toOpaque()
        let isOpen =
            unsafe archive_write_set_format_zip(archive) == ARCHIVE_OK
            // Nothing is filled up to whole blocks.
            && archive_write_set_bytes_per_block(archive, 0) == ARCHIVE_OK
            && archive_write_open(
                archive, context, nil,
                { _, context, buffer, count in
                    guard let context = unsafe context, let buffer = unsafe buffer else { return -1 }
                    let output = unsafe Unmanaged<ZipOutput>.fromOpaque(context).takeUnretainedValue()
                    unsafe output.take(UnsafeRawBufferPointer(start: buffer, count: count))
                    return count
                }, nil) == ARCHIVE_OK
        return isOpen ? nil : unsafe reason(archive)
    }

    deinit {
        unsafe archive_write_free(archive)
    }

    /// - Parameters:
    ///   - name: ASCII, without a slash at its end.
    ///   - bytes: how many will be added: neither more nor less is taken.
    package mutating func begin(_ name: String, bytes: Int64) throws(ZipError) {
        try requireWhole()
        guard !name.isEmpty else { throw ZipError(reason: "a file without a name") }
        guard let entry = unsafe archive_entry_new() else { throw ZipError(reason: "no memory") }
        defer { unsafe archive_entry_free(entry) }
        unsafe archive_entry_set_pathname(entry, name)
        unsafe archive_entry_set_size(entry, bytes)
        unsafe archive_entry_set_filetype(entry, UInt32(S_IFREG))
        unsafe archive_entry_set_perm(entry, 0o644)
        try unsafe check(archive_write_header(archive, entry))
        left = bytes
    }

    package mutating func add(_ bytes: [UInt8]) throws(ZipError) {
        guard bytes.count <= left else { throw Self.wrongLength }
        left -= Int64(bytes.count)
        let written = unsafe bytes.withUnsafeBytes { unsafe archive_write_data(archive, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw unsafe Self.reason(archive) }
    }

    /// After the last file: the directory.
    package mutating func finish() throws(ZipError) {
        try requireWhole()
        try unsafe check(archive_write_close(archive))
    }

    /// What was written since the last time.
    package mutating func takeOutput() -> [UInt8] { output.give() }

    private static let wrongLength = ZipError(reason: "a file is not as long as was said")

    /// libarchive itself fills up what is missing, and leaves out what is too much.
    private func requireWhole() throws(ZipError) {
        guard left == 0 else { throw Self.wrongLength }
    }

    private func check(_ status: Int32) throws(ZipError) {
        guard status == ARCHIVE_OK else { throw unsafe Self.reason(archive) }
    }

    private static func reason(_ archive: OpaquePointer) -> ZipError {
        let text = unsafe archive_error_string(archive).map { unsafe String(cString: $0) }
        return ZipError(reason: text ?? "the archive cannot be written")
    }
}

/// Where libarchive writes to.
private final class ZipOutput {
    private var bytes: [UInt8] = []

    func take(_ written: UnsafeRawBufferPointer) {
        unsafe bytes.append(contentsOf: written)
    }

    func give() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }
}
