internal import WalletDomain

extension Instant {
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter text: `Sun, 06 Nov 1994 08:49:37 GMT`, the one form that is still written (RFC 9110, 5.6.7).
    init?(httpDate text: String) {
        let parts = text.split(separator: " ").map(String.init)
        guard parts.count == 6, parts[0].hasSuffix(","), parts[5] == "GMT",
            let month = Self.months.firstIndex(of: parts[2])
        else { return nil }
        let day = parts[1].count == 1 ? "0" + parts[1] : parts[1]
        let number = month + 1
        self.init(receiptDate: "\(parts[3])-\(number < 10 ? "0" : "")\(number)-\(day)T\(parts[4])Z")
    }
}
