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
                list(.li) {
                    $0(.a, .href(section.link), section == current ? .current : nil, phrase: section.title)
                }
            }
        }
    }
}
