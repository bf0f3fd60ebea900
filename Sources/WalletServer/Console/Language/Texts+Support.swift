/// What support does by hand, and what it looks up for that.
extension Texts {
    static let direction = Phrase("Direction", "方向")
    static let give = Phrase("Give", "增加")
    static let take = Phrase("Take away", "扣除")
    static let adjustTitle = Phrase("Adjust free coins", "调整活动金币")
    static let adjustText = Phrase(
        "A difference in promo coins, entered in the books at once. Beyond your limit another person must approve it.",
        "活动金币的增减，立即入账。超出您的限额时须由另一位管理员批准。")
    static let coinsToMove = Phrase("Promo coins", "活动金币数量")
    static let expiresHint = Phrase("Only of coins that are given; empty: never.", "仅用于增加的金币；留空则不过期。")
    static let adjust = Phrase("Adjust", "调整")
    static let forfeitTitle = Phrase("Forfeit purchased coins", "没收付费金币")
    static let forfeitText = Phrase(
        "For cause only: fraud, a sold account. Another person must always approve it; until then nothing changes.",
        "仅限有正当理由时：欺诈、转卖账户等。必须由另一位管理员批准，在此之前不作任何更改。")
    static let coinsToForfeit = Phrase("Purchased coins", "付费金币数量")
    static let forfeitAll = Phrase("All of them", "全部")
    static let forfeitAllHint = Phrase(
        "Those that are there and not held when it is approved. Leave the number empty.", "以批准时钱包中未预留的为准。请将数量留空。")
    static let askToForfeit = Phrase("Ask for approval", "提交审批")
    static let freezeTitle = Phrase("Freeze the wallet", "冻结钱包")
    static let freezeText = Phrase(
        "Frozen, it spends and reserves nothing; what is credited still comes. Debts stay debts when it is opened.",
        "冻结后不能消费或预留，入账不受影响。解冻后欠款依然存在。")
    static let stateNow = Phrase("Now:", "当前：")
    static let freeze = Phrase("Freeze", "冻结")
    static let unfreeze = Phrase("Open again", "解冻")
    static let ticket = Phrase("Ticket", "工单")
    static let ticketHint = Phrase("Where more stands about it, if anywhere.", "如有更多说明，请填写其编号。")
    static let actsByHand = Phrase("By hand", "人工操作")
    static let newestActs = Phrase("Newest acts by hand", "最近人工操作")
    static let noActs = Phrase("Nothing was done by hand.", "没有人工操作。")
    static let writeNote = Phrase("Write a note about this user", "为该用户添加备注")
    static let purchasedCoins = Phrase("Purchased", "付费金币与赠币")

    // Tokens
    static let tokens = Phrase("Tokens", "令牌")
    static let tokensText = Phrase(
        "Purchases that carry one of these are this user's, whoever brings them.", "带有这些令牌的购买归该用户，无论由谁提交。")
    static let noTokens = Phrase("No tokens.", "没有令牌。")
    static let registered = Phrase("Registered", "登记时间")
    static let whoHeIs = Phrase("What is known of the user", "用户信息")
    static let firstSeen = Phrase("First seen", "首次出现")
    static let consent = Phrase("Consent to share consumption data", "同意共享消费数据")
    static let given = Phrase("Given", "已同意")
    static let withdrawn = Phrase("Withdrawn", "已撤回")
    static let neverAsked = Phrase("Never asked", "未询问")
    static let mergedUsers = Phrase("Users merged into this one", "已并入的用户")
    static let giveToken = Phrase("Give the user a token", "为用户登记令牌")
    static let giveTokenText = Phrase(
        "What waits for the token is credited to this user; what was credited before stays where it is.",
        "等待该令牌的购买将记入该用户；此前已入账的保持不变。")
    static let tokenHint = Phrase("A UUID, as the app passes it to the App Store.", "应用传给 App Store 的 UUID。")
    static let takeToken = Phrase("Even if it is another user's", "即使它属于另一位用户")
    static let takeTokenHint = Phrase("It speaks for this user from then on.", "此后它代表该用户。")
}
