extension ResponseStream {
    /// A body that ends as broken after these bytes: for a server that plays a bad one.
    package convenience init(cutAfter bytes: [UInt8]) {
        self.init(bufferBytesMax: max(1, bytes.count))
        _ = buffer.push(bytes[...])
        fail()
    }
}
