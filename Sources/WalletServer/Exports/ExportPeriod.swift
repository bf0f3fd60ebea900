package import WalletDomain

/// Whole days of a zone: the first included, `to` not.
package struct ExportPeriod: Sendable {
    package let zone: ExportZone
    package let from: Instant
    package let to: Instant

    package init(from: CalendarDay, to: CalendarDay, zone: ExportZone) throws(ExportError) {
        guard from < to else { throw .emptyPeriod }
        guard let start = zone.start(of: from), let end = zone.start(of: to) else { throw .noSuchDay }
        self.zone = zone
        self.from = start
        self.to = end
    }
}
