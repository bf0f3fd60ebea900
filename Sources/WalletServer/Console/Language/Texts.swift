internal import WalletDomain

/// Everything that the console says, in every language: by topic in `Texts+….swift`. Here is what figures go into.
enum Texts {
    static func tooSoon(seconds: Int64) -> Phrase {
        Phrase("Too many tries. Wait \(seconds) seconds.", "尝试次数过多，请等待 \(seconds) 秒。")
    }

    static func owes(_ coins: Int64) -> Phrase {
        let figure = Figures.grouped(coins)
        return Phrase("\(figure) are owed.", "欠款 \(figure)。")
    }

    static func promoNow(_ coins: Int64) -> Phrase {
        let figure = Figures.grouped(coins)
        return Phrase("\(figure) are there now.", "当前有 \(figure)。")
    }

    static func purchasedNow(_ coins: Int64) -> Phrase {
        let figure = Figures.grouped(coins)
        return Phrase("\(figure) are there now, with bonus.", "当前有 \(figure)（含赠币）。")
    }

    static func plusBonus(_ figure: String) -> Phrase { Phrase("and \(figure) bonus", "另有赠币 \(figure)") }

    static func salesOfUnknownPrice(_ count: Int64) -> Phrase {
        let figure = Figures.grouped(count)
        return Phrase("(\(figure) sales of unknown price)", "（另有 \(figure) 笔价格未知）")
    }

    static func lotNumber(_ number: Int32) -> Phrase { Phrase("Lot #\(number)", "批次 #\(number)") }

    static func spendNumber(_ number: Int64) -> Phrase { Phrase("Spend #\(number)", "消费 #\(number)") }

    static func publicationNumber(_ number: Int64) -> Phrase { Phrase("Publication #\(number)", "发布 #\(number)") }

    static func sheetErrors(_ count: Int64) -> Phrase {
        let figure = Figures.grouped(count)
        return Phrase("\(figure) errors: nothing is taken of the sheet.", "\(figure) 个错误：未导入任何内容。")
    }

    static func chartSummary(_ title: Phrase, from: String, to: String) -> Phrase {
        Phrase(
            "\(title[.english]) by day from \(from) to \(to). The figures are in the table below.",
            "\(from) 至 \(to) 每日\(title[.chinese])。数据见下方表格。")
    }

    /// What a figure is called: the name of a problem document's member, or of the audit log's.
    static func figureName(_ name: String) -> Phrase {
        switch name {
        case "balance": Phrase("Balance", "余额")
        case "required": Phrase("Required", "需要")
        case "debt": Phrase("Debt", "欠款")
        case "coins": Phrase("Coins", "金币")
        case "current_price": Phrase("Current price", "当前价格")
        case "earliest": Phrase("Earliest", "最早")
        case "scope": Phrase("Right", "权限")
        case "limit": Phrase("Limit", "限制")
        case "promo": promoCoins
        case "paid": paidCoins
        case "bonus": bonusCoins
        case "state": state
        case "action": action
        case "all": allOfThem
        case "tester": tester
        case "registered": registered
        default: .plain(name)
        }
    }
}
