/// The books: what accountants tell them, and the periods that they close.
extension Texts {
    static let booksSettings = Phrase("Books: settings", "账簿设置")
    static let booksText = Phrase(
        "Rates, prices, terms and accounts. What is told stays: a new line counts for what is recorded later.",
        "费率、价目表、价格点、课程期限与科目。已设置的内容不会删除：新的一行仅对之后记录的业务生效。")
    static let booksCSV = Phrase("Settings as CSV", "导出设置 CSV")
    static let tellBooks = Phrase("Take in a CSV", "导入 CSV")
    static let tellBooksText = Phrase(
        "As it is exported. Try it first: you see what every line would do.", "格式与导出相同。请先试运行，可看到每一行的效果。")
    static let tellIt = Phrase("Take it in", "导入")
    static let told = Phrase("Told", "已设置")
    static let effect = Phrase("Effect", "效果")
    static let before = Phrase("Before", "之前")
    static let validFrom = Phrase("Holds from", "生效时间")
    static let knownAt = Phrase("Known since", "记录时间")
    static let nothingTold = Phrase("Nothing was told yet: no sale has money.", "尚未设置：所有销售均无金额。")
    static let wholeBooks = Phrase("The books as a whole", "账簿整体规则")
    static let wholeBooksText = Phrase(
        "These change only while no period is closed.", "仅在没有已结账期间时可更改。")
    static let booksVersion = Phrase("Version", "版本")
    static let unpricedSales = Phrase("Sales without money", "无金额的销售")
    static let unpricedText = Phrase(
        "Tell the price, tax or commission that is missing: the sale is posted on the day on which it became known.",
        "请补充缺少的价格、税率或佣金：销售将在获知当日入账。")
    static let noneUnpriced = Phrase("Every sale has money.", "所有销售均有金额。")
    static let missing = Phrase("Missing", "缺少")
    static let salesCount = Phrase("Sales", "笔数")
    static let firstSale = Phrase("First", "最早")
    static let lastSale = Phrase("Last", "最近")
    static let periods = Phrase("Periods", "会计期间")
    static let periodsText = Phrase(
        "Months in the books' zone, closed one after the other. What is recorded later is posted in the next one.",
        "按账簿时区的月份依次结账。之后记录的业务计入下一期间。")
    static let noPeriods = Phrase("No period was closed yet.", "尚无已结账期间。")
    static let period = Phrase("Period", "期间")
    static let figuresDigest = Phrase("Figures (SHA-256)", "数据摘要 (SHA-256)")
    static let accepted = Phrase("Without money", "无金额")
    static let closePeriod = Phrase("Close the period", "结账")
    static let closePeriodText = Phrase(
        "Only when its last day is over and every check holds. Nothing of it changes afterwards.",
        "仅在最后一天结束且所有检查通过后。此后该期间不再变化。")
    static let allowUnpriced = Phrase("Also with sales without money", "允许存在无金额的销售")
    static let allowUnpricedHint = Phrase(
        "They stay out of the books until their prices are told.", "在补充价格之前，这些销售不入账。")
    static let whichClose = Phrase("Period that is closed", "要结账的期间")
    static let firstDayMissing = Phrase(
        "Tell first_day in the books' settings first.", "请先在账簿设置中设置 first_day。")
    static let reopenPeriod = Phrase("Open the latest again", "重新打开最近期间")
    static let reopenPeriodText = Phrase(
        "Another person must agree. It leaves a trace, and the period is closed anew.",
        "须由另一位管理员同意。操作会留下记录，之后须重新结账。")
    static let askReopen = Phrase("Ask for it", "提出申请")
    static let reopenings = Phrase("Asked to be opened again", "重新打开的申请")
    static let noReopenings = Phrase("Nobody asked for it.", "没有申请。")
    static let agree = Phrase("Agree", "同意")
    static let refuse = Phrase("Refuse", "拒绝")
    static let event = Phrase("Event", "事件")
    static let eventClosed = Phrase("Closed", "已结账")
    static let eventReopened = Phrase("Opened again", "已重新打开")
    static let stateOpen = Phrase("Waits", "待决定")
    static let stateDone = Phrase("Done", "已完成")
    static let stateRejected = Phrase("Refused", "已拒绝")
    static let stateExpired = Phrase("Expired", "已过期")
    static let doneBooksTold = Phrase("The settings were told.", "设置已保存。")
    static let donePeriodClosed = Phrase("The period is closed.", "期间已结账。")
    static let doneReopenAsked = Phrase("It waits for another person.", "等待另一位管理员决定。")
    static let doneReopenDecided = Phrase("It is decided.", "已作出决定。")
}
