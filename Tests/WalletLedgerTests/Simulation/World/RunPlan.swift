/// What one run is made of, drawn from its seed.
struct RunPlan {
    let seed: UInt64
    /// How many requests its clients send, each until it is settled.
    let requests: Int
    let processes: Int
    let lanes: Int
    let wallets: Int
    /// Requests that wait for an answer at once.
    let outstanding: Int
    /// How often something breaks: of 10,000 steps.
    let faultsPerMyriad: Int
    var defect: PlantedDefect?

    init(seed: UInt64, requests: Int, defect: PlantedDefect? = nil) {
        var choices = Choices(seed: seed)
        self.seed = seed
        self.requests = requests
        self.defect = defect
        processes = choices.within(1...3)
        lanes = choices.within(1...2) * (processes == 1 ? 2 : 1)
        wallets = choices.within(3...12)
        outstanding = choices.within(4...96)
        faultsPerMyriad = [0, 20, 60, 150][choices.below(4)]
    }

    /// A small run without chance.
    init(requests: Int, processes: Int, lanes: Int, wallets: Int) {
        seed = 1
        self.requests = requests
        self.processes = processes
        self.lanes = lanes
        self.wallets = wallets
        outstanding = requests
        faultsPerMyriad = 0
    }
}
