internal import WalletDomain

/// A form: its token, its fields with labels, hints and what is wrong with them.
extension HTMLWriter {
    mutating func form(
        to link: Link, _ attributes: HTMLAttribute?..., content: (inout HTMLWriter) throws -> Void
    ) rethrows {
        let token = formToken
        try element(.form, [.post, .action(link)] + attributes) { form in
            form(.input, .type(.hidden), .name(FormFields.token), .value(token))
            try content(&form)
        }
    }

    /// A value that goes with the form unseen.
    mutating func hidden(_ name: String, _ value: String) {
        self(.input, .type(.hidden), .name(name), .value(value))
    }

    mutating func field(_ field: Field, _ trouble: Trouble? = nil) {
        let id = newID(field.name.replacing("_", with: "-"))
        let isWrong = trouble?.field == field.name
        let value = trouble.map { $0.values[field.name] ?? "" } ?? field.value
        let described: HTMLAttribute? =
            field.hint == nil && !isWrong ? nil : .described(by: isWrong ? id + "-error" : id + "-hint")
        self(.div, .class("field")) { box in
            box(.label, .for(id), phrase: field.label)
            box.element(
                .input,
                [
                    .id(id), .name(field.name), .type(field.type), field.isSecret ? nil : .value(value), described,
                    isWrong ? .invalid : nil, field.isRequired ? .required : nil,
                ] + field.attributes)
            box.remarks(id, field.hint, isWrong ? trouble?.complaint : nil)
        }
    }

    struct Field {
        let name: String
        let label: Phrase
        var type: HTMLAttribute.InputType = .text
        var value = ""
        var hint: Phrase?
        var isRequired = true
        var attributes: [HTMLAttribute?] = []

        /// Typed or chosen anew each time.
        var isSecret: Bool { type == .password || type == .file }
    }

    /// Coins: digits only, on phones the pad of numbers.
    mutating func coinsField(
        _ name: String, _ label: Phrase, value: Int64? = nil, hint: Phrase? = nil, isRequired: Bool = true,
        _ trouble: Trouble? = nil
    ) {
        field(
            Field(
                name: name, label: label, value: value.map { String($0) } ?? "", hint: hint, isRequired: isRequired,
                attributes: [.inputMode("numeric"), .autocomplete(.off), .class("number short")]), trouble)
    }

    /// One of our words.
    mutating func choice(
        _ name: String, _ label: Phrase, _ options: [(value: String, title: Phrase)], selected: String,
        hint: Phrase? = nil, _ trouble: Trouble? = nil
    ) {
        let id = newID(name.replacing("_", with: "-"))
        let isWrong = trouble?.field == name
        let chosen = trouble?.values[name] ?? selected
        self(.div, .class("field")) { box in
            box(.label, .for(id), phrase: label)
            box(.select, .id(id), .name(name), isWrong ? .invalid : nil) { select in
                for option in options {
                    select(
                        .option, .value(option.value), option.value == chosen ? .selected : nil, phrase: option.title)
                }
            }
            box.remarks(id, hint, isWrong ? trouble?.complaint : nil)
        }
    }

    mutating func check(_ name: String, _ label: Phrase, hint: Phrase? = nil, _ trouble: Trouble? = nil) {
        let id = newID(name.replacing("_", with: "-"))
        self(.div, .class("field check")) { box in
            box(
                .input, .id(id), .name(name), .type(.checkbox), .value("yes"),
                trouble?.values[name] != nil ? .checked : nil, hint == nil ? nil : .described(by: id + "-hint"))
            box(.label, .for(id), phrase: label)
            if let hint { box(.p, .class("hint"), .id(id + "-hint"), phrase: hint) }
        }
    }

    /// A reason, for the audit log.
    mutating func reason(_ trouble: Trouble? = nil) {
        let id = newID("reason")
        let isWrong = trouble?.field == "reason"
        self(.div, .class("field")) { box in
            box(.label, .for(id), phrase: Texts.reason)
            box(
                .textarea, .id(id), .name("reason"), .rows(2), .lengthMax(Limits.noteBytesMax), .required,
                .described(by: isWrong ? id + "-error" : id + "-hint"), isWrong ? .invalid : nil,
                text: trouble?.values["reason"] ?? "")
            box.remarks(id, Texts.reasonHint, isWrong ? trouble?.complaint : nil)
        }
    }

    mutating func submit(_ phrase: Phrase, _ tone: SubmitTone = .main) {
        self(.div, .class("actions")) { $0(.button, .submit, .class(tone.rawValue), phrase: phrase) }
    }

    enum SubmitTone: String {
        case main
        case quiet
        case danger
    }

    private mutating func remarks(_ id: String, _ hint: Phrase?, _ complaint: Complaint?) {
        if let complaint {
            self(.p, .class("error"), .id(id + "-error"), phrase: complaint.phrase)
        } else if let hint {
            self(.p, .class("hint"), .id(id + "-hint"), phrase: hint)
        }
    }
}
