internal import HTTPClient
internal import StoreSimulator
internal import WalletDomain

/// `coffer store …`: what somebody does with a running `coffer simulate-store`, as its page does.
enum StoreCommands {
    static let all = [
        buy,
        onTransaction("show", "Shows a purchase with its signed transaction and its receipt", post: nil),
        onTransaction("finish", "Finishes a purchase: a consumable leaves the receipt", post: "finish"),
        refund,
        onTransaction("reverse-refund", "Takes a refund back", post: "reverse-refund"),
        onTransaction("decline-refund", "Tells that a refund was asked for and not given", post: "decline-refund"),
        askConsumption, setToken, receipt,
        list("purchases", "transactions", "Lists purchases, the newest first"),
        notify,
        list("notifications", "notifications", "Lists notifications with their attempts, the newest first"),
        resend, notificationURL, faultAdd,
        list("faults", "faults", "Lists the faults that are on"), faultsOff, journal,
    ]

    private static let transaction = Flag.value("--transaction", "ID", "which purchase", isRequired: true)
    static let environment = Flag.value("--environment", "NAME", "production or sandbox; default production")

    /// Apple's word for `--environment`.
    static func world(_ arguments: Arguments) throws(Failure) -> String {
        try Self.world(arguments.choice("--environment", of: ["production", "sandbox"]) ?? "production")
    }

    private static let buy = Subcommand(
        words: ["store", "buy"], summary: "Buys something in the simulated store",
        flags: [
            .value("--product", "ID", "what, as com.example.coins.500", isRequired: true),
            .value("--quantity", "N", "1 to 10; default 1"), environment,
            .value("--account", "NAME", "whose receipt and history it is in; default customer"),
            .value("--token", "UUID", "the app account token"),
            .value("--storefront", "CODE", "three letters; default USA"),
            .value("--price", "THOUSANDTHS", "for the whole quantity; default the product's"),
            .value("--currency", "CODE", "default the product's"),
            .option("--silent", "send no notification about it"), StoreRemote.flag, StoreRemote.authorityFlag,
            StoreRemote.showFlag,
        ],
        notes: ["--show signed_transaction prints what an app would send to its server, --show receipt the receipt."]
    ) { arguments in
        let world = try world(arguments)
        return try await StoreRemote(arguments).run(.post, "buy") { body in
            body.member("product_id", try arguments.required("--product"))
            body.member("quantity", try arguments.number("--quantity", in: 1...Int64.max))
            body.member("environment", world)
            body.member("account", arguments.text("--account"))
            body.member("app_account_token", arguments.text("--token"))
            body.member("storefront", arguments.text("--storefront"))
            body.member("price_milliunits", try arguments.number("--price", in: 0...Int64.max))
            body.member("currency", arguments.text("--currency"))
            body.member("notify", !arguments.has("--silent"))
        }
    }

    private static let refund = Subcommand(
        words: ["store", "refund"], summary: "Refunds a purchase, wholly or in part",
        flags: [
            transaction,
            .value("--milli-percent", "N", "how much by now, 1 to 100000; 33333 is a third; default all"),
            .value("--reason", "N", "1: a problem with the app, 0: another; default 0"), StoreRemote.flag,
            StoreRemote.authorityFlag,
            StoreRemote.showFlag,
        ]
    ) { arguments in
        try await StoreRemote(arguments).run(.post, "refund") { body in
            body.member("transaction_id", try arguments.required("--transaction"))
            body.member("milli_percent", try arguments.number("--milli-percent", in: 1...Int64.max))
            body.member("reason", try arguments.number("--reason", in: Int64(0)...1))
        }
    }

    private static let askConsumption = Subcommand(
        words: ["store", "ask-consumption"], summary: "Asks the server how much of a purchase was used",
        flags: [
            transaction, .value("--reason", "WORD", SimulatedStore.consumptionReasons.joined(separator: ", ")),
            StoreRemote.flag, StoreRemote.authorityFlag, StoreRemote.showFlag,
        ]
    ) { arguments in
        try await StoreRemote(arguments).run(.post, "ask-consumption") { body in
            body.member("transaction_id", try arguments.required("--transaction"))
            body.member("consumption_reason", arguments.text("--reason"))
        }
    }

    private static let setToken = Subcommand(
        words: ["store", "set-token"], summary: "Replaces the app account token of a purchase",
        flags: [
            transaction, .value("--token", "UUID", "the new one", isRequired: true), StoreRemote.flag,
            StoreRemote.authorityFlag,
            StoreRemote.showFlag,
        ],
        notes: ["Nobody is told: what is signed from now on has it, as after Apple's Set App Account Token."]
    ) { arguments in
        try await StoreRemote(arguments).run(.post, "set-token") { body in
            body.member("transaction_id", try arguments.required("--transaction"))
            body.member("app_account_token", try arguments.required("--token"))
        }
    }

    /// - Parameter post: the call; nil reads only.
    private static func onTransaction(_ name: String, _ summary: String, post: String?) -> Subcommand {
        Subcommand(
            words: ["store", name], summary: summary,
            flags: [transaction, StoreRemote.flag, StoreRemote.authorityFlag, StoreRemote.showFlag]
        ) { arguments in
            let id = try arguments.required("--transaction")
            let remote = StoreRemote(arguments)
            guard let post else { return try await remote.run(.get, "transactions/\(id)") }
            return try await remote.run(.post, post) { $0.member("transaction_id", id) }
        }
    }

    private static let listDefault = 100
    private static let listMax = 100_000

    private static func list(_ name: String, _ path: String, _ summary: String) -> Subcommand {
        Subcommand(
            words: ["store", name], summary: summary,
            flags: [.value("--limit", "N", "how many; default 100"), StoreRemote.flag, StoreRemote.authorityFlag]
        ) { arguments in
            let limit = try arguments.number("--limit", in: 1...listMax) ?? listDefault
            return try await StoreRemote(arguments).run(.get, "\(path)?limit=\(limit)")
        }
    }

    private static let receipt = Subcommand(
        words: ["store", "receipt"], summary: "Shows the receipt of an Apple account",
        flags: [
            .value("--account", "NAME", "letters, digits and -; default customer"), environment, StoreRemote.flag,
            StoreRemote.authorityFlag,
        ]
    ) { arguments in
        let account = arguments.text("--account") ?? "customer"
        let isPlain = account.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
        guard isPlain else { throw Failure.usage("--account needs letters, digits and -") }
        let world = try world(arguments)
        return try await StoreRemote(arguments).run(.get, "receipt?account=\(account)&environment=\(world)")
    }
}
