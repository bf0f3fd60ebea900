import Glibc

// Spends coins over HTTP as fast as the service lets it and prints one JSON line; see `Settings.usage`.
do {
    var load = try Load(Settings(CommandLine.arguments.dropFirst()))
    print(load.run())
} catch let error as UsageError {
    fail("\(error.what)\n\(Settings.usage)", status: 2)
} catch {
    fail("\(error)", status: 1)
}

func fail(_ text: String, status: Int32) -> Never {
    let line = Array("coffer-load: \(text)\n".utf8)
    _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    exit(status)
}
