internal import Crypto
internal import HTTPServer
internal import WalletDomain

extension ActByHand {
    /// - Parameters:
    ///   - ticket: where more stands about it; kept in the note's second line, so that it is erased with it.
    init(reason: String, ticket: String? = nil, origin: String) {
        let text = reason + (ticket.map { "\n" + $0 } ?? "")
        self.init(note: Note(text: text, digest: SHA256.hash(Array(text.utf8))), origin: origin)
    }
}

extension Note {
    /// The first line of a text that `ActByHand` made.
    var reason: String { text.split(separator: "\n", maxSplits: 1).first.map { String($0) } ?? "" }

    var ticket: String? {
        let lines = text.split(separator: "\n", maxSplits: 1)
        return lines.count == 2 ? String(lines[1]) : nil
    }
}

extension Call {
    /// The address that the call came from.
    var origin: String { request.head.remoteAddress }

    /// Why and from where: what every act by hand is recorded with.
    func act(_ body: JSONObject) throws -> ActByHand {
        ActByHand(
            reason: try body.title("reason", bytesMax: Limits.noteBytesMax), ticket: try body.optionalTitle("ticket"),
            origin: origin)
    }
}

extension JSONObject {
    func optionalTitle(_ name: String) throws -> String? {
        try optionalText(name) == nil ? nil : try title(name)
    }
}
