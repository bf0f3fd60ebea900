/// The mark: a box with a slot for coins.
enum Icon {
    static let text = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect x="1" y="3" width="18" height="14" \
        rx="3" fill="#1f5fbf"/><rect x="5" y="9" width="10" height="2" rx="1" fill="#fff"/></svg>
        """
}
