/// One JSON value. There is no binary floating point in it: money and coins are whole numbers.
package enum JSONValue: Equatable, Sendable {
    case text(String)
    /// A number written without fraction and exponent that fits 64 bits.
    case integer(Int64)
    /// Any other number of the grammar, as it is written: unknown members may hold one, nothing computes with it.
    case otherNumber(String)
    case boolean(Bool)
    case null
    case array([JSONValue])
    case object(JSONObject)
}
