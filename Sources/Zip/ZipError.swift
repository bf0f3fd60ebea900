/// Why an archive could not be written: libarchive's words, which name neither the file nor its content.
package struct ZipError: Error, Equatable, Sendable {
    package let reason: String
}
