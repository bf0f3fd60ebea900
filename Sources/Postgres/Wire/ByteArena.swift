/// Growing memory for all parameters of a pipeline: filled once, lent to libpq, used again by the next pipeline.
/// Numbers are written in network order. Owns its memory; offsets stay valid until `reset`.
@safe
struct ByteArena: ~Copyable {
    private var base: UnsafeMutableRawPointer
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int = 16 * 1024) {
        self.capacity = capacity
        unsafe base = .allocate(byteCount: capacity, alignment: 8)
    }

    deinit { unsafe base.deallocate() }

    /// Forgets the content and keeps the memory, unless one huge pipeline made it larger than `keptBytesMax`.
    mutating func reset(keptBytesMax: Int = 4 * 1024 * 1024) {
        count = 0
        guard capacity > keptBytesMax else { return }
        unsafe base.deallocate()
        capacity = keptBytesMax
        unsafe base = .allocate(byteCount: capacity, alignment: 8)
    }

    mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(_ number: Number) {
        let size = MemoryLayout<Number>.size
        reserve(size)
        unsafe base.storeBytes(of: number.bigEndian, toByteOffset: count, as: Number.self)
        count += size
    }

    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        unsafe base.advanced(by: count).copyMemory(from: source, byteCount: bytes.count)
        count += bytes.count
    }

    /// Writes over four bytes that were appended before.
    mutating func overwrite(at offset: Int, with number: Int32) {
        precondition(offset >= 0 && offset + 4 <= count, "only what was appended can be overwritten")
        unsafe base.storeBytes(of: number.bigEndian, toByteOffset: offset, as: Int32.self)
    }

    /// Drops what was appended after `count` was this.
    mutating func truncate(to count: Int) {
        precondition(count <= self.count, "an arena is cut, never stretched")
        self.count = count
    }

    /// Valid until the next append or reset.
    func address(at offset: Int) -> UnsafePointer<CChar> {
        precondition(offset >= 0 && offset <= count, "an offset lies inside the arena")
        return unsafe UnsafePointer(base.advanced(by: offset).assumingMemoryBound(to: CChar.self))
    }

    private mutating func reserve(_ bytes: Int) {
        guard count + bytes > capacity else { return }
        let grown = max(capacity * 2, count + bytes)
        let moved = UnsafeMutableRawPointer.allocate(byteCount: grown, alignment: 8)
        unsafe moved.copyMemory(from: base, byteCount: count)
        unsafe base.deallocate()
        unsafe base = moved
        capacity = grown
    }
}
