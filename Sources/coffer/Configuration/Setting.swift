internal import WalletDomain
internal import WalletLedger

/// One environment variable, as `coffer help config` tells it.
struct Setting: Sendable {
    let name: String
    let summary: String
    /// What it may be.
    let range: String
    /// Empty if it has none.
    var unit = ""
    /// What holds if it is not set; empty if nothing does.
    var fallback = ""
    /// Never shown, also not in problems.
    var isSecret = false
    /// Production refuses to start with it.
    var isDevelopmentOnly = false
}

extension Setting {
    static let databaseURL = Setting(
        name: "DATABASE_URL", summary: "The database, as the service's role (a login role in coffer_service).",
        range: "postgresql://… or libpq's key=value …", isSecret: true)
    static let migrateURL = Setting(
        name: "COFFER_MIGRATE_URL",
        summary: "The same database, as the role that owns it; only coffer migrate uses it.",
        range: "as DATABASE_URL", fallback: "DATABASE_URL", isSecret: true)
    static let mode = Setting(
        name: "COFFER_MODE", summary: "Whether real money is at stake. A database belongs to one mode for ever.",
        range: "production or development", fallback: "production")
    static let bundleIDs = Setting(
        name: "COFFER_BUNDLE_IDS",
        summary: "The apps whose purchases count, each with Apple's number of the app.",
        range: "bundle.id=number, several separated by commas (com.example.app=1234567890)")
    static let listen = Setting(
        name: "COFFER_LISTEN", summary: "Where to listen; port 0 takes a free one.",
        range: "numeric address:port, [::1]:8080 for IPv6", fallback: "127.0.0.1:8080")
    static let tlsCertificate = Setting(
        name: "COFFER_TLS_CERTIFICATE", summary: "Certificate chain, leaf first, for those without a proxy in front.",
        range: "path of a PEM file; together with COFFER_TLS_KEY")
    static let tlsKey = Setting(
        name: "COFFER_TLS_KEY", summary: "The certificate's private key.", range: "path of a PEM file")
    static let sandbox = Setting(
        name: "COFFER_SANDBOX", summary: "Whose sandbox purchases become (sandbox) coins.",
        range: "testers, everyone or nobody", fallback: "testers")
    static let preference = Setting(
        name: "COFFER_REFUND_PREFERENCE",
        summary: "What Apple is advised about a refund that it asks about: nothing, what is unused, or no refund.",
        range: "none, by_use or decline", fallback: "by_use")
    static let refunds = Setting(
        name: "COFFER_REFUND_POLICY",
        summary: "What becomes of refunded coins that were spent: owed, forgiven, or owed with the wallet frozen.",
        range: "debt, write_off or freeze", fallback: "debt")
    static let refundOwnership = Setting(
        name: "COFFER_REFUND_OWNERSHIP",
        summary:
            "Whether items owned once stay when the coins that bought them are refunded, or their spends are undone.",
        range: "keep or revoke", fallback: "keep")
    static let refundWalk = Setting(
        name: "COFFER_REFUND_WALK_PACE",
        summary: "How many customers' histories Apple is asked for to find refunds that no notification told.",
        range: "1 to \(Limits.refundWalkPaceMax)", unit: "calls a second; a tenth of it in the sandbox",
        fallback: String(Limits.refundWalkPaceDefault))
    static let holdLife = Setting(
        name: "COFFER_HOLD_LIFE_SECONDS",
        summary: "The longest life of a hold, and that of a hold that names none.",
        range: "1 to \(Limits.holdLifeSecondsMax)", unit: "seconds",
        fallback: String(Limits.holdLifeSecondsDefault))
    static let adjustLimit = Setting(
        name: "COFFER_ADJUST_LIMIT",
        summary:
            "Coins that one person may give, take or forgive in a wallet within a day; more needs a second person.",
        range: "0 (always a second person) to \(Limits.adjustCoinsMax)", unit: "coins",
        fallback: String(Limits.adjustCoinsDefault))
    static let erasureKey = Setting(
        name: "COFFER_ERASURE_KEY_FILE",
        summary: "A secret under which erased users are renamed; without one nobody can be erased. Keep it for ever.",
        range: "path of a file with \(Limits.pseudonymKeyBytesMin) bytes or more of one secret")
    static let passwordPepper = Setting(
        name: "COFFER_PASSWORD_PEPPER_FILE",
        summary: "A secret beside the database for admins' passwords and codes. Without it again, none of them works.",
        range: "path of a file with \(Limits.adminKeyBytesMin) bytes or more of one secret")
    static let lanes = Setting(
        name: "COFFER_LANES", summary: "How many batches are written at once; each lane has a connection.",
        range: "1 to \(Limits.lanesMax)", unit: "lanes", fallback: "one a core, at most \(Limits.lanesDefaultMax)")
    static let batchMax = Setting(
        name: "COFFER_BATCH_MAX", summary: "How many commands one batch has at most: to measure what batching brings.",
        range: "1 to \(Limits.batchMax)", unit: "commands", fallback: String(Limits.batchMax), isDevelopmentOnly: true)
    static let pool = Setting(
        name: "COFFER_POOL", summary: "Connections for reads and small writes, beside the lanes.",
        range: "1 to \(Limits.poolConnectionsMax)", unit: "connections",
        fallback: String(Limits.poolConnectionsDefault))
    static let drainDelay = Setting(
        name: "COFFER_DRAIN_DELAY_MS",
        summary: "How long to serve on after SIGTERM, /readyz saying 503, so that balancers look elsewhere.",
        range: "0 to \(Limits.drainDelayMsMax)", unit: "milliseconds", fallback: String(Limits.drainDelayMsDefault))
    static let keyRate = Setting(
        name: "COFFER_KEY_RATE", summary: "Requests that one API key may send, in each process; beyond, 429.",
        range: "0 (no limit) to \(Limits.keyRateMax)", unit: "requests a second", fallback: "0")
    static let keyBurst = Setting(
        name: "COFFER_KEY_BURST", summary: "How many of a key's requests may come at once after a pause.",
        range: "0 (a second's) to \(Limits.keyRateMax)", unit: "requests", fallback: "0")
    static let userRate = Setting(
        name: "COFFER_USER_RATE", summary: "Requests about one user, whatever key sends them; beyond, 429.",
        range: "0 (no limit) to \(Limits.userRateMax)", unit: "requests a minute", fallback: "0")
    static let userBurst = Setting(
        name: "COFFER_USER_BURST", summary: "How many requests about a user may come at once after a pause.",
        range: "0 (a minute's) to \(Limits.userRateMax)", unit: "requests", fallback: "0")
    static let zone = Setting(
        name: "COFFER_ZONE", summary: "Whose midnight ends a day in exports that name no zone.",
        range: "an IANA name, as Europe/Berlin", fallback: "UTC")
    static let shopZone = Setting(
        name: "COFFER_SHOP_ZONE", summary: "By whose clock admins write when prices and sales begin and end.",
        range: "an IANA name, as Europe/Berlin", fallback: "UTC")
    static let priceChangeLimit = Setting(
        name: "COFFER_PRICE_CHANGE_LIMIT", summary: "How far a price may change before a second confirmation is asked.",
        range: "1 to \(Limits.priceChangePercentMax)", unit: "percent",
        fallback: String(Limits.priceChangePercentDefault))
    static let migrations = Setting(
        name: "COFFER_MIGRATIONS", summary: "The folder with the migrations of this release.",
        range: "path", fallback: "Migrations beside the binary, above it or here")
    static let sealKeyFile = Setting(
        name: "COFFER_SEAL_KEY_FILE",
        summary: "The key of coffer seal, to be kept off the database's host; the public half is enough to check.",
        range: "path of a PEM file with an Ed25519 key, private or public")
    static let extraRoots = Setting(
        name: "COFFER_EXTRA_ROOTS", summary: "Root certificates whose purchases are believed beside Apple's.",
        range: "path of a PEM file with one or more certificates", isDevelopmentOnly: true)
    static let clockFile = Setting(
        name: "COFFER_CLOCK_FILE", summary: "A file with seconds to add to the database's clock, read each batch.",
        range: "path of a file with a whole number", isDevelopmentOnly: true)
    static let fault = Setting(
        name: "COFFER_FAULT", summary: "Where the process stops (SIGSTOP) or dies (SIGKILL) on purpose, once.",
        range: FaultPoints.shape, isDevelopmentOnly: true)
    static let postgresBin = Setting(
        name: "COFFER_POSTGRES_BIN", summary: "Where coffer dev finds PostgreSQL's server programs.",
        range: "path of a folder with initdb and postgres", fallback: "/usr/lib/postgresql/15/bin, then PATH")

    static let all =
        [
            databaseURL, migrateURL, mode, bundleIDs, listen, tlsCertificate, tlsKey, sandbox, refunds, refundOwnership,
            preference, refundWalk, holdLife, adjustLimit, erasureKey, passwordPepper, lanes, batchMax, pool, keyRate,
            keyBurst, userRate, userBurst, drainDelay, zone, shopZone, priceChangeLimit, migrations, sealKeyFile,
            extraRoots, clockFile, fault, postgresBin,
        ] + apple
}
