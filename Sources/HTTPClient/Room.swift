internal import Synchronization

/// How many requests may be on their way at once. A place is given back before its caller hears how the request ended:
/// who sends one after the other never finds the room full of their own.
final class Room: Sendable {
    private let free: Mutex<Int>

    init(places: Int) {
        free = Mutex(places)
    }

    /// False if there is none left.
    func takePlace() -> Bool {
        free.withLock { free in
            guard free > 0 else { return false }
            free -= 1
            return true
        }
    }

    func leavePlace() {
        free.withLock { $0 += 1 }
    }
}
