internal import WalletDomain

/// The books' reports.
extension Texts {
    static let reports = Phrase("Reports", "报表")
    static let report = Phrase("Report", "报表")
    static let booksMonth = Phrase("Month, as 2026-10", "月份，例如 2026-10")
    static let csvFlavour = Phrase("Kind of CSV", "CSV 格式")
    static let csvPlain = Phrase("Plain", "普通")
    static let csvMarked = Phrase("With a byte-order mark", "带 BOM")
    static let csvSpreadsheet = Phrase("For spreadsheets", "供电子表格")
    static let reportsHint = Phrase(
        "Worked out from the journal when you ask for it. A closed month gives the same file for ever.",
        "下载时由流水现算。已结账月份的文件永远不变。")
}

extension BooksDownload {
    var phrase: Phrase {
        switch self {
        case .everything: Phrase("All reports of the month (ZIP)", "本月全部报表（ZIP）")
        case .file(let product): product.phrase
        case .tool(let tool): tool.phrase
        }
    }
}

extension BooksProduct {
    fileprivate var phrase: Phrase {
        switch self {
        case .report(let kind): kind.phrase
        case .ledgerBooks: Phrase("Books for hledger and ledger", "hledger 与 ledger 账簿")
        case .beancountBooks: Phrase("Books for beancount", "beancount 账簿")
        case .tool(let tool): tool.phrase
        }
    }
}

extension AccountingTool {
    fileprivate var phrase: Phrase {
        switch self {
        case .quickBooks: Phrase("Journals for QuickBooks Online (ZIP)", "QuickBooks Online 凭证（ZIP）")
        case .xero: Phrase("Journals for Xero (ZIP)", "Xero 凭证（ZIP）")
        case .netSuite: Phrase("Journals for NetSuite (ZIP)", "NetSuite 凭证（ZIP）")
        case .sap: Phrase("Journals for SAP (ZIP)", "SAP 凭证（ZIP）")
        }
    }
}

extension ReportKind {
    fileprivate var phrase: Phrase {
        switch self {
        case .journalLines: Phrase("Journal lines", "分录明细")
        case .trialBalance: Phrase("Trial balance", "试算平衡表")
        case .coinRollforward: Phrase("Coins, from opening to closing", "金币期初至期末变动")
        case .liabilityRollforward: Phrase("Contract liability, from opening to closing", "合同负债变动")
        case .commissionRollforward: Phrase("Deferred commission, from opening to closing", "递延佣金变动")
        case .courseRollforward: Phrase("Courses being delivered", "交付中课程变动")
        case .revenue: Phrase("Revenue by course and product", "按课程与产品的收入")
        case .lots: Phrase("Lots of coins at the end", "期末金币批次")
        case .debts: Phrase("Coin debts", "金币欠款")
        case .salesRegister: Phrase("Sales", "销售登记")
        case .refundRegister: Phrase("Refunds", "退款登记")
        case .grantsAndAdjustments: Phrase("Grants and adjustments", "赠送与调整")
        case .userStatement: Phrase("Statement of a user", "用户对账单")
        case .appleReconciliation: Phrase("Reconciliation with Apple", "与 Apple 对账")
        case .prepaidBalance: Phrase("Prepaid balance at base dates (Japan)", "基准日预付余额（日本）")
        case .breakage: Phrase("Breakage", "未使用收入")
        case .periods: Phrase("Periods", "会计期间")
        case .chart: Phrase("Chart of accounts", "科目表")
        case .accountMapping: Phrase("Client's account codes", "科目对照")
        }
    }
}
