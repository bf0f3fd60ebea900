internal import WalletDomain
internal import WalletLedger

/// Proofs, what Apple told, refunds, products.
extension Texts {
    static let proof = Phrase("Proof", "凭证")
    static let proofs = Phrase("Proofs", "凭证")
    static let noProofs = Phrase("The user brought no proof.", "该用户没有提交过凭证。")
    static let looks = Phrase("Looks", "查看次数")
    static let received = Phrase("Received", "收到时间")
    static let nextLook = Phrase("Next look", "下次查看")
    static let lookAgain = Phrase("Look again", "重新查看")
    static let lookAgainText = Phrase(
        "Settings, packs and tokens may be others by now: what can be credited is credited at once.",
        "设置、充值包和令牌可能已变化：可以入账的会立即入账。")
    static let whatTheLookFound = Phrase("What this look found", "本次查看结果")
    static let noPurchaseInProof = Phrase("No purchase could be read.", "未读出任何购买。")
    static let creditedBefore = Phrase("Credited before", "此前已入账")
    static let refused = Phrase("Refused", "已拒绝")
    static let waiting = Phrase("Waiting", "等待中")
    static let done = Phrase("Done", "已完成")

    static let appleEvents = Phrase("Apple's word", "Apple 通知")
    static let noAppleEvents = Phrase("Apple told nothing about this wallet.", "Apple 没有关于该钱包的通知。")
    static let signed = Phrase("Signed", "签名时间")
    static let road = Phrase("Came by", "来源")
    static let roadCall = Phrase("Apple's call", "Apple 推送")
    static let roadHistory = Phrase("Apple's history", "Apple 历史记录")

    static let refunds = Phrase("Refunds", "退款")
    static let refundsOfDays = Phrase("Refunds by days", "按日期查看退款")
    static let noRefunds = Phrase("No refunds in these days.", "这些日期没有退款。")
    static let noSuchPurchase = Phrase(
        "Nobody brought a purchase of that number, and Apple told of none.", "没有该编号的购买，Apple 也未通知过。")
    static let notRefunded = Phrase("Not refunded", "未退款")

    static let products = Phrase("Products", "产品")
    static let productsText = Phrase(
        "Products of our apps that are none of ours: purchases of them are refused instead of waiting for a pack.",
        "属于我们的应用、但不由我们处理的产品：其购买将被拒绝，而不是等待充值包。")
    static let noProducts = Phrase("Nobody marked a product.", "没有标记过的产品。")
    static let notOurs = Phrase("None of ours", "不属于我们")
    static let oursAgain = Phrase("Ours again", "重新归我们")
    static let markedAt = Phrase("Marked", "标记时间")
    static let markProduct = Phrase("Mark a product", "标记产品")
    static let markProductText = Phrase(
        "Purchases that wait for its pack are refused at once. If it is taken back, look at their proofs again.",
        "等待其充值包的购买将立即被拒绝。撤回标记后，请重新查看其凭证。")
}

extension StoredProof.Kind {
    var phrase: Phrase {
        switch self {
        case .signedTransaction: Phrase("Signed transaction", "签名交易")
        case .receipt: Phrase("Receipt", "收据")
        case .transactionID: Phrase("Transaction id", "交易编号")
        case .notification: Phrase("Notification", "通知")
        }
    }
}

extension ProofRecord.State {
    var phrase: Phrase {
        switch self {
        case .credited: Texts.credited
        case .pending: Texts.waiting
        case .refused: Texts.refused
        }
    }
}

extension PendingReason {
    var phrase: Phrase {
        switch self {
        case .product: Phrase("No pack sells the product yet.", "尚无充值包对应该产品。")
        case .unknownOwner: Phrase("Nobody has registered its token yet.", "其令牌尚未登记。")
        case .apple: Phrase("Apple must be asked and does not answer.", "需要询问 Apple，但暂无答复。")
        case .transactionUnknown: Phrase("Apple knows no such transaction yet.", "Apple 尚无该交易。")
        case .review: Phrase("A person must look at it.", "需要人工检查。")
        }
    }
}
