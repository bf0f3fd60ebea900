/// Where a setting holds: one storefront, or every other one.
package struct StorefrontScope: Hashable, Comparable, Sendable {
    /// ISO 3166-1, three capital letters as Apple writes them (`JPN`), or `*`.
    package let text: String

    package static let everyOther = StorefrontScope(unchecked: "*")

    /// Nil: no country. A typing error would never match anything, and nobody would notice.
    package init?(_ text: String) {
        guard text == "*" || Self.countries.contains(text) else { return nil }
        self.init(unchecked: text)
    }

    private init(unchecked text: String) { self.text = text }

    /// Of a sale, the closest first. What Apple names is not questioned.
    static func places(of storefront: String?) -> [StorefrontScope] {
        [storefront.map { StorefrontScope(unchecked: $0) }].compactMap { $0 } + [.everyOther]
    }

    package static func < (left: Self, right: Self) -> Bool { left.text < right.text }

    /// Source: ISO 3166-1 alpha-3, and XKS, which Apple uses for Kosovo.
    private static let countries = Set(
        """
        ABW AFG AGO AIA ALA ALB AND ARE ARG ARM ASM ATA ATF ATG AUS AUT AZE BDI BEL BEN BES BFA BGD BGR BHR BHS BIH
        BLM BLR BLZ BMU BOL BRA BRB BRN BTN BVT BWA CAF CAN CCK CHE CHL CHN CIV CMR COD COG COK COL COM CPV CRI CUB
        CUW CXR CYM CYP CZE DEU DJI DMA DNK DOM DZA ECU EGY ERI ESH ESP EST ETH FIN FJI FLK FRA FRO FSM GAB GBR GEO
        GGY GHA GIB GIN GLP GMB GNB GNQ GRC GRD GRL GTM GUF GUM GUY HKG HMD HND HRV HTI HUN IDN IMN IND IOT IRL IRN
        IRQ ISL ISR ITA JAM JEY JOR JPN KAZ KEN KGZ KHM KIR KNA KOR KWT LAO LBN LBR LBY LCA LIE LKA LSO LTU LUX LVA
        MAC MAF MAR MCO MDA MDG MDV MEX MHL MKD MLI MLT MMR MNE MNG MNP MOZ MRT MSR MTQ MUS MWI MYS MYT NAM NCL NER
        NFK NGA NIC NIU NLD NOR NPL NRU NZL OMN PAK PAN PCN PER PHL PLW PNG POL PRI PRK PRT PRY PSE PYF QAT REU ROU
        RUS RWA SAU SDN SEN SGP SGS SHN SJM SLB SLE SLV SMR SOM SPM SRB SSD STP SUR SVK SVN SWE SWZ SXM SYC SYR TCA
        TCD TGO THA TJK TKL TKM TLS TON TTO TUN TUR TUV TWN TZA UGA UKR UMI URY USA UZB VAT VCT VEN VGB VIR VNM VUT
        WLF WSM XKS YEM ZAF ZMB ZWE
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}
