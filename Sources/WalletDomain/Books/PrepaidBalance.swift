/// What an event did to the balance of prepaid instruments, in what customers paid. Each is positive where it takes
/// away, but for what is issued.
package struct PrepaidFigures: Hashable, Sendable {
    package var issued: Int64 = 0
    package var used: Int64 = 0
    package var refunded: Int64 = 0
    package var other: Int64 = 0

    package init() {}

    package mutating func add(_ other: Self) {
        issued += other.issued
        used += other.used
        refunded += other.refunded
        self.other += other.other
    }

    mutating func subtract(_ other: Self) {
        issued -= other.issued
        used -= other.used
        refunded -= other.refunded
        self.other -= other.other
    }
}

/// The report of an own-use issuer of prepaid instruments about a base date (Japan, Payment Services Act): what stood
/// open before, what came and went, what stands open.
package struct PrepaidBalance: Hashable, Sendable {
    package let opening: Int64
    package let figures: PrepaidFigures
    /// Issued in the period before this one.
    package let issuedBefore: Int64
    package let threshold: Int64

    package init(opening: Int64, figures: PrepaidFigures, issuedBefore: Int64, threshold: Int64) {
        self.opening = opening
        self.figures = figures
        self.issuedBefore = issuedBefore
        self.threshold = threshold
    }

    package var closing: Int64 {
        opening + figures.issued - figures.used - figures.refunded - figures.other
    }

    package var isOverThreshold: Bool { closing > threshold }

    /// Half of the balance, rounded up, once it is over the threshold.
    package var depositAtLeast: Int64 { isOverThreshold ? closing / 2 + closing % 2 : 0 }

    /// The small refunds that are allowed; whether Apple's count is a question for counsel.
    package var isWithinFifthOfIssuedBefore: Bool { figures.refunded * 5 <= issuedBefore }
    package var isWithinTwentiethOfOpening: Bool { figures.refunded * 20 <= opening }
}
