import WalletDomain

/// Reports as Apple writes them: all published columns, in their order.
enum ReportSamples {
    static let financialHeader = """
        Start Date\tEnd Date\tUPC\tISRC/ISBN\tVendor Identifier\tQuantity\tPartner Share\tExtended Partner Share\t\
        Partner Share Currency\tSales or Return\tApple Identifier\tArtist/Show/Developer/Author\tTitle\t\
        Label/Studio/Network/Developer/Publisher\tGrid\tProduct Type Identifier\tISAN/Other Identifier\t\
        Country Of Sale\tPre-order Flag\tPromo Code\tCustomer Price\tCustomer Currency
        """

    static let salesHeader = """
        Provider\tProvider Country\tSKU\tDeveloper\tTitle\tVersion\tProduct Type Identifier\tUnits\t\
        Developer Proceeds\tBegin Date\tEnd Date\tCustomer Currency\tCountry Code\tCurrency of Proceeds\t\
        Apple Identifier\tCustomer Price\tPromo Code\tParent Identifier\tSubscription\tPeriod\tCategory\tCMB\tDevice\t\
        Supported Platforms\tProceeds Reason\tPreserved Pricing\tClient\tOrder Type
        """

    static let detailedHeader = """
        Transaction Date\tSettlement Date\tApple Identifier\tSKU\tTitle\tDeveloper Name\tProduct Type Identifier\t\
        Country of Sale\tQuantity\tPartner Share\tExtended Partner Share\tPartner Share Currency\tCustomer Price\t\
        Customer Currency\tSale or Return\tPromo Code\tOrder Type\tRegion
        """

    static func financial(
        _ product: String, _ quantity: String, _ share: String, _ extended: String, _ currency: String = "USD",
        _ direction: String = "S", country: String = "US", price: String = "0.99", priceCurrency: String? = nil,
        type: String = "IA1", period: (String, String) = ("12/29/2024", "02/01/2025")
    ) -> String {
        """
        \(period.0)\t\(period.1)\t\t\t\(product)\t\(quantity)\t\(share)\t\(extended)\t\(currency)\t\(direction)\t\
        1234567890\tExample\tCoins\t\t\t\(type)\t\t\(country)\t\t\t\(price)\t\(priceCurrency ?? currency)
        """
    }

    static func sale(
        _ product: String, _ units: String, _ proceeds: String, price: String, _ currency: String = "USD",
        country: String = "US", type: String = "IA1", period: (String, String) = ("01/15/2025", "01/15/2025")
    ) -> String {
        """
        APPLE\tUS\t\(product)\tExample\tCoins\t1.0\t\(type)\t\(units)\t\(proceeds)\t\(period.0)\t\(period.1)\t\
        \(currency)\t\(country)\t\(currency)\t1234567890\t\(price)\t\tAppOne\t\t\tEducation\t\tiPhone\tiOS\t\t\tiOS\t
        """
    }

    static func bytes(_ lines: [String]) -> [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    static func read(_ lines: [String]) throws(AppleReportError) -> AppleReport { try AppleReport.read(bytes(lines)) }
}
