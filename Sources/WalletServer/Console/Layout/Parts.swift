internal import WalletDomain

/// Small pieces that pages are made of.
extension HTMLWriter {
    /// A moment on the shop's clock; programs and readers get it with its offset.
    mutating func moment(_ moment: Instant) {
        let text = zone.text(of: moment)
        self(.time, .datetime(moment.text), text: text)
    }

    mutating func optionalMoment(_ value: Instant?) {
        if let value { moment(value) } else { dash() }
    }

    mutating func dash() { text("–") }

    mutating func number(_ value: Int64, to link: Link? = nil) {
        guard let link else { return text(Figures.grouped(value)) }
        self(.a, .href(link), text: Figures.grouped(value))
    }

    /// A word in a box: a state.
    mutating func tag(_ phrase: Phrase, _ tone: Tone = .plain) {
        self(.span, .class("tag " + tone.rawValue), phrase: phrase)
    }

    enum Tone: String {
        case plain = "tone-plain"
        case good = "tone-good"
        case warning = "tone-warning"
        case bad = "tone-bad"
    }

    mutating func section(
        _ title: Phrase, _ attributes: HTMLAttribute?..., content: (inout HTMLWriter) throws -> Void
    ) rethrows {
        let id = newID("section")
        try element(.section, [.labelled(by: id), .class("part")] + attributes) { section in
            section(.h2, .id(id), phrase: title)
            try content(&section)
        }
    }

    /// Names and what they stand for, one under the other.
    mutating func facts(_ facts: [Fact]) {
        self(.dl, .class("facts")) { list in
            for fact in facts {
                list(.div) { pair in
                    pair(.dt, phrase: fact.name)
                    pair(.dd, fact.isNumber ? .class("number") : nil) { fact.write(&$0) }
                }
            }
        }
    }

    struct Fact {
        let name: Phrase
        var isNumber = false
        let write: (inout HTMLWriter) -> Void

        init(_ name: Phrase, _ write: @escaping (inout HTMLWriter) -> Void) {
            self.name = name
            self.write = write
        }

        static func text(_ name: Phrase, _ text: String?) -> Fact {
            Fact(name) { value in if let text { value.text(text) } else { value.dash() } }
        }

        static func phrase(_ name: Phrase, _ phrase: Phrase) -> Fact { Fact(name) { $0.phrase(phrase) } }

        static func code(_ name: Phrase, _ text: String?) -> Fact {
            Fact(name) { value in if let text { value(.code, text: text) } else { value.dash() } }
        }

        static func number(_ name: Phrase, _ number: Int64?, to link: Link? = nil) -> Fact {
            var fact = Fact(name) { value in if let number { value.number(number, to: link) } else { value.dash() } }
            fact.isNumber = true
            return fact
        }

        static func moment(_ name: Phrase, _ moment: Instant?) -> Fact { Fact(name) { $0.optionalMoment(moment) } }

        static func link(_ name: Phrase, _ text: String, _ link: Link) -> Fact {
            Fact(name) { $0(.a, .href(link), text: text) }
        }
    }

    /// Figures to see at once.
    mutating func tiles(_ tiles: [Tile]) {
        self(.ul, .class("tiles")) { list in
            for tile in tiles {
                list(.li, .class("tile")) { item in
                    item(.span, .class("tile-name"), phrase: tile.name)
                    if let link = tile.link {
                        item(.a, .class("tile-figure"), .href(link), text: tile.figure)
                    } else {
                        item(.span, .class("tile-figure"), text: tile.figure)
                    }
                    if let note = tile.note { item(.span, .class("tile-note"), phrase: note) }
                }
            }
        }
    }

    struct Tile {
        let name: Phrase
        let figure: String
        var link: Link?
        var note: Phrase?
    }

    /// Other views of the same thing.
    mutating func tabs(_ label: Phrase, _ tabs: [(Phrase, Link, isCurrent: Bool)]) {
        self(.nav, .class("tabs"), .label(label[language])) { nav in
            nav(.ul) { list in
                for (title, link, isCurrent) in tabs {
                    list(.li) { $0(.a, .href(link), isCurrent ? .current : nil, phrase: title) }
                }
            }
        }
    }

    /// Where a list goes on. Its place is in the address: reload, bookmark and the way back keep it.
    mutating func pager(first: Link?, next: Link?) {
        guard first != nil || next != nil else { return }
        self(.nav, .class("pager"), .label(Texts.pagesOfList[language])) { nav in
            if let first { nav(.a, .class("button"), .href(first), .relation("first"), phrase: Texts.firstPage) }
            if let next { nav(.a, .class("button"), .href(next), .relation("next"), phrase: Texts.nextPage) }
        }
    }

    /// Why something was refused; the first thing that readers hear.
    mutating func complaint(_ complaint: Complaint?) {
        guard let complaint else { return }
        self(.div, .class("notice bad"), .role("alert")) { box in
            box(.p) { line in
                line(.strong, phrase: Texts.notDone)
                line.text(" ")
                line.phrase(complaint.phrase)
            }
            if let detail = complaint.detail { box(.p, .class("small"), phrase: detail) }
            if let link = complaint.link { box(.p) { $0(.a, .href(link), phrase: Texts.stepUpTitle) } }
        }
    }
}
