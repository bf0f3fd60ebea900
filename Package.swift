// swift-tools-version: 6.2
import PackageDescription

/// The walls of `docs/architecture.md`: a target exists only where its wall stops a mistake that matters.
/// `TidyTests` checks that each file's imports stay inside them.
let strict: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func room(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let package = Package(
    name: "coffer",
    products: [.executable(name: "coffer", targets: ["coffer"])],
    targets: [
        .systemLibrary(
            name: "CLibPQ", pkgConfig: "libpq", providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
        .systemLibrary(
            name: "CMicroHTTPD", pkgConfig: "libmicrohttpd",
            providers: [.apt(["libmicrohttpd-dev"]), .brew(["libmicrohttpd"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(
            name: "CCurl", pkgConfig: "libcurl",
            providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"]), .brew(["libsodium"])]),
        .systemLibrary(
            name: "CArchive", pkgConfig: "libarchive",
            providers: [.apt(["libarchive-dev"]), .brew(["libarchive"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),

        room("Postgres", ["CLibPQ"]),
        room("HTTPServer", ["CMicroHTTPD"]),
        room("HTTPClient", ["CCurl"]),
        room("Crypto", ["COpenSSL", "CSodium"]),
        room("Gzip", ["CZlib"]),
        room("Zip", ["CArchive"]),
        room("WalletDomain", []),
        room("WalletLedger", ["WalletDomain", "Postgres", "Crypto"]),
        room("AppStore", ["WalletDomain", "Crypto", "HTTPClient"]),
        room(
            "WalletServer",
            ["WalletDomain", "WalletLedger", "AppStore", "HTTPServer", "Crypto", "HTTPClient", "Gzip", "Zip"]),
        room("StoreSimulator", ["Crypto", "HTTPServer", "HTTPClient"]),
        .executableTarget(
            name: "coffer",
            dependencies: [
                "WalletDomain", "WalletLedger", "AppStore", "WalletServer", "HTTPServer", "HTTPClient", "Crypto",
                "Postgres", "StoreSimulator",
            ],
            swiftSettings: strict),

        .executableTarget(name: "coffer-load", path: "Benchmarks/LoadGenerator", swiftSettings: strict),
        .target(
            name: "TestSupport", dependencies: ["Postgres", "Crypto", "WalletDomain"], path: "Tests/TestSupport",
            swiftSettings: strict),
        tests("WalletLedgerTests", ["WalletLedger", "WalletDomain", "Postgres", "Crypto", "TestSupport"]),
        tests("WalletDomainTests", ["WalletDomain", "TestSupport"]),
        tests("PostgresTests", ["Postgres", "TestSupport"]),
        tests("HTTPServerTests", ["HTTPServer", "HTTPClient"]),
        tests("HTTPClientTests", ["HTTPClient", "HTTPServer"]),
        tests("TidyTests", []),
        tests("EndToEndTests", ["HTTPClient", "HTTPServer", "StoreSimulator", "Crypto", "TestSupport"]),
        tests(
            "WalletServerTests",
            [
                "WalletServer", "WalletLedger", "WalletDomain", "AppStore", "StoreSimulator", "HTTPServer",
                "HTTPClient",
                "Postgres", "Crypto", "TestSupport",
            ]),
        tests("CryptoTests", ["Crypto"]),
        tests("GzipTests", ["Gzip"]),
        tests("ZipTests", ["Zip", "TestSupport"]),
        tests("StoreSimulatorTests", ["StoreSimulator", "Crypto", "HTTPClient", "HTTPServer", "TestSupport"]),
        tests(
            "AppStoreTests",
            ["AppStore", "StoreSimulator", "Crypto", "WalletDomain", "HTTPClient", "HTTPServer", "TestSupport"]),
    ],
    swiftLanguageModes: [.v6]
)

// Needs -sanitize=fuzzer to link: built by scripts/fuzz-parsers only.
if Context.environment["COFFER_FUZZ_PARSERS"] != nil {
    package.targets.append(
        .executableTarget(
            name: "ParserFuzz", dependencies: ["AppStore", "WalletDomain", "Crypto", "Gzip", "StoreSimulator"],
            path: "Tests/ParserFuzz", swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}
