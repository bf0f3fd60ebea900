internal import Foundation
internal import WalletDomain
internal import WalletLedger
internal import WalletServer

/// Packs and courses to try things with. What is there already stays as it is.
struct DevSamples: Sendable {
    static let bundle = "com.example.courses"
    /// Apple's number of an app that does not exist.
    static let apps = "\(bundle)=1234567890"

    private static let packs: [Int64] = [100, 200, 500, 1_000]
    private static let courses = [
        SampleItem(id: "course-a", title: "Course A", coins: 288),
        SampleItem(id: "course-b", title: "Course B", coins: 388),
        SampleItem(id: "course-c", title: "Course C", coins: 128),
    ]
    private static let pollMs = 50
    private static let reason = "samples"

    let catalogue: Catalogue
    let caller: CallerID

    /// Returns when every course can be bought.
    func add() async throws {
        for coins in Self.packs { try await addPack(coins) }
        for course in Self.courses { try await put(course) }
        for course in Self.courses { try await waitForPrice(of: ItemID(course.id)) }
    }

    /// Returns when the item can be bought.
    func add(_ item: SampleItem) async throws {
        try await put(item)
        try await waitForPrice(of: ItemID(item.id))
    }

    private func addPack(_ coins: Int64) async throws {
        let id = try PackID("coins_\(coins)")
        guard try await catalogue.pack(id) == nil else { return }
        let draft = PackDraft(
            id: id, bundle: Self.bundle, product: "com.example.coins.\(coins)", title: "\(coins) coins",
            coins: try CoinAmount(coins), bonus: .zero)
        _ = try await catalogue.putPack(draft, terms).get()
    }

    private func put(_ sample: SampleItem) async throws {
        let id = try ItemID(sample.id)
        var item = try await catalogue.item(id).items.first
        if item == nil {
            item = try await catalogue.putItem(
                id, details: ItemDetails(title: sample.title), kind: sample.kind, status: .published, terms
            ).get()
        }
        guard item?.offer.versions.isEmpty ?? true else { return }
        let price = try CoinAmount(sample.coins)
        let draft = PriceDraft(item: id, layer: .regular, price: price, isFree: false, from: nil, to: nil)
        _ = try await catalogue.addPrice(draft, terms).get()
    }

    private var terms: ChangeTerms { ChangeTerms(caller: caller, reason: Self.reason) }

    /// A new price takes effect a moment after it was written.
    private func waitForPrice(of id: ItemID) async throws {
        let end = ContinuousClock.now + .milliseconds(Limits.startMsMax)
        while ContinuousClock.now < end {
            let page = try await catalogue.item(id)
            guard let offer = page.items.first?.offer, offer.status == .published else { return }
            if offer.versions.contains(where: { $0.from <= page.at }) { return }
            try await Task.sleep(for: .milliseconds(Self.pollMs))
        }
    }
}

/// An item with a price from now on.
struct SampleItem: Sendable {
    let id: String
    let title: String
    let coins: Int64
    var kind = Offer.Kind.once
}
