/// One thing that was looked at, told to somebody who sets the service up for the first time.
package struct CheckupLine: Equatable, Sendable {
    package enum Verdict: String, Sendable {
        case ok
        case failed
        /// Not as it will be in the end, and no fault either.
        case note
    }

    package let verdict: Verdict
    /// What was looked at, in a word or two.
    package let subject: String
    package let finding: String
    /// What to do about it; nil if nothing.
    package let advice: String?

    static func ok(_ subject: String, _ finding: String) -> CheckupLine {
        CheckupLine(verdict: .ok, subject: subject, finding: finding, advice: nil)
    }

    static func failed(_ subject: String, _ finding: String, _ advice: String) -> CheckupLine {
        CheckupLine(verdict: .failed, subject: subject, finding: finding, advice: advice)
    }

    static func note(_ subject: String, _ finding: String, _ advice: String) -> CheckupLine {
        CheckupLine(verdict: .note, subject: subject, finding: finding, advice: advice)
    }
}
