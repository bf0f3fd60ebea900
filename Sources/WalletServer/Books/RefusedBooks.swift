internal import WalletDomain
internal import WalletLedger

/// A refused change of the books with what helps to go on.
struct RefusedBooks: Answer {
    private let refusal: BooksRefusal
    let problem: Problem?

    init(_ refusal: BooksRefusal) {
        self.refusal = refusal
        problem = Problem(refusal)
    }

    func write(to object: inout JSONWriter) {
        guard case .checksFailed(let findings) = refusal else { return }
        object.findings(findings)
    }
}

extension JSONWriter {
    mutating func findings(_ findings: [ClosingFinding]) {
        array("findings") { list in
            for finding in findings {
                list.object { object in
                    object.member("check", finding.check)
                    object.member("count", finding.count)
                    object.member("detail", finding.detail)
                }
            }
        }
    }
}

extension Problem {
    init(_ refusal: BooksRefusal) {
        switch refusal {
        case .changedMeanwhile(let version): self.init(code: .changedMeanwhile, [.number("version", version)])
        case .rulesFixed: self.init(code: .booksRulesFixed)
        case .firstDayMissing: self.init(code: .booksFirstDayMissing)
        case .period(.notNext(let next)): self.init(code: .periodNotNext, [.text("next", next.text)])
        case .period(.alreadyClosed): self.init(code: .periodClosed)
        case .period(.notClosed): self.init(code: .periodNotClosed)
        case .period(.notLatest(let latest)): self.init(code: .periodNotLatest, [.text("latest", latest.text)])
        case .notOver(let end): self.init(code: .periodNotOver, [.text("ends_at", end.text)])
        case .checksFailed: self.init(code: .periodChecksFailed)
        case .tooSlow: self.init(code: .overloaded)
        }
    }
}
