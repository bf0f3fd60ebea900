package import WalletDomain

/// A fixed App Store product that sells coins.
package struct Pack: Hashable, Sendable {
    package enum Status: Int16, Sendable {
        case onSale = 1
        /// Sold no more; purchases made are still credited.
        case withdrawn = 2
    }

    package struct Version: Hashable, Sendable {
        package let number: Int32
        package let coins: CoinAmount
        package let bonus: CoinAmount
        package let validFrom: Instant

        package init(number: Int32, coins: CoinAmount, bonus: CoinAmount, validFrom: Instant) {
            self.number = number
            self.coins = coins
            self.bonus = bonus
            self.validFrom = validFrom
        }
    }

    package let id: PackID
    package let bundle: String
    package let product: String
    package let title: String
    package let status: Status
    /// By number, which is also by time; at least one.
    package let versions: [Version]

    package init(id: PackID, bundle: String, product: String, title: String, status: Status, versions: [Version]) {
        self.id = id
        self.bundle = bundle
        self.product = product
        self.title = title
        self.status = status
        self.versions = versions
    }

    /// What a purchase of that moment gives: the version valid then; the first if the purchase is older than any.
    package func version(at purchase: Instant) -> Version? {
        versions.last { $0.validFrom <= purchase } ?? versions.first
    }
}

extension Pack {
    /// For the audit log.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.object { object in
            object.member("bundle", bundle)
            object.member("product", product)
            object.member("title", title)
            object.member("state", status == .onSale ? "on_sale" : "withdrawn")
            object.array("versions") { list in
                for version in versions {
                    list.object { object in
                        object.member("version", Int64(version.number))
                        object.member("coins", version.coins.coins)
                        object.member("bonus", version.bonus.coins)
                        object.member("from", version.validFrom.text)
                    }
                }
            }
        }
        return writer.bytes
    }
}

/// What an admin wants a pack to be.
package struct PackDraft: Hashable, Sendable {
    package let id: PackID
    package let bundle: String
    package let product: String
    package let title: String
    package let coins: CoinAmount
    package let bonus: CoinAmount

    package init(
        id: PackID, bundle: String, product: String, title: String, coins: CoinAmount, bonus: CoinAmount
    ) {
        self.id = id
        self.bundle = bundle
        self.product = product
        self.title = title
        self.coins = coins
        self.bonus = bonus
    }
}
