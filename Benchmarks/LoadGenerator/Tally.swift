/// What came back and how long it took.
struct Tally {
    private(set) var ok = 0
    private(set) var refused = 0
    /// 5xx, other statuses, broken connections.
    private(set) var errors = 0
    private var histogram = [UInt32](repeating: 0, count: bucketsMax)

    /// - Parameter nanoseconds: from just before the request was sent until its response was whole.
    mutating func count(status: Int, nanoseconds: UInt64) {
        switch status {
        case 200...299: ok += 1
        case 400...499: refused += 1
        default: errors += 1
        }
        histogram[min(Int(nanoseconds / bucketNanoseconds), bucketsMax - 1)] += 1
    }

    /// A bulk's answer: its lines are counted, its time once. Lines that are missing are errors.
    mutating func count(_ lines: (done: Int, refused: Int), of all: Int, nanoseconds: UInt64) {
        ok += lines.done
        refused += lines.refused
        errors += all - lines.done - lines.refused
        histogram[min(Int(nanoseconds / bucketNanoseconds), bucketsMax - 1)] += 1
    }

    mutating func countBroken() { errors += 1 }

    /// One JSON line. `seconds` is how long answers were counted; latencies are in milliseconds.
    func line(seconds: Double, connections: Int) -> String {
        let perSecond = Int((Double(ok) / seconds).rounded())
        return "{\"ok\": \(ok), \"refused\": \(refused), \"errors\": \(errors), \"seconds\": \(rounded(seconds)), "
            + "\"connections\": \(connections), \"per_second\": \(perSecond), "
            + "\"p50_ms\": \(percentile(50)), \"p99_ms\": \(percentile(99))}"
    }

    /// The upper edge of the bucket in which the given percent of all answers is reached.
    private func percentile(_ percent: Int) -> Double {
        let total = histogram.reduce(0) { $0 + Int($1) }
        var seen = 0
        for (index, count) in histogram.enumerated() {
            seen += Int(count)
            if seen > 0 && seen * 100 >= total * percent {
                return rounded(Double(index + 1) * Double(bucketNanoseconds) / 1_000_000)
            }
        }
        return 0
    }

    private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}

/// 10 µs, up to 2 s.
private let bucketNanoseconds: UInt64 = 10_000
private let bucketsMax = 200_000
