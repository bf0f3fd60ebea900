import Testing

@testable import WalletServer

@Suite struct RouteTableTests {
    private static let table = RouteTable([
        Route(.get, "/v1/items", access: .anyone), Route(.get, "/v1/items/{item}", access: .anyone),
        Route(.put, "/v1/items/{item}", access: .anyone), Route(.post, "/v1/items/{item}/prices", access: .anyone),
    ])

    @Test(
        "a path finds its route, and only whole segments count",
        arguments: [
            ("GET", "/v1/items", .route(0)), ("HEAD", "/v1/items", .route(0)), ("GET", "/v1/items/a", .route(1)),
            ("PUT", "/v1/items/a", .route(2)), ("POST", "/v1/items/a%2Fb/prices", .route(3)),
            ("POST", "/v1/items", .otherMethods([.get])), ("POST", "/v1/items/a", .otherMethods([.get, .put])),
            ("HEAD", "/v1/items/a/prices", .otherMethods([.post])), ("GET", "/", .none), ("GET", "", .none),
            ("GET", "/v1/items/", .none), ("GET", "/v1/itemsx", .none), ("GET", "/v1/items/a/", .none),
            ("GET", "/v1//items", .none), ("GET", "/v1/items/a/prices/b", .none), ("GET", "v1/items", .none),
            ("GET", "/V1/items", .none), ("GET", "/v1/%69tems", .none), ("get", "/v1/items", .otherMethods([.get])),
        ] as [(String, String, RouteTable.Match)]
    )
    func match(method: String, path: String, expected: RouteTable.Match) {
        #expect(Self.table.match(method: method, path: path) == expected)
    }

    @Test("a word wins over a value, wherever it is listed")
    func wordsFirst() {
        let table = RouteTable([
            Route(.get, "/v1/exports/{report}", access: .anyone), Route(.get, "/v1/exports/feed", access: .anyone),
            Route(.get, "/v1/{kind}/feed", access: .anyone),
        ])
        #expect(table.match(method: "GET", path: "/v1/exports/feed") == .route(1))
        #expect(table.match(method: "GET", path: "/v1/exports/revenue") == .route(0))
        #expect(table.match(method: "GET", path: "/v1/events/feed") == .route(2))
    }
}
