/// Jobs of one class, first in, first out.
struct JobLine {
    /// Those before `head` were taken.
    private var jobs: [Job?] = []
    private var head = 0

    private static let takenMax = 64

    var count: Int { jobs.count - head }

    var first: Job? { head < jobs.count ? jobs[head] : nil }

    mutating func append(_ job: Job) { jobs.append(job) }

    mutating func popFirst() -> Job? {
        guard head < jobs.count else { return nil }
        let job = jobs[head].take()
        head += 1
        // Each taken place is removed once, together with at least as many others as stay.
        if head == jobs.count {
            jobs.removeAll(keepingCapacity: true)
            head = 0
        } else if head > Self.takenMax, head * 2 > jobs.count {
            jobs.removeFirst(head)
            head = 0
        }
        return job
    }

    /// The one that came last: it has waited least.
    mutating func popLast() -> Job? {
        guard head < jobs.count else { return nil }
        return jobs.removeLast()
    }
}
