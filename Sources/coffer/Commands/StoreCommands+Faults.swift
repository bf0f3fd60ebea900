internal import HTTPClient
internal import StoreSimulator
internal import WalletDomain

extension StoreCommands {
    static let faultAdd = Subcommand(
        words: ["store", "fault"], summary: "Lets something go wrong in the simulated store",
        flags: [
            .value("--kind", "WORD", "what goes wrong, see below", isRequired: true),
            .value("--call", "WORD", "where, see below; default wherever it can"),
            .value("--environment", "NAME", "production or sandbox; default both"),
            .value("--times", "N", "how often; default for ever"),
            .value("--seconds", "N", "how long; default for ever"),
            .value("--percent", "N", "the share of calls that are hit, 0 to 100; default 100"),
            .value("--seed", "N", "the same seed hits the same calls; default 1"),
            .value("--milliseconds", "N", "of delay, hang, rateLimit and reorder; default \(Fault.usualMs)"),
            .value("--status", "N", "of error and hang, 500 to 599; default 503"), StoreRemote.flag,
            StoreRemote.authorityFlag,
        ],
        notes: ["Kinds:"] + Fault.Kind.allCases.map { "  " + $0.rawValue.padded(to: kindWidth) + $0.summary } + [
            "", "Calls: " + calls.prefix(callsOfLine).joined(separator: ", ") + ",",
            "  " + calls.dropFirst(callsOfLine).joined(separator: ", ") + ".", "",
            "Prints the fault's number. coffer store faults-off switches it off, or all of them.",
        ]
    ) { arguments in
        let world = try arguments.choice("--environment", of: ["production", "sandbox"])
        let kind = try arguments.choice("--kind", of: kinds)
        let call = try arguments.choice("--call", of: calls)
        return try await StoreRemote(arguments).run(.post, "faults") { body in
            body.member("kind", kind)
            body.member("call", call)
            body.member("environment", world.map(Self.world))
            for (flag, name) in [
                ("--times", "times"), ("--seconds", "seconds"), ("--seed", "seed"),
                ("--milliseconds", "milliseconds"), ("--status", "status"),
            ] {
                body.member(name, try arguments.number(flag, in: 0...Int64.max))
            }
            if let percent = try arguments.number("--percent", in: Int64(0)...Self.percentMax) {
                body.name("rate")
                body.value(share(percent))
            }
        }
    }

    static let faultsOff = Subcommand(
        words: ["store", "faults-off"], summary: "Switches faults off",
        flags: [.value("--fault", "N", "only this one; default all"), StoreRemote.flag, StoreRemote.authorityFlag]
    ) { arguments in
        let one = try arguments.number("--fault", in: 1...Int64.max)
        return try await StoreRemote(arguments).run(.delete, "faults" + (one.map { "/\($0)" } ?? ""))
    }

    /// Apple's word for one of ours.
    static func world(_ word: String) -> String {
        (word == "production" ? SimulatedEnvironment.production : .sandbox).rawValue
    }

    private static let percentMax: Int64 = 100
    private static let kindWidth = 14
    private static let callsOfLine = 8
    private static let kinds = Fault.Kind.allCases.map(\.rawValue)
    private static let calls = StoreCall.allCases.map(\.rawValue)

    /// A percentage as a JSON number from 0 to 1.
    private static func share(_ percent: Int64) -> JSONValue {
        guard percent < percentMax else { return .integer(1) }
        return .otherNumber(percent < 10 ? "0.0\(percent)" : "0.\(percent)")
    }
}
