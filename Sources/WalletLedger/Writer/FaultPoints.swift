import Foundation
import Synchronization

/// Where a development service stops or ends itself on purpose, so that what happens then is tried and not guessed.
///
/// Production has none: passing a point is a look at an empty optional. The points beyond these lie between service and
/// database or between service and client, and are reached from outside (`Tests/Faults`).
package struct FaultPoints: Sendable {
    package enum Point: String, CaseIterable, Sendable {
        /// A request is there with all its bytes, and nothing of it was read.
        case accepted
        /// Taken out of a lane's queue.
        case queued
        /// The batch's rows are locked and read.
        case locked
        /// The commit of what somebody asked for is confirmed, and nobody was told.
        case unanswered
    }

    package enum Action: String, CaseIterable, Sendable {
        /// SIGSTOP for the whole process: whoever waits for that may do anything, and goes on with SIGCONT.
        case stop
        /// SIGKILL.
        case die
    }

    package static let none = FaultPoints(armed: nil)

    /// `point:action:nth`, as `locked:stop:2`: the second time somebody comes by.
    package static let shape = "point:action:nth, point one of \(names(Point.self)), action \(names(Action.self))"

    private let armed: Armed?

    private init(armed: Armed?) { self.armed = armed }

    /// Nil if the text is no fault point.
    package init?(_ text: String) {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 3, let point = Point(rawValue: String(parts[0])),
            let action = Action(rawValue: String(parts[1])), let nth = Int(parts[2]), nth > 0
        else { return nil }
        armed = Armed(point: point, action: action, nth: nth)
    }

    package func pass(_ point: Point) {
        guard let armed else { return }
        armed.pass(point)
    }

    private static func names<Name: RawRepresentable<String> & CaseIterable>(_: Name.Type) -> String {
        Name.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

/// Strikes once.
private final class Armed: Sendable {
    private let point: FaultPoints.Point
    private let action: FaultPoints.Action
    private let left: Mutex<Int>

    init(point: FaultPoints.Point, action: FaultPoints.Action, nth: Int) {
        self.point = point
        self.action = action
        left = Mutex(nth)
    }

    func pass(_ passed: FaultPoints.Point) {
        guard passed == point else { return }
        let isStruck = left.withLock { left in
            left -= 1
            return left == 0
        }
        guard isStruck else { return }
        switch action {
        case .stop: kill(getpid(), SIGSTOP)
        case .die: kill(getpid(), SIGKILL)
        }
    }
}
