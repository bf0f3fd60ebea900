/// Everything that the binary does. A new command is one line here.
let commandList =
    [
        DevCommand.command,
        ServeCommand.command,
        MigrateCommand.command,
        CheckCommand.command,
        AppleCheckCommand.command,
        KeyCommands.create,
        KeyCommands.list,
        KeyCommands.revoke,
        ExportJournalCommand.command,
        VerifyCommand.command,
        SealCommand.command,
        SignPurchaseCommand.command,
        SimulateStoreCommand.command,
        BenchSeedCommand.command,
        BenchVerifyCommand.command,
        BenchPurchasesCommand.command,
    ] + StoreCommands.all
