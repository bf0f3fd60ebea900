internal import WalletDomain

/// The way to every part that this person may see.
struct NavigationPart {
    let visit: Visit
    let current: Section?

    func write(to page: inout HTMLWriter) {
        guard let visitor = visit.visitor else { return }
        page(.nav, .class("side"), .label(Texts.sections[visit.language])) { nav in
            for group in Section.Group.allCases {
                let sections = group.sections.filter { $0.route.isOpen(to: visitor.caller.scopes) }
                if !sections.isEmpty { write(group, sections, to: &nav) }
            }
        }
    }

    private func write(_ group: Section.Group, _ sections: [Section], to nav: inout HTMLWriter) {
        let id = nav.newID("group")
        nav(.p, .class("group"), .id(id), phrase: group.title)
        nav(.ul, .labelled(by: id)) { list in
            for section in sections {
                list(.li) { item in
                    item(.a, .href(section.link), section == current ? .current : nil) { link in
                        link.phrase(section.title)
                        if let count = visit.waiting[section], count > 0 { Self.badge(count, &link) }
                    }
                }
            }
        }
    }

    /// How many wait there; readers hear what is counted.
    private static func badge(_ count: Int64, _ link: inout HTMLWriter) {
        link.text(" ")
        link(.span, .class("count")) { badge in
            badge.text(Figures.grouped(count))
            if count >= Limits.countedMax { badge.text("+") }
            badge(.span, .class("unseen")) { unseen in
                unseen.text(" ")
                unseen.phrase(Texts.waiting)
            }
        }
    }
}
