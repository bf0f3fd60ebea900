internal import WalletDomain
internal import WalletLedger

/// What admins are told of plans, differences, drafts and publications.
extension JSONWriter {
    mutating func plan(_ name: String, _ plan: ItemPlan?) {
        guard let plan else { return }
        object(name) { object in
            object.member("title", plan.details.title)
            object.member("description", plan.details.description)
            object.array("tags") { list in for tag in plan.details.tags { list.value(tag) } }
            object.member("picture", plan.details.picture)
            object.member("kind", plan.kind.word)
            object.member("state", plan.status.word)
            object.member("details_from", plan.detailsFrom?.text)
            object.array("prices") { list in
                for price in plan.prices where !price.isEmpty { list.object { $0.plannedPrice(price) } }
            }
        }
    }

    private mutating func plannedPrice(_ price: PlannedPrice) {
        member("version", price.number.map { Int64($0) })
        member("layer", price.layer.word)
        member("price", price.price.coins)
        member("free", price.price == .zero)
        window(from: price.from, to: price.to, zone: price.zone)
    }

    mutating func steps(_ steps: [PriceStep], percentMax: Int64?) {
        array("steps") { list in
            for step in steps {
                list.object { object in
                    object.member("at", step.at.text)
                    if let before = step.before { object.member("before", before.coins) }
                    if let after = step.after { object.member("after", after.coins) }
                    object.member("percent", step.percent)
                    if let percentMax { object.member("large", step.isLarge(percentMax: percentMax)) }
                }
            }
        }
    }

    mutating func difference(_ difference: ItemDifference, percentMax: Int64? = nil) {
        member("item", difference.item.text)
        plan("before", difference.before)
        plan("after", difference.after)
        steps(difference.steps, percentMax: percentMax)
    }

    mutating func trace(_ trace: ItemTrace) {
        member("item", trace.item.text)
        member("publication", trace.publication)
        member("at", trace.at.text)
        member("by", trace.callerName)
        plan("before", trace.before)
        plan("after", trace.after)
    }

    mutating func draft(_ draft: CatalogueDraft) {
        member("draft", draft.number)
        member("name", draft.name)
        member("state", draft.status.word)
        member("version", draft.version)
        member("base", draft.base)
        member("publication", draft.publication)
        member("created_at", draft.createdAt.text)
        member("created_by", draft.createdBy)
        member("changed_at", draft.changedAt.text)
        member("changed_by", draft.changedBy)
    }

    mutating func publication(_ publication: Publication, by name: String? = nil) {
        member("publication", publication.number)
        member("kind", publication.kind.word)
        member("name", publication.name)
        member("reason", publication.reason)
        member("at", publication.at.text)
        member("created_at", publication.createdAt.text)
        member("created_by", publication.callerName ?? name)
        member("draft", publication.draft)
        member("restores", publication.restores)
    }

    mutating func draftedChange(_ drafted: DraftedChange) {
        let change = drafted.change
        member("item", drafted.item.text)
        member("title", change.title)
        edit("description", change.description)
        if let tags = change.tags { array("tags") { list in for tag in tags { list.value(tag) } } }
        edit("picture", change.picture)
        member("kind", change.kind?.word)
        member("state", change.status?.word)
        array("prices") { list in for price in change.prices { list.object { $0.newPrice(price) } } }
        array("ends") { list in
            for end in change.ends {
                list.object { object in
                    object.member("version", Int64(end.version))
                    object.member("at", end.at?.text)
                }
            }
        }
    }

    private mutating func newPrice(_ price: NewPrice) {
        member("layer", price.layer.word)
        member("price", price.price.coins)
        member("free", price.isFree)
        window(from: price.from, to: price.to, zone: price.zone)
    }

    private mutating func edit(_ name: String, _ edit: ItemChange.Edit<String>) {
        switch edit {
        case .keep: break
        case .clear: nullMember(name)
        case .set(let text): member(name, text)
        }
    }
}

extension CatalogueDraft.Status {
    var word: String {
        switch self {
        case .open: "open"
        case .published: "published"
        case .discarded: "discarded"
        }
    }
}

extension Publication.Kind {
    var word: String {
        switch self {
        case .single: "single"
        case .draft: "draft"
        case .rollback: "rollback"
        }
    }
}
