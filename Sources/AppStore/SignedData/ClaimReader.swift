internal import WalletDomain

/// Reads members of what Apple signed. A member of another form than Apple writes is a fault that names it.
struct ClaimReader {
    let object: JSONObject

    init(_ object: JSONObject) { self.object = object }

    subscript(_ name: String) -> JSONValue? { object[name] }

    func integer(_ name: String) throws(ProofError) -> Int64 {
        guard let number = try optionalInteger(name) else { throw Self.fault(name) }
        return number
    }

    func optionalInteger(
        _ name: String, in range: ClosedRange<Int64> = .min ... .max
    ) throws(ProofError) -> Int64? {
        do throws(JSONError) {
            return try object.optionalInteger(name, in: range)
        } catch {
            throw Self.fault(name)
        }
    }

    func text(_ name: String) throws(ProofError) -> String {
        guard let text = try optionalText(name) else { throw Self.fault(name) }
        return text
    }

    /// A text that can be stored: not empty, bounded, without control characters.
    func optionalText(_ name: String) throws(ProofError) -> String? {
        guard let text = try optionalToken(name) else { return nil }
        guard isStorable(text) else { throw Self.fault(name) }
        return text
    }

    /// A text of any length: something signed inside something signed, which is judged on its own.
    func optionalToken(_ name: String) throws(ProofError) -> String? {
        do throws(JSONError) {
            return try object.optionalText(name)
        } catch {
            throw Self.fault(name)
        }
    }

    func optionalObject(_ name: String) throws(ProofError) -> ClaimReader? {
        do throws(JSONError) {
            return try object.optionalObject(name).map { ClaimReader($0) }
        } catch {
            throw Self.fault(name)
        }
    }

    static func fault(_ name: String) -> ProofError { .invalidSignature(.claim(name)) }
}

/// Whether Apple's text may go into a table, a log line and an export as it is.
func isStorable(_ text: String) -> Bool {
    (1...Limits.nameBytesMax).contains(text.utf8.count)
        && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F...0x9F).contains($0.value) }
}
