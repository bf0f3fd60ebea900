/// Pages lead on to each other: a relative link names a file or folder that is there.
enum LinkRule {
    /// - Parameter exists: whether a path below the root is a file or a folder.
    static func violations(path: String, text: String, exists: (String) -> Bool) -> [Violation] {
        let folder = path.split(separator: "/").dropLast()
        return numberedLines(text).flatMap { number, line in
            line.matches(of: /\]\(([^)#\s]+)(?:#[^)]*)?\)/).map { String($0.1) }
                .filter { !$0.contains(":") && !exists(resolved($0, from: folder)) }
                .map { Violation(path: path, line: number, what: "\($0) is not there") }
        }
    }

    private static func resolved(_ link: String, from folder: ArraySlice<Substring>) -> String {
        var parts = folder
        for part in link.split(separator: "/") where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }
}
