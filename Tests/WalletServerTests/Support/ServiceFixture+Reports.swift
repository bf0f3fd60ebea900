import Testing

extension ServiceFixture {
    /// A report over HTTP: its rows, by column.
    func rows(_ report: String, _ query: String) async throws -> [[String: String]] {
        let told = try await get("/v1/exports/\(report)?\(query)")
        #expect(told.status == 200, "\(String(decoding: told.bytes, as: UTF8.self))")
        let records = try StrictCSV.read(told.bytes)
        let header = try #require(records.first)
        return records.dropFirst().map { Dictionary(zip(header, $0)) { first, _ in first } }
    }
}
