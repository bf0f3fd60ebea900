internal import Foundation

/// What `coffer dev` prints when everything is up.
struct DevTour: Sendable {
    let url: String
    let storeURL: String
    let sandboxURL: String
    let key: String
    let data: String
    /// The path of the first admin's; nil once there is one.
    let invitation: String?

    /// Who is invited.
    static let owner = "owner"

    /// The last two lines are for programs: their shapes never change.
    var text: String {
        """
        Coffer runs on \(url) (development). Everything it keeps is in \(data); Ctrl-C stops it.
        Log: \(data)/service.log   Key: \(data)/dev-key
        \(console)
        A stand-in App Store is open at \(storeURL): click a purchase or a refund there, or see coffer store buy --help.

        What is for sale, a purchase of 500 coins, a course for 288 of them:

          \(curl) \(url)/v1/items
          \(curl) \(url)/v1/topups -d "\(topup)"
          \(curl) -H 'Idempotency-Key: first-course' \(url)/v1/wallets/alice/spends -d '\(spend)'

        store url=\(storeURL) sandbox=\(sandboxURL)
        ready url=\(url) key=\(key) data=\(data)
        """
    }

    private var console: String {
        guard let invitation else { return "Console: \(url)/admin" }
        return "Console: \(url)\(invitation) (you are called \(Self.owner); choose a password, connect an app)"
    }

    private var curl: String { "curl -s -H 'Authorization: Bearer \(key)' -H 'Content-Type: application/json'" }
    private var spend: String { #"{"item":"course-a","expected_price":288}"# }

    /// Inside double quotes, so that the shell signs the purchase.
    private var topup: String {
        let signing = "$(\(binary) sign-purchase --data \(quoted(data)) --product com.example.coins.500)"
        return #"{\"user\":\"alice\",\"signed_transaction\":\"\#(signing)\"}"#
    }

    private var binary: String { quoted(CommandLine.arguments.first ?? "coffer") }

    /// For a shell, if it needs to be.
    private func quoted(_ text: String) -> String {
        let isPlain = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-".contains($0)) }
        return isPlain ? text : "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
