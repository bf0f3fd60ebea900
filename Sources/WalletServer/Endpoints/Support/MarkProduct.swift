internal import WalletDomain
internal import WalletLedger

/// A product of an app of ours that no pack sells is none of ours, or may be ours again. Purchases that wait for its
/// pack are refused by that name; refused ones are not taken up again by themselves.
struct MarkProduct: Endpoint {
    static let route = Route(.put, "/v1/admin/products/{bundle}/{product}", access: .keys([.support]))
    let products: ProductMarks
    /// Purchases may have waited for this product.
    let wakePending: @Sendable () async -> Void

    struct Input: Sendable {
        let bundle: String
        let product: String
        let isForeign: Bool
        let byHand: ActByHand
    }

    func parse(_ call: Call) throws -> Input {
        try call.requireNoQuery()
        let body = try call.object(only: ["not_ours", "reason"])
        return Input(
            bundle: try call.name("bundle"), product: try call.name("product"), isForeign: try body.boolean("not_ours"),
            byHand: try call.act(body))
    }

    func run(_ input: Input, as caller: Caller) async throws -> MarkAnswer {
        let marking = try await products.mark(
            input.product, bundle: input.bundle, isForeign: input.isForeign, by: caller.id, input.byHand)
        switch marking {
        case .marked: await wakePending()
        case .unchanged: break
        case .sold: throw Problem(code: .productTaken)
        }
        return MarkAnswer(bundle: input.bundle, product: input.product, isForeign: input.isForeign)
    }

    struct MarkAnswer: Answer {
        let bundle: String
        let product: String
        let isForeign: Bool

        func write(to object: inout JSONWriter) {
            object.member("bundle", bundle)
            object.member("product", product)
            object.member("not_ours", isForeign)
        }
    }
}

extension Call {
    /// A name of Apple's in the path: letters, digits, dot, dash, underscore.
    fileprivate func name(_ name: String) throws(Problem) -> String {
        let text = path(name)
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        guard isPlain, (1...Limits.nameBytesMax).contains(text.utf8.count) else { throw .malformed(name) }
        return text
    }
}
