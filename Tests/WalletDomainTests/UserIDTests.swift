import Testing
import WalletDomain

@Suite struct UserIDTests {
    @Test(
        "User ids are the same only if their bytes are",
        arguments: [
            ("a", "a", true), ("a", "A", false), ("\u{E9}", "e\u{301}", false), ("\u{E9}", "\u{E9}", true),
            ("\u{1112}\u{1161}", "\u{D558}", false),
        ])
    func comparesBytes(left: String, right: String, same: Bool) throws {
        #expect((try UserID(left) == UserID(right)) == same)
        #expect(Set([try UserID(left), try UserID(right)]).count == (same ? 1 : 2))
    }
}
