import Foundation
import Testing
import WalletDomain

@testable import WalletServer

/// Who gets sandbox coins: the table is the specification.
@Suite struct PurchasePlanTests {
    @Test(
        "the policy for sandbox purchases",
        arguments: [
            (.testers, .production, false, true), (.testers, .sandbox, false, false), (.testers, .sandbox, true, true),
            (.everyone, .sandbox, false, true), (.nobody, .sandbox, true, false), (.nobody, .production, true, true),
        ] as [(SandboxPolicy, StoreEnvironment, Bool, Bool)]
    )
    func policy(policy: SandboxPolicy, environment: StoreEnvironment, isTester: Bool, allowed: Bool) {
        #expect(policy.allows(environment, isTester: isTester) == allowed)
    }
}
