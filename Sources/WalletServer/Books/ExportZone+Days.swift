package import WalletDomain

extension ExportZone {
    /// The first moment of a day that is counted since 1970.
    package func start(ofDay daysSince1970: Int64) -> Instant? {
        let date = CivilDate(daysSince1970: daysSince1970)
        return CalendarDay(year: Int(date.year), month: Int(date.month), day: Int(date.day)).flatMap { start(of: $0) }
    }
}
