import Testing

@testable import WalletDomain

/// Several operations on one wallet as one command.
@Suite struct AllOrNoneTests {
    private static let wallet = Samples.wallet(7)
    private static let set = Samples.key(99)

    private static func key(_ number: Int) -> Idempotency {
        Idempotency(key: Samples.key(number), fingerprint: set)
    }

    private static func grant(_ number: Int, _ coins: Int64) throws -> Command.Step {
        let note = Note(text: "r", digest: [UInt8](repeating: 1, count: 32))
        return Command.Step(
            idempotency: key(number),
            action: .grant(GrantCoins(coins: try CoinAmount(coins), expiresAt: nil, note: note)))
    }

    private static func all(_ steps: [Command.Step]) -> Command {
        Command(
            wallet: wallet, environment: .production, caller: CallerID(1), idempotency: nil, action: .all(steps))
    }

    private static func batch() -> Batch {
        Batch(
            LoadedBatch(
                at: Samples.start, wallets: [wallet: Samples.state(7)]))
    }

    @Test("a refused step takes back those before it, notes and keys included, and is named")
    func refusal() throws {
        var batch = Self.batch()
        let result = batch.decide(Self.all([try Self.grant(1, 5), try Self.grant(2, 0), try Self.grant(3, 5)]))
        guard case .failure(.refusedStep(2, .amountOutOfRange(0))) = result else {
            Issue.record("\(result)")
            return
        }
        #expect(batch.notes.isEmpty && batch.books[Self.wallet]?.isChanged == false)
        guard case .success(.done(let entries, false)) = batch.decide(Self.all([try Self.grant(1, 7)])) else {
            Issue.record("the key was used up")
            return
        }
        #expect(entries.map(\.coins) == [7] && entries.map(\.sequence) == [1])
    }

    @Test("in one batch a repeat of the set is a replay of all its entries, a set that shares a key is refused")
    func replays() throws {
        var batch = Self.batch()
        let command = Self.all([try Self.grant(1, 5), try Self.grant(2, 6)])
        guard case .success(.done(let first, false)) = batch.decide(command),
            case .success(.done(let second, true)) = batch.decide(command)
        else {
            Issue.record("not a replay")
            return
        }
        #expect(first == second && first.count == 2)
        // Bound to the same set, as only a bug could make it: still nothing is done in part.
        let mixed = batch.decide(Self.all([try Self.grant(1, 5), try Self.grant(3, 6)]))
        guard case .failure(.refusedStep(2, .idempotencyKeyReused)) = mixed else {
            Issue.record("\(mixed)")
            return
        }
        #expect(batch.books[Self.wallet]?.entries.count == 2)
    }
}
