internal import WalletLedger

/// Counters of what was sent away before it was tried.
struct PressureCounts: Sendable {
    /// By whose limit it was.
    var rateLimited: [String: Int64] = [:]

    /// Requests for which the process had no place left, by class.
    var shedRequests: [String: Int64] = [:]

    var bulks: [String: Int64] = [:]
    var bulkLines: [String: Int64] = [:]

    /// - Parameter shed: the lanes' own.
    func write(to text: inout PrometheusText, _ shed: ShedCounts) {
        text.labelled(
            "coffer_rate_limited_total", "Requests beyond a rate limit, by whose it is.", "limit", rateLimited)
        text.labelled("coffer_bulks_total", "Bulks, by how they ended.", "end", bulks)
        text.labelled("coffer_bulk_lines_total", "Lines of bulks that were told, by result.", "result", bulkLines)
        text.labelled(
            "coffer_shed_requests_total", "Requests beyond the places of their class, by class.", "class",
            shedRequests)
        text.family("coffer_shed_total", "Commands sent away untried, by class and why.")
        for priority in JobClass.allCases {
            for reason in ShedReason.allCases where shed[priority, reason] > 0 {
                text.sample([("class", priority.name), ("reason", reason.name)], shed[priority, reason])
            }
        }
    }
}

extension Metrics {
    func countShedRequest(_ requestClass: RequestClass) {
        countPressure { $0.shedRequests[requestClass.rawValue, default: 0] += 1 }
    }

    /// - Parameter end: one of our constant names.
    func countBulk(end: String) { countPressure { $0.bulks[end, default: 0] += 1 } }

    /// - Parameter result: one of our constant names.
    func countBulkLine(_ result: String) { countPressure { $0.bulkLines[result, default: 0] += 1 } }

    /// - Parameter limit: one of our constant names.
    func countRateLimited(_ limit: String) { countPressure { $0.rateLimited[limit, default: 0] += 1 } }
}
