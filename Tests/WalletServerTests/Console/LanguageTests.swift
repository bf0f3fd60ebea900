import Testing
import WalletDomain

@testable import WalletServer

@Suite struct LanguageTests {
    @Test(
        "the language is the one that the browser wants most",
        arguments: [
            (nil, .english), ("", .english), ("zh-CN,zh;q=0.9,en;q=0.8", .chinese), ("en-GB,zh;q=0.9", .english),
            ("fr-FR,zh;q=0.5,en;q=0.4", .chinese), ("zh;q=0,en", .english), ("de", .english), ("ZH-hans", .chinese),
            ("en;q=0.1, zh;q=0.2", .chinese), ("zh;q=2", .english), ("*;q=0.5, zh;q=0.1", .english),
            (String(repeating: "x,", count: 10_000) + "zh", .english),
        ] as [(String?, Language)]
    )
    func accepted(header: String?, language: Language) { #expect(Language(accepting: header) == language) }

    @Test(
        "numbers have a comma each three digits and a true minus",
        arguments: [
            (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "\u{2212}1,234,567"),
            (.min, "\u{2212}9,223,372,036,854,775,808"),
        ] as [(Int64, String)]
    )
    func numbers(number: Int64, text: String) { #expect(Figures.grouped(number) == text) }

    @Test(
        "prices have their currency's digits",
        arguments: [
            (6_000, "CNY", "CNY\u{A0}6.00"), (1_234_990, "USD", "USD\u{A0}1,234.99"), (160_000, "JPY", "JPY\u{A0}160"),
            (1_500, "KWD", "KWD\u{A0}1.500"), (-10, "USD", "USD\u{A0}\u{2212}0.01"), (9_995, "USD", "USD\u{A0}9.995"),
            (0, "EUR", "EUR\u{A0}0.00"),
        ] as [(Int64, String, String)]
    )
    func prices(milliunits: Int64, currency: String, text: String) {
        #expect(Figures.price(milliunits, currency) == text)
    }

    @Test("a moment is written on the shop's clock")
    func zones() throws {
        let berlin = try #require(ConsoleZone("Europe/Berlin"))
        let summer = try #require(Instant(text: "2026-07-01T10:00:00Z"))
        #expect(berlin.text(of: summer) == "2026-07-01 12:00:00")
        #expect(berlin.dayText(of: try #require(Instant(text: "2026-07-01T22:30:00Z"))) == "2026-07-02")
        #expect(ConsoleZone("Nowhere/Never") == nil)
    }

    @Test("every problem and every kind of entry has words in both languages")
    func words() {
        for code in ProblemCode.allCases {
            #expect(code.phrase[.english] != code.phrase[.chinese])
            #expect(code.phrase[.chinese].unicodeScalars.contains { $0.value > 0x2E80 }, "\(code)")
        }
        for kind in EntryKind.allCases { #expect(kind.phrase[.english] != kind.phrase[.chinese]) }
        for account in Account.allCases { #expect(account.phrase[.english] != account.phrase[.chinese]) }
        for notice in Notice.allCases { #expect(notice.phrase[.english] != notice.phrase[.chinese]) }
        for section in Section.allCases { #expect(section.title[.english] != section.title[.chinese]) }
    }
}
