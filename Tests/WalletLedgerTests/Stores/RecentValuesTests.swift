import Testing
import WalletLedger

@Suite struct RecentValuesTests {
    @Test("What was kept is found, what was not is not")
    func finds() {
        var values = RecentValues<Int, String>(countMax: 4)
        values[1] = "one"
        #expect(values[1] == "one")
        #expect(values[2] == nil)
        values[1] = nil
        #expect(values[1] == nil)
    }

    @Test("It never holds more than its bound", arguments: [2, 3, 10, 101])
    func isBounded(countMax: Int) {
        var values = RecentValues<Int, Int>(countMax: countMax)
        for number in 0..<1_000 {
            values[number] = number
            _ = values[number / 2]
            #expect(values.count <= countMax)
        }
    }

    @Test("What is asked for stays, what is not goes")
    func keepsTheUsed() {
        var values = RecentValues<Int, Int>(countMax: 10)
        values[0] = 0
        values[1] = 1
        for number in 2..<200 {
            values[number] = number
            #expect(values[0] == 0)
        }
        #expect(values[1] == nil)
    }

    @Test("A key kept anew has its new value, also if it had gone to the old generation")
    func replaces() {
        var values = RecentValues<Int, Int>(countMax: 4)
        values[1] = 1
        values[2] = 2
        values[3] = 3
        values[1] = 10
        #expect(values[1] == 10)
        #expect(values.count <= 4)
    }
}
