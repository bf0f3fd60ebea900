/// Settings about calls to Apple. Those of the key belong together: all of them or none.
extension Setting {
    static let appleIssuerID = Setting(
        name: "COFFER_APPLE_ISSUER_ID",
        summary: "Issuer of the In-App Purchase key (App Store Connect, Users and Access, Integrations).",
        range: "a UUID; together with COFFER_APPLE_KEY_ID and COFFER_APPLE_KEY_FILE")
    static let appleKeyID = Setting(
        name: "COFFER_APPLE_KEY_ID", summary: "Id of the In-App Purchase key, as in the name of its file.",
        range: "letters and digits (ABC123DEFG)")
    static let appleKeyFile = Setting(
        name: "COFFER_APPLE_KEY_FILE", summary: "The In-App Purchase key, as App Store Connect hands it out once.",
        range: "path of the .p8 file")
    static let appleKey = Setting(
        name: "COFFER_APPLE_KEY", summary: "The same key without a file, for those whose secrets are variables.",
        range: "content of the .p8 file; line breaks may be written as \\n", isSecret: true)
    static let appleSharedSecret = Setting(
        name: "COFFER_APPLE_SHARED_SECRET_FILE",
        summary: "The app's shared secret, for verifyReceipt and for notifications of version 1.",
        range: "path of a file with nothing but the secret")
    static let appleAPIURL = address(
        "COFFER_APPLE_API_URL", "Where the App Store Server API is.", "https://api.storekit.apple.com")
    static let appleAPISandboxURL = address(
        "COFFER_APPLE_API_SANDBOX_URL", "Where the sandbox's App Store Server API is.",
        "https://api.storekit-sandbox.apple.com")
    static let appleReceiptURL = address(
        "COFFER_APPLE_VERIFY_RECEIPT_URL", "Where verifyReceipt is.", "https://buy.itunes.apple.com/verifyReceipt")
    static let appleReceiptSandboxURL = address(
        "COFFER_APPLE_VERIFY_RECEIPT_SANDBOX_URL", "Where the sandbox's verifyReceipt is.",
        "https://sandbox.itunes.apple.com/verifyReceipt")

    static let apple = [
        appleIssuerID, appleKeyID, appleKeyFile, appleKey, appleSharedSecret, appleAPIURL, appleAPISandboxURL,
        appleReceiptURL, appleReceiptSandboxURL,
    ]

    private static func address(_ name: String, _ summary: String, _ fallback: String) -> Setting {
        Setting(
            name: name, summary: summary, range: "http:// or https:// and an address", fallback: fallback,
            isDevelopmentOnly: true)
    }
}
