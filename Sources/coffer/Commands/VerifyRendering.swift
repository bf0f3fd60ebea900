internal import WalletDomain
internal import WalletLedger

/// What `coffer verify` found, for people and for machines.
struct VerifyRendering {
    private let report: VerifyReport
    private let seconds: Double

    init(_ report: VerifyReport, seconds: Double) {
        self.report = report
        self.seconds = seconds
    }

    private var milliseconds: Int64 { Int64(seconds * 1_000) }
    private var entriesPerSecond: Int64 { seconds > 0 ? Int64(Double(report.entries) / seconds) : 0 }

    private var environments: [StoreEnvironment] {
        StoreEnvironment.allCases.filter { environment in
            Account.allCases.contains { report.sums[environment, $0] != 0 }
        }
    }

    var text: String {
        var lines = report.findings.named.map { finding in
            """
            \(finding.rule.rawValue): \(finding.table) \(finding.key)
                stored:   \(finding.stored)
                computed: \(finding.computed)
            """
        }
        for environment in environments {
            let sums = Account.allCases.filter { report.sums[environment, $0] != 0 }
                .map { "\($0.name) \(report.sums[environment, $0])" }
            lines.append("\(environment.rawValue): \(sums.joined(separator: ", "))")
            lines.append("\(environment.rawValue): \(report.sums.total(of: environment)) over all accounts")
        }
        lines.append(
            "verified \(report.wallets) wallets, \(report.entries) entries, \(report.lots) lots, "
                + "\(report.purchases) purchases, \(report.holds) holds, \(report.ownerships) ownerships, "
                + "\(report.seals) seals, \(report.auditRecords) audit records in \(milliseconds) ms "
                + "(\(entriesPerSecond) entries a second)")
        lines.append(verdict)
        return lines.joined(separator: "\n")
    }

    private var verdict: String {
        guard !report.findings.isEmpty else { return "the books are whole" }
        let counts = VerifyFinding.Rule.allCases.compactMap { rule in
            report.findings.counts[rule].map { "\(rule.rawValue) \($0)" }
        }
        return "the books are NOT whole: \(counts.joined(separator: ", "))"
    }

    var json: String {
        var writer = JSONWriter()
        writer.object { object in
            object.member("ok", report.findings.isEmpty)
            object.member("wallets", report.wallets)
            object.member("entries", report.entries)
            object.member("lots", report.lots)
            object.member("purchases", report.purchases)
            object.member("holds", report.holds)
            object.member("ownerships", report.ownerships)
            object.member("seals", report.seals)
            object.member("audit_records", report.auditRecords)
            object.member("milliseconds", milliseconds)
            object.object("sums") { sums in
                for environment in environments {
                    sums.object(environment.rawValue) { writeSums(of: environment, to: &$0) }
                }
            }
            object.object("wrong") { wrong in
                for rule in VerifyFinding.Rule.allCases { wrong.member(rule.rawValue, report.findings.counts[rule]) }
            }
            object.array("findings") { list in
                for finding in report.findings.named { list.object { Self.write(finding, to: &$0) } }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Texts: a sum may be larger than any number that a reader of JSON takes exactly.
    private func writeSums(of environment: StoreEnvironment, to object: inout JSONWriter) {
        for account in Account.allCases where report.sums[environment, account] != 0 {
            object.member(account.name, "\(report.sums[environment, account])")
        }
        object.member("total", "\(report.sums.total(of: environment))")
    }

    private static func write(_ finding: VerifyFinding, to object: inout JSONWriter) {
        object.member("rule", finding.rule.rawValue)
        object.member("table", finding.table)
        object.member("key", finding.key)
        object.member("stored", finding.stored)
        object.member("computed", finding.computed)
    }
}

extension WalletID {
    /// As PostgreSQL prints it, or as our ids carry it (without hyphens).
    init?(text: String) {
        guard let uuid = UUIDText.parse(text) else { return nil }
        self.init(uuid)
    }
}
