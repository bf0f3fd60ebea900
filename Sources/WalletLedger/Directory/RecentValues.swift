/// At most `countMax` values; those not asked for lately go first.
///
/// Two generations: when the young one is full it becomes the old one, and the old one is forgotten. So nothing is
/// counted or linked at a look-up, and the memory has a bound.
package struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let generationMax: Int
    private var young: [Key: Value] = [:]
    private var old: [Key: Value] = [:]

    package init(countMax: Int) {
        precondition(countMax >= 2, "a cache holds something")
        generationMax = countMax / 2
    }

    package var count: Int { young.count + old.count }

    /// A look that does not count as asking for it.
    package func peek(_ key: Key) -> Value? { young[key] ?? old[key] }

    package subscript(key: Key) -> Value? {
        mutating get {
            if let value = young[key] { return value }
            guard let value = old.removeValue(forKey: key) else { return nil }
            insert(value, for: key)
            return value
        }
        set {
            old.removeValue(forKey: key)
            guard let newValue else {
                young.removeValue(forKey: key)
                return
            }
            insert(newValue, for: key)
        }
    }

    private mutating func insert(_ value: Value, for key: Key) {
        if young.count >= generationMax, young[key] == nil {
            old = young
            young = [:]
        }
        young[key] = value
    }
}
