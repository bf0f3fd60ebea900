/// SQL for the database's clock moved by a parameter of milliseconds (`LedgerDatabase.clockShiftMs`).
func shiftedClock(_ parameter: String) -> String {
    "(clock_timestamp() + \(parameter) * interval '1 millisecond')"
}
