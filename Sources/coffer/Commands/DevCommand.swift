/// `coffer dev`: everything on this machine.
enum DevCommand {
    static let command = Subcommand(
        words: ["dev"], summary: "Runs everything on this machine: PostgreSQL, sample packs and courses, an App Store",
        flags: [
            .value("--port", "PORT", "where to listen on 127.0.0.1; default 8080, 0 takes a free one"),
            .value("--data", "DIR", "what is kept between two runs; default .coffer"),
            .value("--store-port", "PORT", "of the simulated App Store's page; default a free one, 4100 if it is"),
        ],
        notes: [
            "The last line when it is up: ready url=… key=<bearer key> data=<dir>; before it: store url=… sandbox=…",
            "Ctrl-C or SIGTERM stops it and its PostgreSQL; the next run goes on where it was, also after a crash.",
        ]
    ) { arguments in
        let port: UInt16 = try arguments.number("--port", in: 0...UInt16.max) ?? ListenAddress.usual.port
        let storePort: UInt16? = try arguments.number("--store-port", in: 0...UInt16.max - 1) ?? (port == 0 ? 0 : nil)
        let signals = SignalWatch()
        let folder = try DevFolder.open(arguments.text("--data") ?? DevFolder.usual)
        return try await DevRun(folder: folder, port: port, storePort: storePort, signals: signals).run()
    }
}
