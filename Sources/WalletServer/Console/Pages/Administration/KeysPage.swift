internal import WalletDomain
internal import WalletLedger

/// Keys of the app's back end and of other programs: made, replaced with an overlap, revoked.
struct KeysPage: Screen {
    static let route = PageRoute(.get, "/admin/keys", as: ListAPIKeys.route)
    let keys: KeyStore
    /// The shop's, for an end of a key.
    let zone: ShopZone
    let now: @Sendable () -> Instant

    static let link = Link("keys")

    func show(_ visit: Visit) async throws -> PageBody {
        try await body(visit, cursor: try visit.query(only: ["cursor"])["cursor"], nil)
    }

    func body(_ visit: Visit, cursor: String?, _ trouble: Trouble?) async throws -> PageBody {
        let request = InnerRequest(query: [("cursor", cursor), ("limit", String(ConsoleLimits.pageRows))])
        let list = try await visit.ask(ListAPIKeys(keys: keys), request)
        return PageBody(Texts.apiKeys, in: .keys) { page in
            page.complaint(trouble?.complaint)
            if !visit.isSteppedUp {
                page.section(Texts.changeKeys) { $0.afterStepUp(visit, at: Self.link) { _ in } }
            }
            Self.table(visit).write(list.keys, to: &page)
            page.pager(
                first: cursor == nil ? nil : Self.link, next: list.next.map { Link("keys", query: ["cursor": $0]) })
            if visit.isSteppedUp { Self.form(trouble, &page) }
        }
    }

    private static func table(_ visit: Visit) -> TablePart<KeyRecord> {
        let (moment, canChange) = (visit.now, visit.isSteppedUp)
        return TablePart(
            caption: Texts.apiKeys, isCaptionShown: false, empty: Texts.noKeys,
            columns: [
                .header(Texts.callerName) { key, cell in
                    cell.text(key.name)
                    cell(.span, .class("under")) { $0(.code, text: key.hint + "…") }
                },
                Column(Texts.state) { key, cell in cell.keyState(key, at: moment) },
                Column(Texts.scopes) { key, cell in cell.text(key.scopes.joined(separator: ", ")) },
                Column(Texts.lastUsed, .time) { key, cell in cell.optionalMoment(key.lastUsedAt) },
                Column(Texts.made, .time) { key, cell in
                    cell.moment(key.createdAt)
                    if let by = key.createdBy { cell(.span, .class("under"), text: by) }
                },
                Column(Texts.endsAt, .time) { key, cell in cell.optionalMoment(key.expiresAt) },
                Column(Texts.change) { key, cell in
                    guard canChange, key.isGood(at: moment) else { return cell.dash() }
                    let id = WireID.key(key)
                    cell.form(to: Link("keys", id, "rotate")) {
                        $0(.button, .submit, .class("quiet"), phrase: Texts.rotate)
                    }
                    cell.form(to: Link("keys", id, "revoke")) {
                        $0(.button, .submit, .class("quiet"), phrase: Texts.revoke)
                    }
                },
            ])
    }

    private static func form(_ trouble: Trouble?, _ page: inout HTMLWriter) {
        page.section(Texts.newKey) { part in
            part(.p, .class("muted"), phrase: Texts.newKeyText)
            part.form(to: link, .class("fields")) { form in
                form.field(
                    .init(
                        name: "name", label: Texts.callerName, hint: Texts.callerNameHint,
                        attributes: [.lengthMax(Limits.nameBytesMax), .noSpelling, .autocomplete(.off)]), trouble)
                form(.fieldset) { set in
                    set(.legend, phrase: Texts.scopes)
                    for scope in Scope.allCases {
                        set.check(scope.field, .plain(scope.rawValue), hint: scope.phrase, trouble)
                    }
                }
                form.timeField("expires_at", Texts.endsAt, hint: Texts.keyEndHint, trouble)
                form.submit(Texts.newKey)
            }
        }
    }
}

extension Scope {
    fileprivate var field: String { "scope_" + rawValue }
}

extension KeyRecord {
    fileprivate func isGood(at moment: Instant) -> Bool {
        revokedAt == nil && (expiresAt.map { moment < $0 } ?? true)
    }
}

extension HTMLWriter {
    fileprivate mutating func keyState(_ key: KeyRecord, at moment: Instant) {
        if key.revokedAt != nil {
            tag(Texts.revoked)
        } else if key.isGood(at: moment) {
            tag(Texts.active, .good)
        } else {
            tag(Texts.expiredKey)
        }
    }
}

struct CreateKey: Act {
    static let route = PageRoute(.post, "/admin/keys", as: CreateAPIKey.route)
    static let fields = Set(["name", "expires_at"] + Scope.allCases.map(\.field))
    static let isSensitive = true
    let page: KeysPage

    func run(_ form: FormFields, _ visit: Visit) async throws -> Landing {
        let scopes = Scope.allCases.filter { form.isChecked($0.field) }.map(\.rawValue)
        let request = InnerRequest(
            body: [
                ("name", .text(form["name"])), ("scopes", .list(scopes.map { .text($0) })),
                ("expires_at", try form.moment("expires_at", page.zone).map { .text($0.text) }),
            ])
        let made = try await visit.ask(CreateAPIKey(keys: page.keys, now: page.now), request)
        return .page(NewKeyPage.body(made))
    }

    func again(_ trouble: Trouble, _ visit: Visit) async throws -> PageBody {
        try await page.body(visit, cursor: nil, trouble)
    }
}
