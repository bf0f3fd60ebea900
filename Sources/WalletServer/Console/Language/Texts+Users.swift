/// Users and their wallets.
extension Texts {
    static let userIDHint = Phrase("Exactly as the app's back end calls the user.", "须与应用后端使用的编号完全一致。")
    static let userNeverSeen = Phrase("Coffer has never seen this user.", "系统从未见过该用户。")
    static let searchUsers = Phrase("User, or what is known of one", "用户或相关信息")
    static let searchUsersHint = Phrase(
        "The id or its beginning, a wallet, an order, a token, an operation, or Apple's transaction id.",
        "用户编号或其开头、钱包、订单、令牌、操作编号，或 Apple 交易编号。")
    static let foundUsers = Phrase("Users found", "找到的用户")
    static let nobodyFound = Phrase("Nobody was found.", "没有找到用户。")
    static let mergedInto = Phrase("Merged into", "已并入")
    static let foundUnattributed = Phrase("Purchases that wait for an owner", "等待归属的购买")
    static let foundUnattributedText = Phrase(
        "Apple proved them, and nobody owns them yet. Open one to assign it.", "Apple 已证明，但尚无归属。打开后可指派。")
    static let wallets = Phrase("Wallets", "钱包")
    static let overviewTab = Phrase("Overview", "概览")
    static let journalTab = Phrase("Journal", "流水")
    static let viewsOfWallet = Phrase("Views of this wallet", "钱包视图")
    static let newestEntries = Phrase("Newest entries", "最近流水")
    static let noLots = Phrase("No lots: nothing was ever credited.", "没有批次：从未入账。")
    static let noPurchases = Phrase("No purchases.", "没有购买。")
    static let noHolds = Phrase("No holds.", "没有预留。")
    static let noOwnerships = Phrase("The user owns nothing.", "该用户没有已拥有的商品。")
    static let whatIsLeft = Phrase("What is left", "剩余情况")
    static let usesOfLot = Phrase("What became of its coins", "金币去向")
    static let whatWasSpent = Phrase("What was spent", "消费内容")
    static let lotsThatPaid = Phrase("Lots that paid", "付款批次")
    static let freeSpend = Phrase("No coins: the item was free.", "未用金币：商品免费。")
    static let noUndos = Phrase("Nothing was undone.", "没有撤销。")
    static let moveCoins = Phrase("Move coins", "变更金币")
    static let grantTitle = Phrase("Grant free coins", "赠送金币")
    static let grantText = Phrase(
        "Promo coins, as a gift or for goodwill. Within your limits they are entered in the books at once.",
        "作为礼物或补偿的活动金币，在上限之内立即入账。")
    static let grant = Phrase("Grant", "赠送")
    static let writeOffTitle = Phrase("Write off debt", "核销欠款")
    static let writeOffText = Phrase(
        "What was forgiven stays forgiven, whatever Apple says later.", "一经核销，无论 Apple 之后如何答复都不再追回。")
    static let writeOff = Phrase("Write off", "核销")
    static let isTester = Phrase("Calls without an environment mean this user's Sandbox wallet.", "未指明环境的调用使用该用户的沙盒钱包。")
    static let isNoTester = Phrase(
        "Calls without an environment mean this user's Production wallet.", "未指明环境的调用使用该用户的正式钱包。")
    static let testerConfirmed = Phrase("Even if the other wallet holds coins", "即使另一个钱包中仍有金币")
    static let testerConfirmedHint = Phrase("Those stay where they are.", "这些金币保持不变。")
    static let makeTester = Phrase("Make a tester", "设为测试用户")
    static let makeOrdinary = Phrase("Make an ordinary user", "设为普通用户")
}
