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

/// One call that answers a file instead of JSON; its refusals are problems like all others.
protocol FileEndpoint: Sendable {
    associatedtype Input: Sendable
    static var route: Route { get }
    func parse(_ call: Call) throws -> Input
    func run(_ input: Input, as caller: Caller) async throws -> FileAnswer
}

/// One call that moves coins: parsed on the HTTP thread, answered from the Writer's lane, with no task in between.
protocol CommandEndpoint: Sendable {
    static var route: Route { get }
    func parse(_ call: Call) throws -> WalletOrder
    /// Rendered from the operation's entries alone, so that a repeat answers the same bytes.
    func answer(_ entries: [Entry]) throws -> any Answer
}

/// What one wallet is asked to do.
struct WalletOrder: Sendable {
    enum Target: Hashable, Sendable {
        /// Which wallet is a user's the directory knows.
        case user(UserID)
        /// Named by the id of something in it. Such an order makes no wallet, so nobody asks for its environment.
        case wallet(WalletID)
    }

    let target: Target
    let idempotency: Idempotency
    let action: Command.Action

    init(user: UserID, idempotency: Idempotency, action: Command.Action) {
        self.init(.user(user), idempotency: idempotency, action: action)
    }

    init(_ target: Target, idempotency: Idempotency, action: Command.Action) {
        self.target = target
        self.idempotency = idempotency
        self.action = action
    }
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
