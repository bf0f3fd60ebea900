/// Which apps' purchases are ours, and whose signatures count.
package struct AppStoreSettings: Equatable, Sendable {
    /// Bundle id → Apple's app id. Bundle ids are compared byte for byte, letter case included.
    package let appIDs: [String: Int64?]
    package let anchors: TrustAnchors

    package init(appIDs: [String: Int64?], anchors: TrustAnchors = .apple) {
        self.appIDs = appIDs
        self.anchors = anchors
    }

    package func isOurs(bundleID: String) -> Bool {
        appIDs.keys.contains { $0.utf8.elementsEqual(bundleID.utf8) }
    }

    /// Apple's number of one of our apps; nil if it is not ours or was given without a number.
    package func appID(bundleID: String) -> Int64? {
        appIDs.first { $0.key.utf8.elementsEqual(bundleID.utf8) }?.value
    }
}
