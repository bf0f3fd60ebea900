internal import Foundation

extension SimulatorSettings {
    package static let systemNowMs: @Sendable () -> Int64 = {
        let millisecondsPerSecond = 1_000.0
        return Int64(Date().timeIntervalSince1970 * millisecondsPerSecond)
    }
}
