internal import Foundation

/// Bytes that come in any order of days and go out by day, within a day as they came.
///
/// What is little stays in memory; more goes to a file a day in a folder of its own, which is opened for each write
/// and closed again, so that neither memory nor open files grow with the export.
struct DaySpool {
    private let folder: URL
    private let bytesMax: Int
    private var waiting: [Int64: [UInt8]] = [:]
    private var bytesWaiting = 0
    private var onDisk: Set<Int64> = []

    /// - Parameter folder: made when it is needed; whoever owns the export removes it.
    init(folder: URL, bytesMax: Int) {
        self.folder = folder
        self.bytesMax = bytesMax
    }

    mutating func add(_ bytes: [UInt8], on day: Int64) throws {
        waiting[day, default: []] += bytes
        bytesWaiting += bytes.count
        if bytesWaiting > bytesMax { try spill() }
    }

    private mutating func spill() throws {
        if onDisk.isEmpty {
            try TemporaryFolder.make(folder)
        }
        for (day, bytes) in waiting {
            let file = Self.file(of: day, in: folder)
            if onDisk.insert(day).inserted {
                guard FileManager.default.createFile(atPath: file.path, contents: Data(bytes)) else {
                    throw CocoaError(.fileWriteUnknown)
                }
                continue
            }
            let handle = try FileHandle(forWritingTo: file)
            try handle.seekToEnd()
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
        }
        waiting.removeAll(keepingCapacity: true)
        bytesWaiting = 0
    }

    private static func file(of day: Int64, in folder: URL) -> URL { folder.appending(path: "\(day).part") }

    var days: [Int64] { onDisk.union(waiting.keys).sorted() }

    /// What was added so far, in order.
    func pieces() -> Pieces { Pieces(folder: folder, waiting: waiting, onDisk: onDisk, days: days[...]) }

    func pieces(only day: Int64) -> Pieces {
        Pieces(folder: folder, waiting: waiting.filter { $0.key == day }, onDisk: onDisk, days: [day])
    }

    /// An empty one, in a folder within this one's.
    func beside(_ name: String) -> DaySpool { DaySpool(folder: folder.appending(path: name), bytesMax: bytesMax) }

    /// Reads the spool piece by piece.
    struct Pieces {
        private static let pieceBytesMax = 256 * 1024

        fileprivate let folder: URL
        fileprivate let waiting: [Int64: [UInt8]]
        fileprivate let onDisk: Set<Int64>
        fileprivate var days: ArraySlice<Int64>
        fileprivate var open: FileHandle?

        fileprivate init(folder: URL, waiting: [Int64: [UInt8]], onDisk: Set<Int64>, days: ArraySlice<Int64>) {
            self.folder = folder
            self.waiting = waiting
            self.onDisk = onDisk
            self.days = days
        }

        /// Nil at the end.
        mutating func next() throws -> [UInt8]? {
            while let day = days.first {
                if open == nil, onDisk.contains(day) {
                    open = try FileHandle(forReadingFrom: DaySpool.file(of: day, in: folder))
                }
                if let open {
                    if let data = try open.read(upToCount: Self.pieceBytesMax), !data.isEmpty { return [UInt8](data) }
                    try open.close()
                    self.open = nil
                }
                days.removeFirst()
                if let rest = waiting[day] { return rest }
            }
            return nil
        }
    }
}
