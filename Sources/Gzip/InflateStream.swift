internal import CZlib

/// Owns one of zlib's streams that unpack gzip members: one owner at a time, ended exactly once.
@safe struct InflateStream: ~Copyable {
    enum State {
        /// There is more to come of this member.
        case underWay
        /// The member is whole: its checksum and length are those of what was written.
        case endOfMember
        case damaged
    }

    struct Step {
        let state: State
        /// How many bytes of the input, from its first one, are done with.
        let taken: Int
        let written: Int
    }

    /// zlib refuses a stream that has moved, so it has a place of its own.
    private let stream: UnsafeMutablePointer<z_stream>

    init() {
        unsafe stream = .allocate(capacity: 1)
        unsafe stream.initialize(to: z_stream())
        let status = unsafe coffer_zlib_inflate_gzip(stream)
        precondition(status == Z_OK, "zlib has no memory, or another version than this was built with")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deinitialize(count: 1)
        unsafe stream.deallocate()
    }

    /// Unpacks into the first `room` bytes of `output` until they are full, the member ends or the input does.
    ///
    /// - Parameter input: all that there is; at most 2^32 - 1 bytes. What was not taken comes again in the next step. A
    ///   member that needs more is damaged.
    mutating func step(_ input: ArraySlice<UInt8>, _ output: inout [UInt8], room: Int) -> Step {
        precondition((1...output.count).contains(room), "each step has room to go on")
        let status = unsafe input.withUnsafeBufferPointer { source in
            unsafe output.withUnsafeMutableBufferPointer { target in
                // zlib does not write to its input; its type is older than C's const.
                unsafe stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                unsafe stream.pointee.avail_in = UInt32(source.count)
                unsafe stream.pointee.next_out = target.baseAddress
                unsafe stream.pointee.avail_out = UInt32(room)
                return unsafe inflate(stream, Z_NO_FLUSH)
            }
        }
        let state: State =
            switch status {
            case Z_OK: .underWay
            case Z_STREAM_END: .endOfMember
            // Z_BUF_ERROR too: there was room, so what is missing is input. No gzip file needs a dictionary.
            default: .damaged
            }
        let left = unsafe stream.pointee
        return unsafe Step(
            state: state, taken: input.count - Int(left.avail_in), written: room - Int(left.avail_out))
    }

    /// For the next member.
    mutating func restart() {
        let status = unsafe inflateReset(stream)
        precondition(status == Z_OK, "a stream that was begun can begin again")
    }
}
