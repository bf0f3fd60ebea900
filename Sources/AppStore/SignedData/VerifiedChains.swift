internal import Crypto
internal import Synchronization

/// Chains that were verified, by the SHA-256 of the header they came in; Apple's tokens share a handful for years.
///
/// Only the header of a token whose signature held gets in, so junk cannot push the good ones out.
final class VerifiedChains: Sendable {
    struct Chain: Sendable {
        /// Seconds in which all three certificates are valid: outside it the entry says nothing.
        let validSeconds: ClosedRange<Int64>
        let key: ES256PublicKey
    }

    private struct State {
        var chains: [[UInt8]: Chain] = [:]
        /// Oldest first: it goes first.
        var order: [[UInt8]] = []
    }

    private let chainsMax: Int
    private let state = Mutex(State())

    init(chainsMax: Int) { self.chainsMax = chainsMax }

    var count: Int { state.withLock { $0.chains.count } }

    /// - Returns: nil if the chain is unknown or was not valid at `seconds` since 1970 UTC.
    func chain(_ headerDigest: [UInt8], at seconds: Int64) -> Chain? {
        guard let chain = state.withLock({ $0.chains[headerDigest] }), chain.validSeconds.contains(seconds) else {
            return nil
        }
        return chain
    }

    func remember(_ chain: Chain, _ headerDigest: [UInt8]) {
        state.withLock { state in
            guard state.chains.updateValue(chain, forKey: headerDigest) == nil else { return }
            state.order.append(headerDigest)
            if state.order.count > chainsMax { state.chains[state.order.removeFirst()] = nil }
        }
    }
}
