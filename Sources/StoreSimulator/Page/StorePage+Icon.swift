extension StorePage {
    /// A bag with a tick.
    static let icon = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
        <rect width="40" height="40" rx="9" fill="#0a5fd6"/>
        <path d="M9 15h22l-1.6 14.2a3 3 0 0 1-3 2.8H13.6a3 3 0 0 1-3-2.8z" fill="#fff"/>
        <path d="M14.5 18v-4.5a5.5 5.5 0 0 1 11 0V18" fill="none" stroke="#fff" stroke-width="2.4"
          stroke-linecap="round"/>
        <path d="m15.5 23.5 3.4 3.4 6-6" fill="none" stroke="#0a5fd6" stroke-width="2.6" stroke-linecap="round"
          stroke-linejoin="round"/>
        </svg>
        """
}
