import AppStore
import Crypto
import Foundation
import StoreSimulator
import Testing
import WalletDomain

/// Random damage must end in an error, never in a crash or in another purchase.
@Suite struct MutationTests {
    private static let iterations = 100_000
    private static let seconds = 8.0

    /// Runs on a thread of its own, so that other tests keep theirs, for so many rounds or so long.
    private func rounds(_ body: @escaping @Sendable (inout Dice) -> Void) async -> Int {
        await withCheckedContinuation { continuation in
            Thread {
                var dice = Dice(seed: 20_261_130)
                let end = Date(timeIntervalSinceNow: Self.seconds)
                var count = 0
                while count < Self.iterations, Date() < end {
                    body(&dice)
                    count += 1
                }
                continuation.resume(returning: count)
            }.start()
        }
    }

    @Test("damaged tokens, before and after their encoding")
    func tokens() async throws {
        let good = Array(try Forge.authority.sign(Forge.transaction()).utf8)
        let header = Forge.authority.signedData.signedDataHeader
        let payload = try Forge.payload()
        let verifier = SignedTransactionVerifier(Forge.settings)
        let expected = try verifier.verify(good, now: Forge.now)
        let count = await rounds { dice in
            let token =
                if dice.next(2) == 0 {
                    dice.damaged(good)
                } else {
                    Array(
                        [dice.damaged(header), dice.damaged(payload), [0]].map { Base64.encode($0, .url) }
                            .joined(separator: ".").utf8)
                }
            let purchase = try? verifier.verify(token, now: Forge.now)
            if let purchase, purchase != expected { Issue.record("damage made another purchase") }
        }
        #expect(count > 0)
    }

    @Test("damaged receipts and validly signed junk inside them")
    func receipts() async throws {
        let entry = SimulatedReceipt.Entry(
            productID: "coins_500", transactionID: "2000000000000009", purchaseDate: "2026-11-10T10:00:00Z")
        let content = SimulatedReceipt(
            bundleID: Forge.bundleID, creationDate: "2026-11-10T10:00:05Z", entries: [entry, entry])
        let text = try Forge.authority.makeReceipt(content)
        let good = try #require(Base64.decode(text, .standard))
        let verifier = ReceiptVerifier(Forge.settings)
        let expected = try verifier.verify(text, now: Forge.now)
        let count = await rounds { dice in
            let damaged = Base64.encode(dice.damaged(good), .standard)
            let receipt = try? verifier.verify(damaged, now: Forge.now)
            if let receipt, receipt != expected { Issue.record("damage made another receipt") }
            if dice.next(64) == 0, let junk = try? Forge.authority.makeReceipt(payload: dice.damaged(content.payload)) {
                _ = try? verifier.verify(junk, now: Forge.now)
            }
        }
        #expect(count > 0)
    }

    @Test("damaged JSON is read or refused")
    func json() async throws {
        let good = Array(#"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00",{"b":null}],"c":{"d":true,"e":"é"}}"#.utf8)
        let count = await rounds { dice in
            guard let value = try? JSONReader.parse(dice.damaged(good)) else { return }
            var writer = JSONWriter()
            writer.value(value)
            if (try? JSONReader.parse(writer.bytes)) != value { Issue.record("written JSON reads differently") }
        }
        #expect(count > 0)
    }
}

/// Repeatable chance: SplitMix64, so a failure can be had again.
struct Dice: Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// 0 ..< bound.
    mutating func next(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[next(list.count)] }

    /// One to three places changed: a bit, a byte, a piece cut out, a piece doubled, or the end cut off.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0...next(3) where !bytes.isEmpty {
            let place = next(bytes.count)
            let length = min(1 + next(16), bytes.count - place)
            switch next(5) {
            case 0: bytes[place] ^= 1 << UInt8(next(8))
            case 1: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 2: bytes.removeSubrange(place..<place + length)
            case 3: bytes.insert(contentsOf: bytes[place..<place + length], at: place)
            default: bytes.removeLast(bytes.count - place)
            }
        }
        return bytes
    }
}
