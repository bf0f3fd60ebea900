import WalletDomain

/// Who comes in, who has to go, who is served next. Pure: the clock is an argument.
struct WaitingJobs {
    enum Verdict {
        case taken
        /// Taken, and this one of a lower class has to go for it.
        case displaced(Job)
        case refused(ShedReason)
    }

    private var lines = JobClass.allCases.map { _ in JobLine() }
    private var age: QueueAge
    private let batchMax: Int
    /// Places in each batch for every class that waits: few enough that the highest class gets most.
    private let reservedPlaces: Int

    init(batchMax: Int = Limits.batchMax) {
        self.batchMax = batchMax
        reservedPlaces = min(Limits.batchReservedPlaces, batchMax / JobClass.allCases.count)
        age = QueueAge(batchMax: batchMax)
    }

    var count: Int { lines.reduce(0) { $0 + $1.count } }

    /// Jobs that may be sent away: all but bulk's, which have bounds of their own.
    private var sheddableCount: Int { count - lines[JobClass.bulk.rawValue].count }

    mutating func put(_ job: Job, at now: ContinuousClock.Instant) -> Verdict {
        guard job.priority != .bulk else { return putPatient(job) }
        if age.isOverloaded(oldest: oldest, at: now), !canFinish(job, at: now) { return .refused(.old) }
        guard sheddableCount >= Limits.laneQueueMax else {
            lines[job.priority.rawValue].append(job)
            return .taken
        }
        let lower = JobClass.allCases.last { other in
            other != .bulk && other.rawValue > job.priority.rawValue && lines[other.rawValue].count > 0
        }
        guard let lower, let displaced = lines[lower.rawValue].popLast() else { return .refused(.full) }
        lines[job.priority.rawValue].append(job)
        return .displaced(displaced)
    }

    private mutating func putPatient(_ job: Job) -> Verdict {
        guard lines[JobClass.bulk.rawValue].count < Limits.bulksMax * Limits.bulkWindow else { return .refused(.full) }
        lines[JobClass.bulk.rawValue].append(job)
        return .taken
    }

    private var oldest: ContinuousClock.Instant? {
        lines.prefix(JobClass.bulk.rawValue).compactMap { $0.first?.queuedAt }.min()
    }

    /// Refunds always: they are few, and nobody must spend what Apple took back.
    private func canFinish(_ job: Job, at now: ContinuousClock.Instant) -> Bool {
        guard job.priority != .refund else { return true }
        let ahead = lines.prefix(job.priority.rawValue + 1).reduce(0) { $0 + $1.count }
        return now + age.expectedWait(ahead: ahead, at: now) <= job.deadline
    }

    /// Jobs past their deadline: a class waits for the same time each, so they stand first.
    mutating func takeExpired(at now: ContinuousClock.Instant) -> [Job] {
        var expired: [Job] = []
        for priority in lines.indices {
            while let first = lines[priority].first, first.deadline < now, let job = lines[priority].popFirst() {
                expired.append(job)
            }
        }
        return expired
    }

    /// The next batch: at least one job if any waits, however large; at most `batchMax` and `batchBytesMax`.
    ///
    /// A class goes before the next, but each that waits gets a few places in every batch, so none starves.
    mutating func takeBatch(at now: ContinuousClock.Instant) -> [Job] {
        var batch: [Job] = []
        var places = min(count, batchMax)
        batch.reserveCapacity(places)
        var bytes = 0
        fill: for priority in JobClass.allCases {
            let kept = lines[(priority.rawValue + 1)...].reduce(0) { $0 + min($1.count, reservedPlaces) }
            for _ in 0..<max(0, places - kept) {
                guard let next = lines[priority.rawValue].first else { break }
                bytes += next.bytes
                if bytes > Limits.batchBytesMax, !batch.isEmpty { break fill }
                guard let job = lines[priority.rawValue].popFirst() else { break }
                batch.append(job)
                places -= 1
            }
        }
        age.laneTook(batch.count, at: now)
        age.look(oldest: oldest, at: now)
        return batch
    }
}
