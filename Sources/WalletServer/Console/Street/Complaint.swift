internal import WalletDomain
internal import WalletLedger

/// Why something was refused, in the visitor's words.
struct Complaint: Sendable {
    let status: Int
    let phrase: Phrase
    /// Figures that belong to it: what is there, what was wanted.
    var detail: Phrase?
    /// The field that is wrong, if it is one.
    var field: String?
    /// Where to go first.
    var link: Link?
    /// For the log.
    let code: ProblemCode?

    init(status: Int, _ phrase: Phrase, field: String? = nil, code: ProblemCode? = nil) {
        self.status = status
        self.phrase = phrase
        self.field = field
        self.code = code
    }

    init(_ error: any Error) {
        switch error {
        case let refusal as PeopleRefusal: self.init(refusal)
        case let refusal as CatalogueRefusal: self.init(refusal)
        default: self.init(Problem(error))
        }
    }

    init(_ problem: Problem) {
        self.init(status: problem.code.status, problem.code.phrase, code: problem.code)
        var figures: [Phrase] = []
        for fact in problem.facts {
            switch fact.value {
            case .text(let name) where fact.name == "member": field = name
            case .text(let word) where fact.name == "cause": figures.append(Texts.cause(word))
            case .text(let text): figures.append(Texts.figureName(fact.name) + .plain(": " + text))
            case .number(let year) where fact.name == "year": figures.append(Texts.year + .plain(": \(year)"))
            case .number(let number):
                figures.append(Texts.figureName(fact.name) + .plain(": " + Figures.grouped(number)))
            case .flag: continue
            }
        }
        guard let first = figures.first else { return }
        detail = figures.dropFirst().reduce(first) { $0 + .plain(" · ") + $1 }
    }

    /// With what others changed, or which prices are meant.
    init(_ refusal: CatalogueRefusal) {
        self.init(Problem(refusal))
        switch refusal {
        case .changedMeanwhile(let traces, _):
            let said = traces.map { "\($0.item.text): \($0.callerName ?? "–"), \($0.at.text.prefix(16))Z" }
            if !said.isEmpty { detail = .plain(said.joined(separator: " · ")) }
        case .confirmLargeChange(let differences):
            let said = differences.flatMap { difference in
                difference.steps.map { "\(difference.item.text): \($0.text)" }
            }
            detail = .plain(said.joined(separator: " · "))
        case .packNotFound, .itemNotFound, .versionNotFound, .productTaken, .packFixed, .kindFixed, .statusFixed,
            .freeNotSaid, .packWithoutCoins, .startsTooEarly, .windowEmpty, .windowsOverlap, .windowFixed,
            .tooManyWindows, .incomplete, .changeScheduled, .draftNotFound, .draftClosed, .tooManyItems,
            .nothingToPublish, .publicationNotFound, .tooSlow, .inItem:
            break
        }
    }

    init(_ refusal: PeopleRefusal) {
        switch refusal {
        case .wrongCredentials: self.init(status: 401, Texts.wrongCredentials)
        case .wrongCode: self.init(status: 422, Texts.wrongCode, field: "code")
        case .tooSoon(let seconds): self.init(status: 429, Texts.tooSoon(seconds: seconds))
        case .busy: self.init(status: 503, Texts.busy)
        case .password(let flaw): self.init(status: 422, flaw.phrase, field: "password")
        case .linkInvalid: self.init(status: 404, Texts.linkInvalid)
        case .signedOut: self.init(status: 401, Texts.signedOut)
        case .stepUpNeeded: self.init(status: 403, Texts.stepUpNeeded)
        case .ownersOnly: self.init(status: 403, Texts.ownersOnly)
        case .adminNotFound: self.init(status: 404, Texts.adminNotFound)
        case .sessionNotFound: self.init(status: 404, Texts.sessionNotFound)
        case .nameTaken: self.init(status: 409, Texts.nameTaken, field: "name")
        case .lastOwner: self.init(status: 409, Texts.lastOwner)
        case .crossSite: self.init(status: 403, Texts.crossSite)
        }
        if refusal == .stepUpNeeded { link = Link("step-up") }
    }

    /// For a form in whose words a field has another name.
    func renaming(_ fields: [String: String]) -> Complaint {
        var complaint = self
        complaint.field = field.map { fields[$0] ?? $0 }
        return complaint
    }
}

extension PasswordFlaw {
    var phrase: Phrase {
        switch self {
        case .tooShort: Texts.passwordTooShort
        case .tooLong: Texts.passwordTooLong
        case .tooCommon: Texts.passwordTooCommon
        case .likeName: Texts.passwordLikeName
        case .same: Texts.passwordSame
        }
    }
}

extension PriceStep {
    /// `288 → 188 (−35 %)`.
    var text: String {
        let (old, new) = (
            before.map { Figures.grouped($0.coins) } ?? "–", after.map { Figures.grouped($0.coins) } ?? "–"
        )
        return "\(old) → \(new)" + (percent.map { " (\(Figures.signed($0))\u{00A0}%)" } ?? "")
    }
}
