import Testing
import WalletDomain

/// The worked examples of the accounting page come out line by line.
@Suite(.enabled(if: BooksVectors.all != nil, "the worked examples beside the project are not there"))
struct BooksVectorTests {
    @Test("every worked example posts what an accountant expects, event by event", arguments: BooksVectors.all ?? [])
    func journal(vector: BooksVectors.Vector) throws {
        var play = BooksPlay(vector)
        try play.run()
        var expected: [String: [BooksPlay.Place: Int64]] = [:]
        for entry in vector.expected.journal {
            for line in entry.lines {
                let place = BooksPlay.Place(account: Int16(line.account) ?? 0, unit: line.unit, lot: line.lot)
                expected[entry.event, default: [:]][place, default: 0] += line.debit - line.credit
            }
        }
        for event in vector.events.map(\.id) {
            let ours = (play.figures[event] ?? [:]).filter { $0.value != 0 }
            #expect(ours == (expected[event] ?? [:]).filter { $0.value != 0 }, "\(vector.id) \(event)")
            #expect(play.kinds[event] ?? [] == vector.expected.journal.filter { $0.event == event }.map(\.kind))
        }
    }

    @Test("and its lots end with the counters and the money that he expects", arguments: BooksVectors.all ?? [])
    func lots(vector: BooksVectors.Vector) throws {
        var play = BooksPlay(vector)
        try play.run()
        #expect(play.lots.count == vector.expected.lots.count)
        for expected in vector.expected.lots {
            guard let lot = play.lots[expected.lot] else {
                Issue.record("\(vector.id): no lot \(expected.lot)")
                continue
            }
            #expect(
                [lot.coins, lot.consumed, lot.removed, lot.live, lot.broken, lot.liability, lot.deferredCommission]
                    == [
                        expected.coins, expected.consumed, expected.removed, expected.live, expected.live_broken,
                        expected.liability, expected.deferred_commission,
                    ], "\(vector.id) \(expected.lot)")
        }
    }
}
