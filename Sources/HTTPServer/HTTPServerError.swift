/// Why a server does not start. Nothing of it can happen later.
package enum HTTPServerError: Error, Equatable, Sendable {
    /// `host` is no numeric address.
    case hostNotAnAddress(String)
    /// Another program listens there (EADDRINUSE).
    case portInUse(UInt16)
    /// The system refused the listening socket; the number is its errno.
    case cannotListen(errno: Int32)
    /// A certificate or key file is missing or cannot be read.
    case fileUnreadable(path: String)
    /// The files were read, but they are no PEM certificate and matching key.
    case tlsFilesInvalid
    /// The HTTP library could not start: out of memory or threads, or built without what was asked for.
    case cannotStart
}
