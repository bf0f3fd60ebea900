internal import WalletDomain
package import WalletLedger

/// The journal as CSV: one line for each lot that an entry touches, one with an empty lot for an entry that touches
/// none (a free spend). Columns and totals are explained in `docs/export.md`: changing them is a change of the format.
package struct JournalCSV {
    var buffer: CSVBuffer
    private(set) var tally = JournalTally()
    private var references = UserReferences()
    private var days: DayText

    /// The customer's price is not our revenue: it holds taxes and the store's share.
    static let columns: [String] = [
        "user_ref", "wallet", "lot", "seq", "at", "kind", "paid", "bonus", "promo", "debt", "balance_paid",
        "balance_bonus", "balance_promo", "balance_debt", "reference", "course_or_product", "customer_price",
        "customer_currency", "local_date",
    ]

    package init(_ flavour: CSVFlavour, zone: ExportZone, capacityBytes: Int = 0) {
        buffer = CSVBuffer(flavour, capacityBytes: capacityBytes)
        days = DayText(zone)
    }

    package mutating func header() {
        buffer.mark()
        for column in Self.columns { buffer.word(column) }
        buffer.endRow()
    }

    package mutating func append(_ row: borrowing JournalRow) {
        let reference = references.reference(of: row.wallet)
        var running = row.after
        let moved = row.lots.isEmpty ? row.coins : row.lotCoins.reduce(0, +)
        running.move(moved, on: row.debit)
        running.move(-moved, on: row.credit)
        for place in 0..<max(row.lots.count, 1) {
            let coins = row.lots.isEmpty ? row.coins : row.lotCoins[place]
            var change = Balances.zero
            change.move(-coins, on: row.debit)
            change.move(coins, on: row.credit)
            running.add(change)
            identity(row, reference, lot: row.lots.isEmpty ? nil : row.lots[place])
            figures(change)
            figures(running)
            facts(row, isFirst: place == 0)
            buffer.endRow()
            tally.count(coins, of: row, isFirst: place == 0)
        }
    }

    package var bytes: [UInt8] { buffer.bytes }

    /// What the lines so far add up to.
    package var totals: JournalTotals { tally.totals }

    private mutating func identity(_ row: JournalRow, _ reference: UInt64, lot: Int32?) {
        buffer.beginCell()
        buffer.append("u_")
        for place in stride(from: UserReferences.bytesCount - 1, through: 0, by: -1) {
            buffer.appendHex(UInt8(truncatingIfNeeded: reference >> (8 * UInt64(place))))
        }
        buffer.beginCell()
        buffer.append(row.wallet, dashed: true)
        if let lot { buffer.number(Int64(lot)) } else { buffer.empty() }
        buffer.number(row.sequence)
        buffer.beginCell()
        days.appendUTC(row.at, to: &buffer)
        buffer.word(row.kind.name)
    }

    private mutating func figures(_ balances: Balances) {
        buffer.number(balances.paid)
        buffer.number(balances.bonus)
        buffer.number(balances.promo)
        buffer.number(balances.debt)
    }

    private mutating func facts(_ row: JournalRow, isFirst: Bool) {
        if let transaction = row.transaction {
            buffer.text(transaction)
        } else {
            buffer.beginCell()
            buffer.append(row.kind.operationPrefix)
            buffer.append(row.wallet, dashed: false)
            buffer.append(byte: UInt8(ascii: "_"))
            buffer.append(row.operation)
        }
        if let name = row.item ?? row.product { buffer.text(name) } else { buffer.empty() }
        price(of: row, isFirst: isFirst)
        buffer.beginCell()
        days.appendLocalDay(row.at, to: &buffer)
    }

    /// Only where a purchase is paid, once: a column that can be added up for each currency.
    private mutating func price(of row: JournalRow, isFirst: Bool) {
        let isPaidHere = row.carriesPrice && isFirst
        guard isPaidHere, let price = row.price else {
            buffer.empty()
            if isPaidHere { buffer.word(Self.unknownCurrency) } else { buffer.empty() }
            return
        }
        buffer.beginCell()
        CustomerPrice.append(price, to: &buffer)
        buffer.text(price.currency)
    }

    /// Stands where the currency would, beside an empty amount: unknown is not 0.
    static let unknownCurrency = "unknown"
}

extension Balances {
    fileprivate mutating func add(_ change: Balances) {
        paid += change.paid
        bonus += change.bonus
        promo += change.promo
        debt += change.debt
    }
}
