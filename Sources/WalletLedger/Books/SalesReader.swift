internal import Postgres
package import WalletDomain

/// Credited purchases as the books see them, whatever wallet they stand in now.
package struct SalesReader: Sendable {
    private let database: LedgerDatabase
    private let environment: StoreEnvironment

    package init(_ database: LedgerDatabase, environment: StoreEnvironment = .production) {
        self.database = database
        self.environment = environment
    }

    /// A sale that the books have no money for.
    package struct Unpriced: Hashable, Sendable {
        package let sale: SaleFacts
        package let reason: BooksSettings.Unknown
    }

    /// What is missing, and how often.
    package struct Summary: Sendable {
        /// The first ones, by transaction id.
        package internal(set) var sales: [Unpriced] = []
        /// All of them; free ones, which miss nothing, are left out.
        package internal(set) var count: Int64 = 0
        package internal(set) var groups: [Group: Figures] = [:]

        /// What one line in the settings could repair.
        package struct Group: Hashable, Sendable {
            package let product: String
            package let storefront: String?
            package let reason: BooksSettings.Unknown
        }

        package struct Figures: Hashable, Sendable {
            package internal(set) var count: Int64
            package internal(set) var firstAt: Instant
            package internal(set) var lastAt: Instant
        }
    }

    /// Looks at every sale that was bought before `end`.
    /// - Parameter limit: of the sales that are named; all are counted.
    package func unpriced(
        _ settings: BooksSettings, before end: Instant? = nil, limit: Int = Limits.pageRowsMax
    ) async throws(WalletError) -> Summary {
        var summary = Summary()
        var cursor: TransactionID?
        // Ends with the first page that is not full.
        while true {
            let page = try await database.rows(
                ListSales(environment: environment, after: cursor, limit: Int64(Limits.booksSalesAtOnce)))
            for sale in page where end.map({ sale.purchasedAt < $0 }) ?? true {
                guard case .failure(let reason) = settings.learn(sale), reason != .free else { continue }
                summary.add(Unpriced(sale: sale, reason: reason), limit: limit)
            }
            guard page.count == Limits.booksSalesAtOnce, let last = page.last else { return summary }
            cursor = last.transaction
        }
    }
}

extension SalesReader.Summary {
    fileprivate mutating func add(_ unpriced: SalesReader.Unpriced, limit: Int) {
        count += 1
        if sales.count < limit { sales.append(unpriced) }
        let (sale, at) = (unpriced.sale, unpriced.sale.purchasedAt)
        let group = Group(product: sale.product, storefront: sale.storefront, reason: unpriced.reason)
        var figures = groups[group] ?? Figures(count: 0, firstAt: at, lastAt: at)
        figures.count += 1
        figures.firstAt = min(figures.firstAt, at)
        figures.lastAt = max(figures.lastAt, at)
        groups[group] = figures
    }
}
