internal import WalletDomain
internal import WalletLedger

/// Old and new, side by side: what of an item changes, what it costs then, whom it concerns.
enum DifferenceTable {
    static func previews(_ comparison: DraftComparison) -> TablePart<Preview> {
        TablePart(
            caption: Texts.difference, isCaptionShown: false, empty: Texts.nothingInDraft,
            columns: [
                .header(Texts.item) { preview, cell in
                    cell.itemLink(preview.item)
                    cell(.span, .class("under")) { effect(preview, &$0) }
                },
                Column(Texts.change) { preview, cell in
                    guard let difference = preview.difference else { return cell.dash() }
                    changes(difference, &cell)
                },
                Column(Texts.price) { preview, cell in
                    steps(preview.difference?.steps ?? [], percentMax: comparison.percentMax, &cell)
                },
                Column(Texts.affected) { preview, cell in affected(comparison.affected[preview.item], &cell) },
            ])
    }

    static func items(percentMax: Int64) -> TablePart<ItemDifference> {
        TablePart(
            caption: Texts.difference, isCaptionShown: false, empty: Texts.noRows,
            columns: [
                .header(Texts.item) { difference, cell in cell.itemLink(difference.item) },
                Column(Texts.change) { difference, cell in changes(difference, &cell) },
                Column(Texts.price) { difference, cell in steps(difference.steps, percentMax: percentMax, &cell) },
            ])
    }

    private static func effect(_ preview: Preview, _ cell: inout HTMLWriter) {
        if let refusal = preview.refusal {
            cell.tag(Texts.effectRefused, .bad)
            cell.text(" ")
            cell.phrase(Complaint(refusal).phrase)
        } else if let difference = preview.difference {
            cell.tag(difference.before == nil ? Texts.effectNew : Texts.effectChanged, .good)
        } else {
            cell.tag(Texts.effectNone)
        }
    }

    /// Title and state with both values; of the rest, that it changes.
    private static func changes(_ difference: ItemDifference, _ cell: inout HTMLWriter) {
        let (old, new) = (difference.before, difference.after)
        if old?.details.title != new.details.title { pair(Texts.title, old?.details.title, new.details.title, &cell) }
        if old?.status != new.status {
            pair(Texts.state, old?.status.phrase[cell.language], new.status.phrase[cell.language], &cell)
        }
        if let details = old?.details {
            if details.description != new.details.description { cell(.div, phrase: Texts.description) }
            if details.tags != new.details.tags {
                pair(
                    Texts.tags, details.tags.joined(separator: ", "), new.details.tags.joined(separator: ", "), &cell)
            }
            if details.picture != new.details.picture { cell(.div, phrase: Texts.picture) }
        }
    }

    private static func pair(_ name: Phrase, _ old: String?, _ new: String, _ cell: inout HTMLWriter) {
        cell(.div) { line in
            line(.span, .class("muted"), phrase: name)
            line.text(" " + (old ?? "–") + " → ")
            line(.strong, text: new)
        }
    }

    private static func steps(_ steps: [PriceStep], percentMax: Int64, _ cell: inout HTMLWriter) {
        guard !steps.isEmpty else { return cell.dash() }
        for step in steps {
            cell(.div) { line in
                line(.strong, .class("time"), text: step.text)
                if step.isLarge(percentMax: percentMax) {
                    line.text(" ")
                    line.tag(Texts.large, .bad)
                }
                line(.span, .class("under")) { $0.moment(step.at) }
            }
        }
    }

    private static func affected(_ users: AffectedUsers?, _ cell: inout HTMLWriter) {
        guard let users else { return cell.dash() }
        let figures: [(Phrase, Int64?)] = [
            (Texts.openHolds, users.openHolds), (Texts.owners, users.owners), (Texts.buyers, users.buyers),
        ]
        for (name, count) in figures {
            cell(.div) { line in
                line(.span, .class("muted"), phrase: name)
                line.text(" " + (count.map { Figures.grouped($0) } ?? "–"))
            }
        }
    }
}
