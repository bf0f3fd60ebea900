internal import HTTPServer
internal import WalletDomain
internal import WalletLedger

/// What accountants told, and when: what counts now, or with `history=true` all of it.
struct ReadBooksSettings: Endpoint {
    static let route = Route(.get, "/v1/admin/books/settings", access: .keys([.books]))
    let desk: BooksDesk

    func parse(_ call: Call) throws -> Bool { try call.query(only: ["history"]).flag("history") }

    func run(_ isHistory: Bool, as caller: Caller) async throws -> BooksSettingsAnswer {
        let told = try await desk.settings.read()
        return BooksSettingsAnswer(told: told, rows: isHistory ? told.history : told.current)
    }
}

struct BooksSettingsAnswer: Answer {
    let told: BooksSettings
    let rows: [KnownSetting]

    var headers: [(String, String)] { versionTag(told.version) }

    func write(to object: inout JSONWriter) {
        object.member("version", told.version)
        object.object("rules") { $0.rules(told.rules) }
        object.array("settings") { list in
            for row in rows { list.object { $0.setting(row) } }
        }
    }
}

extension JSONWriter {
    mutating func rules(_ rules: BooksRules) {
        member("presentation", rules.policy.presentation.word)
        member("tax_mode", rules.policy.taxMode.word)
        member("tax_rate_at_use_bp", rules.policy.taxRateBP)
        member("bonus_allocation", rules.policy.bonusAllocation.word)
        member("zone", rules.zone)
        member("first_day", rules.firstDay.map { BooksSheet.dayText($0) })
    }

    mutating func setting(_ known: KnownSetting) {
        let setting = known.setting
        switch setting.key {
        case .commission(let place): about("commission", place)
        case .tax(let place): about("tax", place)
        case .price(let product, let place): about("price", place, product)
        case .proceeds(let product, let place, let customer):
            about("proceeds", place, product ?? "*")
            price(customer)
        case .term(let item):
            member("setting", "term")
            member("item", item.text)
        case .account(let account):
            member("setting", "account")
            member("account", Int64(account.rawValue))
        }
        member("valid_from", setting.validFrom.text)
        value(setting.value)
        member("known_at", known.knownAt.text)
        member("change", known.change)
    }

    private mutating func about(_ word: String, _ place: StorefrontScope, _ product: String? = nil) {
        member("setting", word)
        member("storefront", place.text)
        if let product { member("product", product) }
    }

    private mutating func price(_ price: StorePrice) {
        member("price_milli", price.milliunits)
        member("currency", price.currency)
    }

    private mutating func value(_ value: BooksSettingValue?) {
        switch value {
        case nil: member("withdrawn", true)
        case .rate(let bp): member("rate_bp", bp)
        case .tax(.ofPrice(let bp)):
            member("rate_bp", bp)
            member("basis", BooksSheet.ofPrice)
        case .tax(.onNet(let bp)):
            member("rate_bp", bp)
            member("basis", BooksSheet.onNet)
        case .price(let price): self.price(price)
        case .proceeds(let milliunits): member("proceeds_milli", milliunits)
        case .days(let days): member("days", days)
        case .account(let code, let name):
            member("client_code", code)
            member("client_name", name)
        }
    }
}

extension Query {
    /// `true` or `false`; false if absent.
    func flag(_ name: String) throws(Problem) -> Bool {
        switch self[name] {
        case nil, "false": return false
        case "true": return true
        case .some: throw .malformed(name)
        }
    }
}
