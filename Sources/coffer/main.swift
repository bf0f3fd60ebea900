internal import Foundation

// A reader that hangs up is an error of one write, not the end of the process.
signal(SIGPIPE, SIG_IGN)
let words = Array(CommandLine.arguments.dropFirst())
exit(await CofferCommand(commands: commandList).run(words).rawValue)
