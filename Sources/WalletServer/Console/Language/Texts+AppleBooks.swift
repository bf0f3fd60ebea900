/// What Apple reports and pays.
extension Texts {
    static let appleBooks = Phrase("Apple's reports", "Apple 报告")
    static let appleBooksLink = Phrase("What Apple reports and pays", "Apple 的报告与付款")
    static let viewsOfAppleBooks = Phrase("Apple's reports, payments and fiscal years", "Apple 报告、付款与财年")
    static let appleReports = Phrase("Reports", "报告")
    static let appleReportsText = Phrase(
        "Files as App Store Connect gives them, packed or not. A newer one of the same days is a new version.",
        "来自 App Store Connect 的原始文件，压缩与否均可。相同日期的新文件作为新版本并存。")
    static let noAppleReports = Phrase("No report was taken yet.", "尚未导入报告。")
    static let financialReport = Phrase("Financial", "财务报告")
    static let salesReport = Phrase("Sales", "销售报告")
    static let takeReport = Phrase("Take in a report", "导入报告")
    static let reportFile = Phrase("File", "文件")
    static let reportFileHint = Phrase(
        "Financial or sales report, .txt or .gz, up to 8 MB.", "财务或销售报告，.txt 或 .gz，最大 8 MB。")
    static let reportRegion = Phrase("Region", "地区")
    static let reportRegionHint = Phrase(
        "Of a financial report: two letters or digits as Apple names it. Empty: ZZ, all regions.",
        "财务报告的地区：Apple 的两位代码。留空为 ZZ，即所有地区。")
    static let fiscalMonth = Phrase("Fiscal month", "财务月")
    static let rowsCount = Phrase("Rows", "行数")
    static let takenAt = Phrase("Taken", "导入时间")
    static let applePayments = Phrase("Payments", "付款")
    static let applePaymentsText = Phrase(
        "What came to the bank, and which of the reports' proceeds it clears.", "到账金额，以及结清的报告收益。")
    static let noApplePayments = Phrase("No payment was told yet.", "尚未登记付款。")
    static let paymentReference = Phrase("Reference", "参考号")
    static let paymentReferenceHint = Phrase(
        "The bank's or Apple's name for it. The same one twice is one payment.", "银行或 Apple 的编号。相同编号视为同一笔付款。")
    static let paymentDay = Phrase("Day at the bank", "到账日期")
    static let bankCurrency = Phrase("Currency", "币种")
    static let currencyHint = Phrase("Three letters, as USD.", "三个字母，例如 USD。")
    static let atTheBank = Phrase("Amount at the bank", "到账金额")
    static let amountHint = Phrase("With a point before decimals, as 1297.50.", "小数点用句点，例如 1297.50。")
    static let clears = Phrase("Clears", "结清")
    static let clearsHint = Phrase(
        "One currency a line: code, amount, then what of it was withheld as tax, if any. As JPY 1890 30.",
        "每行一个币种：代码、金额，以及其中代扣的税（如有）。例如 JPY 1890 30。")
    static let ofItWithheld = Phrase("Of it withheld", "其中代扣")
    static let toldAt = Phrase("Told", "登记时间")
    static let tellPayment = Phrase("Tell a payment", "登记付款")
    static let tellPaymentText = Phrase("What was told stays: look twice.", "登记后不可更改，请仔细核对。")
    static let fiscalYears = Phrase("Fiscal years", "财年")
    static let fiscalYearsText = Phrase(
        "A financial report must be of exactly one of these months. Month 01 is October of the year before.",
        "财务报告必须恰好属于其中一个月份。01 月为上一年的十月。")
    static let fiscalYearChosen = Phrase("Fiscal year", "财年")
    static let year = Phrase("Year", "年度")
    static let weeks = Phrase("Weeks", "周数")
    static let yearCorrected = Phrase("Corrected", "已更正")
    static let yearByRule = Phrase("By Apple's rule", "按 Apple 规则")
    static let correctYears = Phrase("Correct the year", "更正财年")
    static let correctYearsText = Phrase(
        "Only where Apple's own calendar differs. It decides which reports can be taken from now on.",
        "仅当与 Apple 日历不一致时更正。此后据此判断可导入的报告。")
    static let correctedMonths = Phrase("Months", "月份")
    static let correctedMonthsHint = Phrase(
        "A line for each month: name, first day, last day. Where a year's edge moves, add the year beside it.",
        "每月一行：月份、首日、末日。若年度边界变动，请一并填写相邻年度。")
    static let doneReportTaken = Phrase("The report was taken.", "报告已导入。")
    static let doneReportKnown = Phrase("This very file was taken before. Nothing was changed.", "此文件之前已导入，未作更改。")
    static let donePaymentTold = Phrase("The payment was told.", "付款已登记。")
    static let donePaymentKnown = Phrase("This payment was told before. Nothing was changed.", "此付款之前已登记，未作更改。")
    static let doneYearsTold = Phrase("The fiscal year was told.", "财年已更正。")

    static func fiscalYear(_ year: Int64) -> Phrase { Phrase("Fiscal year \(year)", "\(year) 财年") }

    /// Why a report or a year was refused; any other cause as programs read it.
    static func cause(_ word: String) -> Phrase { causes[word] ?? .plain("cause: " + word) }

    /// By `RefusedReport.word`, and the causes of `CorrectFiscalYears`.
    static let causes: [String: Phrase] = [
        "too_large": Phrase("Too large once unpacked", "解压后过大"),
        "damaged_file": Phrase("The file is damaged", "文件已损坏"),
        "not_text": Phrase("Not a text", "不是文本"),
        "line_too_long": Phrase("A line is too long", "某行过长"),
        "too_many_rows": Phrase("Too many rows", "行数过多"),
        "unknown_report": Phrase("Neither a financial nor a sales report", "既非财务报告也非销售报告"),
        "missing_columns": Phrase("Columns are missing", "缺少列"),
        "bad_field": Phrase("A field cannot be read", "某字段无法读取"),
        "mixed_periods": Phrase("Rows are of different days", "各行日期不一致"),
        "totals_disagree": Phrase("Apple's totals do not agree with the rows", "合计与明细不符"),
        "not_a_fiscal_month": Phrase("Not the days of one fiscal month", "日期不是一个财务月"),
        "days_overlap": Phrase("Another report has some of the same days", "与另一报告日期重叠"),
        "unknown_year": Phrase("No year that can be corrected", "该年度不能更正"),
        "year_twice": Phrase("The same year twice", "同一年度出现两次"),
        "not_weeks": Phrase(
            "Not twelve months of whole weeks, Sunday to Saturday", "不是十二个由整周（周日至周六）组成的月份"),
        "does_not_fit": Phrase("Days are lost or doubled beside the next year", "与相邻年度之间缺少或重复日期"),
    ]
}
