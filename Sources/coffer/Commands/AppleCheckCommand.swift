internal import AppStore
internal import HTTPClient
internal import WalletDomain

/// `coffer apple check`: whether Apple and this configuration understand each other, line by line.
enum AppleCheckCommand {
    private static let waitSecondsDefault: Int64 = 60
    private static let waitSecondsMax: Int64 = 600
    /// Nobody else waits here, and the sandbox lets us ask once in ten seconds.
    private static let paceWaitMsMax: Int64 = 15_000
    private static let verdictColumns = 8
    private static let subjectColumns = 28

    static let command = Subcommand(
        words: ["apple", "check"],
        summary: "Looks whether key, bundle id, notification address and clock are as Apple wants them",
        flags: [
            .value("--environment", "STORE", "production or sandbox; both if it is not given"),
            .value("--wait", "SECONDS", "how long to wait for a test notification (\(waitSecondsDefault))"),
        ],
        notes: [
            "Has Apple send a test notification: run it while the service is up. Needs no database.",
            "Exit code 0 if nothing failed, 1 otherwise; every line that failed says what to do.",
        ]
    ) { arguments in
        let waitMs = (try arguments.number("--wait", in: 1...waitSecondsMax) ?? waitSecondsDefault) * 1_000
        let named = try arguments.choice("--environment", of: StoreEnvironment.allCases.map(word))
        let environments = StoreEnvironment.allCases.filter { named == nil || word($0) == named }
        let config = try Config(needs: [.apps, .apple])
        var isGood = true
        for bundleID in config.appIDs.keys.sorted() {
            guard let api = api(config, bundleID) else { continue }
            Console.write(bundleID)
            let lines = await AppleCheckup(api, environments: environments, waitMs: waitMs).run()
            for line in lines { Console.write(text(line)) }
            isGood = isGood && lines.allSatisfy { $0.verdict != .failed }
        }
        return isGood ? .success : .failed
    }

    private static func word(_ environment: StoreEnvironment) -> String { environment.rawValue.lowercased() }

    private static func api(_ config: Config, _ bundleID: String) -> AppStoreServerAPI? {
        guard var settings = config.apple.serverAPI(bundleID: bundleID) else { return nil }
        settings.paceWaitMsMax = paceWaitMsMax
        return AppStoreServerAPI(settings, config.appStore, client: HTTPClient(settings: config.apple.http))
    }

    private static func text(_ line: CheckupLine) -> String {
        let start = "  " + line.verdict.rawValue.padded(to: verdictColumns) + line.subject.padded(to: subjectColumns)
        let advice = line.advice.map { "\n" + String(repeating: " ", count: 2 + verdictColumns) + "do: " + $0 }
        return start + line.finding + (advice ?? "")
    }
}
