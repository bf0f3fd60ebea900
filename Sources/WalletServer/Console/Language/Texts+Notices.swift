/// What a form did.
extension Texts {
    static let donePriceEnded = Phrase("The price was ended.", "价格已结束。")
    static let doneDraftChanged = Phrase("The draft was changed.", "草稿已更改。")
    static let doneDraftDiscarded = Phrase("The draft was discarded.", "草稿已放弃。")
    static let donePublished = Phrase("Published.", "已发布。")
    static let donePriceAdded = Phrase("The price was added.", "价格已添加。")
    static let doneItemSaved = Phrase("The item was saved.", "商品已保存。")
    static let donePackSaved = Phrase("The pack was saved.", "充值包已保存。")
    static let doneTesterSet = Phrase("The tester flag was set.", "测试标记已设置。")
    static let doneCoinsGranted = Phrase("The coins were granted.", "金币已赠送。")
    static let doneDebtWrittenOff = Phrase("The debt was written off.", "欠款已核销。")
    static let doneWaitsForSecond = Phrase(
        "Beyond what one person may do alone: another person must approve it. Nothing was changed yet.",
        "超出一人单独操作的上限：须经另一人批准，目前尚未更改。")
    static let donePurchaseAssigned = Phrase("The purchase was assigned.", "购买已指派。")
    static let donePasswordChanged = Phrase(
        "The password was changed. Your other sessions have ended.", "密码已更改，其他会话已结束。")
    static let doneSessionEnded = Phrase("The session was ended.", "会话已结束。")
    static let doneLanguageChanged = Phrase("The language was changed.", "语言已更改。")
    static let donePersonChanged = Phrase("The change was made.", "更改已完成。")
    static let doneKeyRevoked = Phrase("The key was revoked.", "密钥已撤销。")
    static let doneLoggedOut = Phrase("You are logged out.", "您已退出。")
    static let doneConfirmed = Phrase("Confirmed.", "已确认。")
}
