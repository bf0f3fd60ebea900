internal import Crypto
package import WalletDomain

/// R0: what an export holds, and what it was made from.
///
/// The same inputs make the same bytes: nothing in it depends on when or where it was written.
package struct BooksManifest: Sendable {
    /// What the files follow from, beside the journal: they are made again if any of it changes.
    package struct Inputs: Hashable, Sendable {
        package var environment: StoreEnvironment
        /// `2026-10`; nil: days that are no period.
        package var periodName: String?
        /// IANA.
        package var zone: String
        package var isClosed: Bool
        /// Up to where the journal was read.
        package var asOf: Instant
        /// Beats of the lanes.
        package var cut: [Int16: Int64]
        /// The change of the settings that counted.
        package var settings: Int64
        /// SHA-256 of what was filed at the close, in hexadecimal.
        package var filed: String?

        package init(
            environment: StoreEnvironment, periodName: String?, zone: String, isClosed: Bool, asOf: Instant,
            cut: [Int16: Int64], settings: Int64, filed: String? = nil
        ) {
            self.environment = environment
            self.periodName = periodName
            self.zone = zone
            self.isClosed = isClosed
            self.asOf = asOf
            self.cut = cut
            self.settings = settings
            self.filed = filed
        }
    }

    /// A file that was written.
    package struct File: Hashable, Sendable {
        package let name: String
        package let product: String
        package let count: Int64
        package let bytes: Int64
        package let sha256: String

        package init(name: String, product: String, count: Int64, bytes: Int64, sha256: String) {
            self.name = name
            self.product = product
            self.count = count
            self.bytes = bytes
            self.sha256 = sha256
        }
    }

    package static let name = "manifest.json"

    private let order: BooksOrder
    private let inputs: Inputs

    package init(_ order: BooksOrder, _ inputs: Inputs) {
        self.order = order
        self.inputs = inputs
    }

    /// SHA-256 of everything that the files follow from, in hexadecimal.
    package var fingerprint: String {
        var json = JSONWriter()
        json.object { write(to: &$0) }
        return hexadecimal(SHA256.hash(json.bytes))
    }

    /// - Parameters:
    ///   - reports: after the run.
    ///   - files: in the order of the export.
    ///   - products: that were asked for; of tools some have no file.
    package func bytes(_ reports: BooksReports, _ files: [File], products: Set<String>) -> [UInt8] {
        var json = JSONWriter()
        json.object { manifest in
            write(to: &manifest)
            manifest.member("inputs_sha256", fingerprint)
            manifest.member("entries", reports.entries)
            manifest.member("first_entry", reports.firstEntry)
            manifest.member("last_entry", reports.lastEntry)
            manifest.array("totals") { list in
                for (unit, sum) in reports.totals.sums {
                    list.object { total in
                        total.member("unit", unit.code)
                        total.member("exponent", Int64(unit.exponent))
                        total.member("debit", sum.debit)
                        total.member("credit", sum.credit)
                    }
                }
            }
            manifest.array("notes") { list in for note in notes(reports.totals) { list.value(note) } }
            Self.write(products, to: &manifest)
            manifest.array("files") { list in
                for file in files { list.object { Self.write(file, to: &$0) } }
            }
        }
        return json.bytes + [UInt8(ascii: "\n")]
    }

    static func write(_ products: Set<String>, to object: inout JSONWriter) {
        object.array("reports") { list in for name in products.sorted() { list.value(name) } }
    }

    static func write(_ file: File, to object: inout JSONWriter) {
        object.member("name", file.name)
        object.member("report", file.product)
        object.member("rows", file.count)
        object.member("bytes", file.bytes)
        object.member("sha256", file.sha256)
    }

    private func write(to object: inout JSONWriter) {
        object.member("schema_version", ReportKind.schemaVersion)
        object.member("environment", inputs.environment.rawValue)
        object.member("period", inputs.periodName)
        object.member("from", BooksDay.text(order.scope.period.from))
        object.member("to", BooksDay.text(order.scope.period.to))
        object.member("zone", inputs.zone)
        object.member("period_status", inputs.isClosed ? "closed" : "open")
        object.member("as_of", inputs.asOf.text)
        object.object("cut") { cut in
            for (lane, beat) in inputs.cut.sorted(by: { $0.key < $1.key }) { cut.member(String(lane), beat) }
        }
        object.member("settings", inputs.settings)
        object.member("filed_sha256", inputs.filed)
        object.object("policy") { order.policy.write(to: &$0) }
        object.member("format", order.format.fileExtension)
        object.member("flavour", order.format.flavourWord)
        object.member("detail", order.isDetailed)
        object.object("client_accounts") { accounts in
            for (account, code) in order.scope.accounts.sorted(by: { $0.key < $1.key }) {
                accounts.member(account.code, code)
            }
        }
    }

    private func notes(_ totals: TrialBalance) -> [String] {
        let currencies = Set(totals.rows.keys.map(\.unit)).sorted()
        return order.products.flatMap { product -> [String] in
            guard case .tool(let tool) = product, let most = tool.decimalsMax else { return [] }
            return currencies.filter { $0.exponent > most }.map { unit in
                "\(tool.rawValue) takes \(most) decimals and \(unit.code) has \(unit.exponent): "
                    + "no file, since rounding would unbalance the entries"
            }
        }
    }
}

extension TrialBalance {
    /// Debits and credits of the period, by unit.
    package var sums: [(unit: BooksUnit, sum: (debit: Int64, credit: Int64))] {
        rows.reduce(into: [BooksUnit: (debit: Int64, credit: Int64)]()) { sums, row in
            sums[row.key.unit, default: (0, 0)].debit += row.value.debit
            sums[row.key.unit, default: (0, 0)].credit += row.value.credit
        }.sorted { $0.key < $1.key }.map { (unit: $0.key, sum: $0.value) }
    }
}

extension BooksPolicy {
    fileprivate func write(to object: inout JSONWriter) {
        object.member("presentation", presentation == .gross ? "gross" : "net")
        let mode =
            switch taxMode {
            case .platform: "platform"
            case .operatorAtSale: "operator_at_sale"
            case .operatorAtSpend: "operator_at_spend"
            }
        object.member("tax_mode", mode)
        object.member("tax_rate_bp", taxRateBP)
        object.member("bonus_allocation", bonusAllocation == .proRata ? "pro_rata" : "zero")
    }
}

extension ReportFormat {
    fileprivate var flavourWord: String? {
        switch self {
        case .csv(.plain): "plain"
        case .csv(.marked): "bom"
        case .csv(.spreadsheet): "spreadsheet"
        case .jsonLines: nil
        }
    }
}
