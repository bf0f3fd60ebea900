extension Command {
    /// One operation of several that are done together, under a key of its own. Nothing about purchases.
    package struct Step: Sendable {
        package let idempotency: Idempotency
        package let action: Action

        package init(idempotency: Idempotency, action: Action) {
            self.idempotency = idempotency
            self.action = action
        }
    }

    func step(_ step: Step) -> Command {
        Command(
            wallet: wallet, environment: environment, caller: caller, idempotency: step.idempotency,
            action: step.action)
    }

    /// What the commands name, for whoever loads it: each step as a command of its own.
    package static func flattened(_ commands: [Command]) -> [Command] {
        guard commands.contains(where: { if case .all = $0.action { true } else { false } }) else { return commands }
        return commands.flatMap { command in
            guard case .all(let steps) = command.action else { return [command] }
            return steps.map { command.step($0) }
        }
    }
}
