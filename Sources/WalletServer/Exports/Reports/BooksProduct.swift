package import Foundation
package import WalletDomain

/// One thing that an export of the books can hold.
package enum BooksProduct: Hashable, Sendable {
    case report(ReportKind)
    /// `books.journal`: hledger and ledger.
    case ledgerBooks
    /// `books.beancount`
    case beancountBooks
    case tool(AccountingTool)

    package static let all: [Self] =
        ReportKind.ofPeriod.map { .report($0) } + [.ledgerBooks, .beancountBooks]
        + AccountingTool.allCases.map { .tool($0) }

    package init?(_ name: String) {
        guard let found = Self.all.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    package var name: String {
        switch self {
        case .report(let kind): kind.rawValue
        case .ledgerBooks: "books.journal"
        case .beancountBooks: "books.beancount"
        case .tool(let tool): tool.rawValue
        }
    }

    func writer(_ order: BooksOrder, _ spool: DaySpool) -> any BooksWriter {
        switch self {
        case .report(let kind): kind.writer(order, spool)
        case .ledgerBooks: PlainTextWriter<LedgerBooks>(name, order.scope, spool)
        case .beancountBooks: PlainTextWriter<BeancountBooks>(name, order.scope, spool)
        case .tool(let tool): ToolWriter(tool, order, spool)
        }
    }
}

/// What is asked for.
package struct BooksOrder: Sendable {
    package let scope: BooksScope
    package let policy: BooksPolicy
    package let format: ReportFormat
    package let products: [BooksProduct]
    /// Tools get every entry instead of sums by day and account.
    package let isDetailed: Bool

    package init(
        scope: BooksScope, policy: BooksPolicy, format: ReportFormat, products: [BooksProduct] = BooksProduct.all,
        isDetailed: Bool = false
    ) {
        self.scope = scope
        self.policy = policy
        self.format = format
        self.products = products
        self.isDetailed = isDetailed
    }
}

extension ReportKind {
    fileprivate func writer(_ order: BooksOrder, _ spool: DaySpool) -> any BooksWriter {
        func rows(_ report: some RowReport) -> any BooksWriter { RowWriter(report, order.format, spool) }
        let scope = order.scope
        switch self {
        case .journalLines: return rows(JournalLinesReport(scope: scope))
        case .trialBalance: return rows(TrialBalanceReport(scope))
        case .coinRollforward: return rows(CoinRollforwardReport(scope))
        case .liabilityRollforward: return rows(LiabilityRollforwardReport(scope))
        case .commissionRollforward: return rows(CommissionRollforwardReport(scope))
        case .courseRollforward: return rows(CourseRollforwardReport(scope))
        case .revenue: return rows(RevenueReport(scope))
        case .lots: return rows(LotsReport(scope))
        case .debts: return rows(DebtsReport(scope))
        case .salesRegister: return rows(SalesReport(scope))
        case .refundRegister: return rows(RefundsReport(scope, order.policy))
        case .grantsAndAdjustments: return rows(GrantsReport(scope))
        case .userStatement: preconditionFailure("a statement is of one user, not of a period")
        case .appleReconciliation: return rows(ReconciliationReport(scope: scope))
        case .prepaidBalance: return rows(PrepaidReport(scope))
        case .breakage: return rows(BreakageReport(scope))
        case .periods: return rows(PeriodsReport(scope))
        case .chart: return rows(ChartReport())
        case .accountMapping: return rows(AccountMappingReport(scope: scope))
        }
    }
}

/// Hears the books once and has every file that was asked for.
package struct BooksReports: BooksAudience, Sendable {
    private var writers: [any BooksWriter]
    private(set) package var totals: TrialBalance
    private(set) package var entries: Int64 = 0
    private(set) package var firstEntry: String?
    private(set) package var lastEntry: String?
    private let scope: BooksScope

    /// - Parameters:
    ///   - folder: for what does not fit into memory; removed by whoever asks, when the files are written.
    ///   - spoolBytes: of each product in memory.
    package init(_ order: BooksOrder, folder: URL, spoolBytes: Int = Limits.booksSpoolBytes) {
        scope = order.scope
        totals = TrialBalance(order.scope.period)
        writers = order.products.map { product in
            product.writer(order, DaySpool(folder: folder.appending(path: product.name), bytesMax: spoolBytes))
        }
    }

    package mutating func hear(_ posted: PostedEntry) throws {
        totals.add(posted.entry, on: posted.postingDay)
        if scope.isInside(posted) {
            entries += 1
            firstEntry = firstEntry ?? posted.id
            lastEntry = posted.id
        }
        for place in writers.indices { try writers[place].hear(posted) }
    }

    package mutating func hear(_ wallet: WalletAtEnd) throws {
        for place in writers.indices { try writers[place].hear(wallet) }
    }

    package mutating func hear(_ apple: AppleAtEnd) throws {
        for place in writers.indices { try writers[place].hear(apple) }
    }

    /// After the last wallet, in the order of the products; tools may have several files, or none.
    package mutating func files() throws -> [[ExportedFile]] {
        var all: [[ExportedFile]] = []
        for place in writers.indices { all.append(try writers[place].files(totals)) }
        return all
    }
}
