/// App Store purchases.
extension Texts {
    static let unattributedText = Phrase(
        "Apple proved these purchases, but nobody knows whose they are.", "Apple 已证实这些购买，但归属未知。")
    static let noUnattributed = Phrase("No purchase waits for an owner.", "没有等待归属的购买。")
    static let whatWeKnow = Phrase("What we know", "已知信息")
    static let appleSaidAt = Phrase("Apple's newest word", "Apple 最新答复")
    static let nobodysPurchase = Phrase("Nobody's purchase", "无主购买")
    static let assignedTo = Phrase("Assigned to", "已指派给")
    static let assignTo = Phrase("Assign to user", "指派给用户")
    static let assignHint = Phrase("The coins are credited to this user at once.", "金币将立即记入该用户。")
    static let assign = Phrase("Assign", "指派")
    static let askApple = Phrase("Ask Apple", "询问 Apple")
    static let askAppleText = Phrase(
        "What Apple answers is applied at once: a refund takes coins back, a purchase we missed is credited.",
        "Apple 的答复会立即生效：退款将收回金币，遗漏的购买将入账。")
    static let cannotAskApple = Phrase(
        "This service has no key of the App Store Server API.", "本服务没有配置 App Store Server API 密钥。")
    static let coinsTaken = Phrase("coins were taken.", "枚金币已收回。")
    static let outcomeCredited = Phrase("The purchase was credited.", "该购买已入账。")
    static let outcomeUnchanged = Phrase("Apple says what we knew. Nothing moved.", "Apple 的答复与已知一致，没有变动。")
    static let outcomeRefused = Phrase("Apple knows the purchase; it cannot be credited.", "Apple 知道该购买，但不能入账。")
    static let outcomePending = Phrase("The purchase waits.", "该购买等待处理。")
    static let outcomeUnattributed = Phrase("The purchase has no owner yet.", "该购买尚无归属。")
    static let outcomeRefundApplied = Phrase("Apple's refund was applied.", "已按 Apple 的退款处理。")
    static let outcomeRemembered = Phrase("Apple's answer was noted. No coins moved.", "已记录 Apple 的答复，金币没有变动。")
}
