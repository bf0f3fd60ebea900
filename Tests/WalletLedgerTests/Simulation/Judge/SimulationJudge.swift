import WalletDomain

@testable import WalletLedger

/// Judges what a run has left and what it has told. It knows the books' rules, not how decisions are made.
struct SimulationJudge {
    private let tables: SimulatedTables
    private let load: SimulatedLoad

    init(_ tables: SimulatedTables, _ load: SimulatedLoad) {
        self.tables = tables
        self.load = load
    }

    /// What is wrong, the easiest to understand first; none if all is as it should be.
    func findings() -> [String] {
        var findings: [String] = []
        for (wallet, file) in tables.wallets.sorted(by: { $0.key < $1.key }) {
            findings += WalletJudge(wallet, file).findings().map { "wallet \(wallet.uuid): \($0)" }
        }
        guard findings.isEmpty else { return findings }
        findings += beats()
        findings += PurchaseJudge(tables, load.requests).findings()
        let answers = AnswerJudge(tables, load.requests)
        findings += answers.findings()
        let refusals = RefusalJudge(tables, plain: load.catalogue.plain)
        findings += load.requests.compactMap { refusals.finding($0) }
        return findings
    }

    /// A lane's beat is one transaction's, and a later beat one that committed later.
    private func beats() -> [String] {
        var commits: [Int16: [Int64: Int]] = [:]
        for line in tables.lines {
            let known = commits[line.lane]?[line.beat]
            guard known == nil || known == line.committedAt else {
                return ["beat \(line.beat) of lane \(line.lane) twice"]
            }
            commits[line.lane, default: [:]][line.beat] = line.committedAt
        }
        for (lane, beats) in commits.sorted(by: { $0.key < $1.key }) {
            let inOrder = beats.sorted { $0.key < $1.key }.map(\.value)
            if inOrder != inOrder.sorted() { return ["the beats of lane \(lane) did not commit in their order"] }
            guard let last = beats.keys.max(), last <= tables.lanes[lane]?.beat ?? 0 else {
                return ["lane \(lane) says an earlier beat than its entries"]
            }
        }
        return []
    }
}
