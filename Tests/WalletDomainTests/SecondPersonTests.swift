import FoundationEssentials
import Testing
import WalletDomain

@Suite struct SecondPersonTests {
    private static func adjust(_ coins: Int64) -> ApprovedAct {
        .adjust(coins > 0 ? .give(Samples.coins(coins), until: nil) : .take(Samples.coins(-coins)))
    }

    @Test(
        "The limit holds for one adjustment and for all of a day together, either way; forfeits always need a second",
        arguments: [
            // coins, before in the wallet, before in all, second person
            (1_000, 0, 0, false), (1_001, 0, 0, true), (-1_000, 0, 0, false), (-1_001, 0, 0, true),
            (1, 999, 999, false), (1, 1_000, 1_000, true), (1, 0, 9_999, false), (1, 0, 10_000, true),
            (CoinAmount.coinsMax, 0, 0, true),
        ] as [(Int64, Int64, Int64, Bool)])
    func limit(coins: Int64, inWallet: Int64, inAll: Int64, needsSecond: Bool) {
        let alone = SecondPersonRule.Alone(inWallet: inWallet, inAll: inAll)
        #expect(SecondPersonRule().needsSecond(Self.adjust(coins), after: alone) == needsSecond)
        for forfeit in [ApprovedAct.forfeit(Samples.coins(1)), .forfeit(nil)] {
            #expect(SecondPersonRule().needsSecond(forfeit, after: .init(inWallet: 0, inAll: 0)))
        }
        #expect(SecondPersonRule(coinsMax: 0).needsSecond(Self.adjust(coins), after: .init(inWallet: 0, inAll: 0)))
        for act in Self.gifts(abs(coins)) {
            #expect(SecondPersonRule().needsSecond(act, after: alone) == needsSecond)
            #expect(SecondPersonRule(coinsMax: 0).needsSecond(act, after: .init(inWallet: 0, inAll: 0)))
        }
    }

    private static func gifts(_ coins: Int64) -> [ApprovedAct] {
        [.grant(Samples.coins(coins), until: nil), .writeOff(Samples.coins(coins))]
    }

    @Test("No sequence of one person's acts passes the limits within any day", arguments: 0..<200)
    func noWayAround(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let rule = SecondPersonRule(coinsMax: 100)
        var done: [(at: Int64, wallet: Int, coins: Int64)] = []
        var now: Int64 = 0
        for _ in 0..<300 {
            now += Int64(random.below(Int(Limits.aloneWindowMs) / 10))
            let wallet = random.below(15)
            let coins = Int64(1 + random.below(120)) * (random.chance(50) ? 1 : -1)
            let act = ([Self.adjust(coins)] + Self.gifts(abs(coins)))[random.below(3)]
            let recent = done.filter { $0.at > now - Limits.aloneWindowMs }
            let alone = SecondPersonRule.Alone(
                inWallet: recent.filter { $0.wallet == wallet }.reduce(0) { $0 + $1.coins },
                inAll: recent.reduce(0) { $0 + $1.coins })
            guard !rule.needsSecond(act, after: alone) else { continue }
            done.append((now, wallet, abs(coins)))
        }
        #expect(!done.isEmpty)
        for end in done {
            let day = done.filter { $0.at <= end.at && $0.at > end.at - Limits.aloneWindowMs }
            #expect(day.reduce(0) { $0 + $1.coins } <= 1_000)
            for wallet in 0..<15 {
                #expect(day.filter { $0.wallet == wallet }.reduce(0) { $0 + $1.coins } <= 100)
            }
        }
    }

    private static let (proposer, second, third) = (CallerID(1), CallerID(2), CallerID(3))

    @Test(
        "Who may say what when",
        arguments: [
            (.open, nil, .approve, 2, 0, nil), (.open, nil, .reject, 2, 0, nil),
            (.open, nil, .approve, 1, 0, .secondPersonNeeded), (.open, nil, .reject, 1, 0, .secondPersonNeeded),
            (.open, nil, .approve, 2, 1, .approvalExpired), (.open, nil, .reject, 2, 1, .approvalExpired),
            (.approved, 2, .approve, 2, 1, nil), (.done, 2, .approve, 2, 1, nil), (.refused, 2, .approve, 2, 1, nil),
            (.rejected, 2, .reject, 2, 1, nil), (.approved, 2, .approve, 3, 0, .approvalDecided),
            (.done, 2, .reject, 2, 0, .approvalDecided), (.done, 2, .reject, 3, 0, .approvalDecided),
            (.rejected, 2, .approve, 2, 0, .approvalDecided), (.rejected, 2, .reject, 3, 0, .approvalDecided),
            (.done, 2, .approve, 1, 0, .secondPersonNeeded),
        ] as [(ApprovalStanding.State, Int32?, ApprovalStanding.Verdict, Int32, Int64, WalletError?)])
    func decisions(
        state: ApprovalStanding.State, decider: Int32?, verdict: ApprovalStanding.Verdict, caller: Int32, lateMs: Int64,
        refusal: WalletError?
    ) {
        let standing = ApprovalStanding(
            state: state, proposer: Self.proposer, decider: decider.map { CallerID($0) }, expiresAt: Samples.start)
        let now = Samples.start.adding(milliseconds: lateMs)
        do throws(WalletError) {
            let step = try standing.decide(verdict, by: CallerID(caller), at: now)
            #expect(refusal == nil && (step == .decide) == (state == .open))
        } catch {
            #expect(error == refusal)
        }
    }

    @Test(
        "What is kept of an act is read back as the same act",
        arguments: [
            .adjust(.give(Samples.coins(5), until: nil)), .adjust(.give(Samples.coins(5), until: Samples.start)),
            .adjust(.take(Samples.coins(CoinAmount.coinsMax))), .forfeit(nil), .forfeit(Samples.coins(7)),
            .grant(Samples.coins(5), until: nil), .grant(Samples.coins(5), until: Samples.start),
            .writeOff(Samples.coins(70)),
        ] as [ApprovedAct])
    func kept(act: ApprovedAct) {
        #expect(ApprovedAct(action: act.action.rawValue, details: act.details.json) == act)
        #expect(ApprovedAct(action: "freeze_wallet", details: act.details.json) == nil)
        #expect(ApprovedAct(action: act.action.rawValue, details: "[]") == nil)
    }
}
