internal import WalletDomain
internal import WalletLedger

/// A refused change of the catalogue with everything that helps to go on: what others changed, which prices are meant.
struct RefusedChange: Answer {
    private let refusal: CatalogueRefusal
    let problem: Problem?

    init(_ refusal: CatalogueRefusal) {
        self.refusal = refusal
        problem = Problem(refusal)
    }

    func write(to object: inout JSONWriter) {
        switch refusal {
        case .changedMeanwhile(let traces, let version):
            object.member("version", version)
            object.array("changes") { list in for trace in traces { list.object { $0.trace(trace) } } }
        case .confirmLargeChange(let differences):
            object.array("items") { list in
                for difference in differences {
                    list.object { item in
                        item.member("item", difference.item.text)
                        item.steps(difference.steps, percentMax: nil)
                    }
                }
            }
        case .packNotFound, .itemNotFound, .versionNotFound, .productTaken, .packFixed, .kindFixed, .statusFixed,
            .freeNotSaid, .packWithoutCoins, .startsTooEarly, .windowEmpty, .windowsOverlap, .windowFixed,
            .tooManyWindows, .incomplete, .changeScheduled, .draftNotFound, .draftClosed, .tooManyItems,
            .nothingToPublish, .publicationNotFound, .tooSlow, .inItem:
            break
        }
    }
}

extension Problem {
    init(_ error: CatalogueRefusal) {
        switch error {
        case .packNotFound: self.init(code: .packNotFound)
        case .itemNotFound: self.init(code: .itemNotFound)
        case .versionNotFound: self.init(code: .itemNotFound, [.text("member", "version")])
        case .productTaken: self.init(code: .productTaken)
        case .packFixed: self.init(code: .memberFixed, [.text("member", "product")])
        case .kindFixed: self.init(code: .memberFixed, [.text("member", "kind")])
        case .statusFixed: self.init(code: .memberFixed, [.text("member", "state")])
        case .freeNotSaid: self = .malformed("free")
        case .packWithoutCoins: self = Problem(code: .amountOutOfRange, [.text("member", "coins")])
        case .startsTooEarly(let earliest): self.init(code: .priceTooSoon, [.text("earliest", earliest.text)])
        case .windowEmpty: self = .malformed("to")
        case .windowsOverlap: self.init(code: .priceOverlap)
        case .windowFixed: self.init(code: .memberFixed, [.text("member", "to")])
        case .tooManyWindows: self.init(code: .tooManyItems, [.number("max", Int64(Limits.openWindowsMax))])
        case .incomplete(let member): self = .malformed(member)
        case .changeScheduled(let at): self.init(code: .changeScheduled, [.text("at", at.text)])
        case .changedMeanwhile: self.init(code: .changedMeanwhile)
        case .confirmLargeChange: self.init(code: .confirmLargeChange)
        case .draftNotFound: self.init(code: .draftNotFound)
        case .draftClosed(let publication):
            self.init(code: .draftClosed, publication.map { [.number("publication", $0)] } ?? [])
        case .tooManyItems: self.init(code: .tooManyItems, [.number("max", Int64(Limits.draftItemsMax))])
        case .nothingToPublish: self.init(code: .nothingToPublish)
        case .publicationNotFound: self.init(code: .publicationNotFound)
        case .tooSlow: self.init(code: .overloaded)
        case .inItem(let item, let refusal): self = Problem(refusal).within(item)
        }
    }

    /// What is wrong with an item of several: not with the request that names none.
    private func within(_ item: ItemID) -> Problem {
        guard code.status == 400 else { return adding(.text("item", item.text)) }
        let named: [Fact] = [.text("item", item.text), .text("cause", code.rawValue)]
        return Problem(code: .changeRefused, named + facts)
    }
}
