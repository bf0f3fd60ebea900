internal import CLibPQ

extension ConnectionHandle {
    /// An open, non-blocking connection that the caller owns.
    @unsafe
    static func connect(_ settings: PostgresSettings) throws(PostgresError) -> OpaquePointer {
        try check(conninfo: settings.conninfo)
        guard let raw = unsafe open(settings.pairs) else { throw .cannotConnect("libpq is out of memory") }
        guard unsafe PQstatus(raw) == CONNECTION_OK, unsafe PQsetnonblocking(raw, 1) == 0 else {
            defer { unsafe PQfinish(raw) }
            throw unsafe .cannotConnect(String(cString: PQerrorMessage(raw)))
        }
        return unsafe raw
    }

    /// libpq quotes a broken connection string in its message, perhaps the part with the password: ours does not.
    private static func check(conninfo: String) throws(PostgresError) {
        guard let options = unsafe PQconninfoParse(conninfo, nil) else {
            throw .cannotConnect("the connection string cannot be read")
        }
        unsafe PQconninfoFree(options)
    }

    @unsafe
    private static func open(_ pairs: [(keyword: String, value: String)]) -> OpaquePointer? {
        var texts = ByteArena()
        var offsets: [(keyword: Int, value: Int)] = []
        for (keyword, value) in pairs {
            offsets.append((texts.appendTerminated(keyword), texts.appendTerminated(value)))
        }
        let keywords = unsafe offsets.map { unsafe Optional(texts.address(at: $0.keyword)) } + [nil]
        let values = unsafe offsets.map { unsafe Optional(texts.address(at: $0.value)) } + [nil]
        return unsafe PQconnectdbParams(keywords, values, 1)
    }
}

extension ByteArena {
    /// Returns the offset of the C string.
    fileprivate mutating func appendTerminated(_ text: String) -> Int {
        let offset = count
        append(text)
        append(UInt8(0))
        return offset
    }
}
