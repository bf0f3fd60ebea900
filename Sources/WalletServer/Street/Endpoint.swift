internal import HTTPServer
internal import WalletDomain

/// One call of the API that may wait: a task runs it.
protocol Endpoint: Sendable {
    associatedtype Input: Sendable
    associatedtype Output: Answer
    static var route: Route { get }
    /// On the HTTP thread: everything is checked at the door, nothing waits.
    func parse(_ call: Call) throws -> Input
    func run(_ input: Input, as caller: Caller) async throws -> Output
}

/// One call that moves coins: parsed on the HTTP thread, answered from the Writer's lane, with no task in between.
protocol CommandEndpoint: Sendable {
    static var route: Route { get }
    func parse(_ call: Call) throws -> WalletOrder
    /// Rendered from the operation's entries alone, so that a repeat answers the same bytes.
    func answer(_ entries: [Entry]) throws -> any Answer
}

/// What one user's wallet is asked to do; which wallet that is the directory knows.
struct WalletOrder: Sendable {
    let user: UserID
    let idempotency: Idempotency
    let action: Command.Action
}

/// One call by somebody without a key, who proves what he says by its signature: Apple.
protocol GuestEndpoint: Sendable {
    associatedtype Input: Sendable
    associatedtype Output: Answer
    static var route: Route { get }
    func parse(_ call: Call) throws -> Input
    func run(_ input: Input) async throws -> Output
}

/// One call without a caller: health and figures.
protocol OpenEndpoint: Sendable {
    static var route: Route { get }
    func run() -> Response
}
