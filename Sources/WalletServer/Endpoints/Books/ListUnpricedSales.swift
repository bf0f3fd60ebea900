internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// Sales that the books have no money for: what is missing where, and the first of them.
struct ListUnpricedSales: Endpoint {
    static let route = Route(.get, "/v1/admin/books/unpriced", access: .keys([.books]))
    let desk: BooksDesk

    func parse(_ call: Call) throws -> Int { try call.query(only: ["limit"]).limit() }

    func run(_ limit: Int, as caller: Caller) async throws -> UnpricedAnswer {
        UnpricedAnswer(summary: try await desk.unpriced(limit: limit))
    }
}

struct UnpricedAnswer: Answer {
    let summary: SalesReader.Summary

    func write(to object: inout JSONWriter) {
        object.member("count", summary.count)
        object.array("groups") { list in
            for (group, figures) in summary.sorted {
                list.object { object in
                    object.member("product", group.product)
                    object.member("storefront", group.storefront)
                    object.member("missing", group.reason.rawValue)
                    object.member("count", figures.count)
                    object.member("first_purchased_at", figures.firstAt.text)
                    object.member("last_purchased_at", figures.lastAt.text)
                }
            }
        }
        object.array("sales") { list in
            for unpriced in summary.sales { list.object { $0.unpriced(unpriced) } }
        }
    }
}

extension JSONWriter {
    fileprivate mutating func unpriced(_ unpriced: SalesReader.Unpriced) {
        let sale = unpriced.sale
        member("transaction_id", sale.transaction.text)
        member("product", sale.product)
        member("storefront", sale.storefront)
        member("quantity", Int64(sale.quantity))
        member("purchased_at", sale.purchasedAt.text)
        member("recorded_at", sale.recordedAt.text)
        member("missing", unpriced.reason.rawValue)
    }
}

extension SalesReader.Summary {
    /// The most first.
    var sorted: [(Group, Figures)] {
        groups.sorted { left, right in
            (right.value.count, left.key.product, left.key.storefront ?? "", left.key.reason.rawValue)
                < (left.value.count, right.key.product, right.key.storefront ?? "", right.key.reason.rawValue)
        }.map { ($0.key, $0.value) }
    }
}
