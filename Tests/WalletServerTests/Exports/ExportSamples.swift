import FoundationEssentials
import Testing
import WalletDomain
import WalletLedger
import WalletServer

/// Rows of a journal whose values do not matter to the test.
enum ExportSamples {
    static let wallet = WalletID(
        UUID(
            uuid: (
                0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0x4D, 0xEF, 0x81, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF
            )))

    /// 2026-03-31T15:59:59.999Z
    static let moment = Instant(milliseconds: 1_774_972_799_999)

    static func sale(price: StorePrice? = StorePrice(milliunits: 9_990, currency: "USD")) -> JournalRow {
        JournalRow(
            wallet: wallet, sequence: 1, operation: 1, at: moment, kind: .sold, debit: .sold, credit: .paid,
            coins: 1_000, after: Balances(paid: 1_000, bonus: 0, promo: 0, held: 0, debt: 0), lots: [1],
            lotCoins: [1_000], product: "com.example.coins.1000", transaction: "2000000123456789", price: price)
    }

    static func spend(_ item: String = "course-a", sequence: Int64 = 2) -> JournalRow {
        JournalRow(
            wallet: wallet, sequence: sequence, operation: sequence, at: moment, kind: .spent, debit: .paid,
            credit: .spent, coins: 288, after: Balances(paid: 712, bonus: 0, promo: 0, held: 0, debt: 0), lots: [1],
            lotCoins: [288], item: item)
    }

    /// What `rows` become: records without the header, each by the names of its columns.
    static func records(
        _ rows: [JournalRow], _ flavour: CSVFlavour = .plain, zone: ExportZone = .utc, totals: JournalTotals? = nil
    ) throws -> [[String: String]] {
        var bytes = Self.bytes(rows, flavour, zone: zone, totals: totals)
        if flavour == .spreadsheet {
            #expect(bytes.starts(with: [0xEF, 0xBB, 0xBF]))
            bytes.removeFirst(3)
        }
        let records = try StrictCSV.read(bytes)
        let header = try #require(records.first)
        #expect(Set(header).count == header.count)
        return records.dropFirst().map { record in
            #expect(record.count == header.count)
            return Dictionary(uniqueKeysWithValues: zip(header, record))
        }
    }

    static func bytes(
        _ rows: [JournalRow], _ flavour: CSVFlavour = .plain, zone: ExportZone = .utc, totals: JournalTotals? = nil
    ) -> [UInt8] {
        var csv = JournalCSV(flavour, zone: zone)
        csv.header()
        for row in rows { csv.append(row) }
        if let totals { csv.appendTotals(totals) }
        return csv.bytes
    }
}
