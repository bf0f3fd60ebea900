/// Guesses what somebody meant to type.
enum Suggestion {
    /// Beyond that many wrong letters it is another word.
    private static let mistakesMax = 3

    static func nearest(to word: String, among words: [String]) -> String? {
        let near = words.map { (word: $0, mistakes: mistakes(between: word, and: $0)) }
            .filter { $0.mistakes <= min(mistakesMax, $0.word.count / 2) }
        return near.min { $0.mistakes < $1.mistakes }?.word
    }

    /// How many letters to insert, delete or replace (Levenshtein), one row of the table at a time.
    private static func mistakes(between left: String, and right: String) -> Int {
        let right = Array(right)
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for column in right.indices {
                let replaced = diagonal + (letter == right[column] ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
