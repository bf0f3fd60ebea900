internal import WalletDomain

/// What every change of the catalogue says beside itself: why, and that a large one is meant.
extension HTMLWriter {
    mutating func changeWords(_ trouble: Trouble?) {
        self(.div, .class("whole field-set")) { box in
            box.reason(trouble)
            if trouble?.complaint.code == .confirmLargeChange || trouble?.values["confirm"] != nil {
                box.check("confirm", Texts.confirmLarge, hint: Texts.confirmLargeHint, trouble)
            }
        }
    }
}

extension FormFields {
    static let changeWords: Set<String> = ["reason", "confirm"]

    var changeWords: [(String, InnerRequest.Member?)] {
        [("reason", .text(self["reason"])), ("confirm", isChecked("confirm") ? .flag(true) : nil)]
    }

    /// A time on the shop's clock for the API to read; nil if the field was left empty.
    func local(_ name: String) -> InnerRequest.Member? { optional(name).map { .local($0) } }

    func moment(_ name: String, _ zone: ShopZone) throws -> Instant? {
        try optional(name).map { try zone.instant(local: $0, name) }
    }

    /// The version that a form was made upon, as `If-Match` wants it.
    var seen: String? { optional("seen").map { "\"\($0)\"" } }
}
