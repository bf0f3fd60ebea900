internal import HTTPClient
internal import StoreSimulator
internal import WalletDomain

/// Messages of the simulated store, and what it remembers.
extension StoreCommands {
    static let notify = Subcommand(
        words: ["store", "notify"], summary: "Sends a notification of any type",
        flags: [
            .value("--type", "WORD", "Apple's, as REVOKE or TEST", isRequired: true),
            .value("--subtype", "WORD", "Apple's"), .value("--transaction", "ID", "what it is about; default nothing"),
            environment, .value("--version", "N", "1 or 2; default the store's"), StoreRemote.flag,
            StoreRemote.authorityFlag,
            StoreRemote.showFlag,
        ]
    ) { arguments in
        let world = try world(arguments)
        return try await StoreRemote(arguments).run(.post, "notify") { body in
            body.member("type", try arguments.required("--type"))
            body.member("subtype", arguments.text("--subtype"))
            body.member("transaction_id", arguments.text("--transaction"))
            body.member("environment", world)
            body.member("version", try arguments.number("--version", in: Int64(1)...2))
        }
    }

    static let resend = Subcommand(
        words: ["store", "resend"], summary: "Sends a notification once more, now",
        flags: [
            .value("--notification", "ID", "its notificationUUID", isRequired: true), StoreRemote.flag,
            StoreRemote.authorityFlag,
        ]
    ) { arguments in
        let id = try arguments.required("--notification")
        guard id.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == "-") }) else {
            throw Failure.usage("--notification needs a UUID")
        }
        return try await StoreRemote(arguments).run(.post, "notifications/\(id)/resend")
    }

    static let notificationURL = Subcommand(
        words: ["store", "notification-url"], summary: "Sets where notifications go from now on",
        flags: [
            .value("--url", "URL", "http:// or https://; default nowhere"),
            .value("--environment", "NAME", "production or sandbox; default both"), StoreRemote.flag,
            StoreRemote.authorityFlag,
            StoreRemote.showFlag,
        ],
        notes: ["Those that wait already go there too. A restart of the store takes its --notify again."]
    ) { arguments in
        let world = try arguments.choice("--environment", of: ["production", "sandbox"])
        return try await StoreRemote(arguments).run(.post, "notification-url") { body in
            body.member("url", arguments.text("--url") ?? "")
            body.member("environment", world.map(Self.world))
        }
    }

    static let journal = Subcommand(
        words: ["store", "journal"],
        summary: "Lists everything that happened but the notifications, the oldest first",
        flags: [.value("--limit", "N", "the newest N only; default all"), StoreRemote.flag, StoreRemote.authorityFlag],
        notes: [
            "A JSON array: purchases, what was done with them, faults that went on and off, notification addresses.",
            "A purchase in full is what it was when it was bought; coffer store purchases has what it is now.",
        ]
    ) { arguments in
        let limit = try arguments.number("--limit", in: 1...Int64.max)
        return try await StoreRemote(arguments).show("events" + (limit.map { "?limit=\($0)" } ?? ""))
    }
}
