/// One attribute of an element. Only these exist: no `on…`, no `style`, no address that is not a `Link`.
struct HTMLAttribute: Sendable {
    let name: String
    /// Nil for one that is just there, such as `required`.
    let value: String?

    private init(_ name: String, _ value: String?) {
        self.name = name
        self.value = value
    }

    enum InputType: String, Sendable {
        case text, password, number, search, hidden, checkbox, radio, date, url, email, submit, file
        case localTime = "datetime-local"
    }

    enum Autocomplete: String, Sendable {
        case off
        case username
        case currentPassword = "current-password"
        case newPassword = "new-password"
        case oneTimeCode = "one-time-code"
    }

    // Where it leads
    static func href(_ link: Link) -> Self { Self("href", link.text) }
    static func action(_ link: Link) -> Self { Self("action", link.text) }
    static func source(_ link: Link) -> Self { Self("src", link.text) }
    static func relation(_ text: String) -> Self { Self("rel", text) }

    // What it is
    static func id(_ text: String) -> Self { Self("id", text) }
    static func `class`(_ text: String) -> Self { Self("class", text) }
    static func language(_ language: Language) -> Self { Self("lang", language.rawValue) }
    static func name(_ text: String) -> Self { Self("name", text) }
    static func content(_ text: String) -> Self { Self("content", text) }
    static func charset(_ text: String) -> Self { Self("charset", text) }
    static func media(_ text: String) -> Self { Self("media", text) }
    static func mediaType(_ text: String) -> Self { Self("type", text) }
    static func datetime(_ text: String) -> Self { Self("datetime", text) }
    static func title(_ text: String) -> Self { Self("title", text) }
    static func data(_ name: DataName, _ text: String) -> Self { Self("data-" + name.rawValue, text) }

    enum DataName: String, Sendable {
        case readout, plot, label
    }

    // Forms
    static func type(_ type: InputType) -> Self { Self("type", type.rawValue) }
    static func value(_ text: String) -> Self { Self("value", text) }
    static func autocomplete(_ kind: Autocomplete) -> Self { Self("autocomplete", kind.rawValue) }
    static func inputMode(_ text: String) -> Self { Self("inputmode", text) }
    static func placeholder(_ text: String) -> Self { Self("placeholder", text) }
    static func `for`(_ id: String) -> Self { Self("for", id) }
    static func lengthMax(_ count: Int) -> Self { Self("maxlength", String(count)) }
    static func rows(_ count: Int) -> Self { Self("rows", String(count)) }
    static func least(_ text: String) -> Self { Self("min", text) }
    static func most(_ text: String) -> Self { Self("max", text) }
    static func step(_ text: String) -> Self { Self("step", text) }
    static let post = Self("method", "post")
    static let get = Self("method", "get")
    /// For a form with a file.
    static let multipart = Self("enctype", "multipart/form-data")
    static let submit = Self("type", "submit")
    static let button = Self("type", "button")
    static let required = Self("required", nil)
    static let checked = Self("checked", nil)
    static let selected = Self("selected", nil)
    static let disabled = Self("disabled", nil)
    static let readOnly = Self("readonly", nil)
    static let autofocus = Self("autofocus", nil)
    static let noSpelling = Self("spellcheck", "false")
    static let deferred = Self("defer", nil)
    static let open = Self("open", nil)

    // Tables
    static let columnScope = Self("scope", "col")
    static let rowScope = Self("scope", "row")
    static func columns(_ count: Int) -> Self { Self("colspan", String(count)) }

    // For those who listen
    static func role(_ text: String) -> Self { Self("role", text) }
    static func label(_ text: String) -> Self { Self("aria-label", text) }
    static func labelled(by id: String) -> Self { Self("aria-labelledby", id) }
    static func described(by id: String) -> Self { Self("aria-describedby", id) }
    static let current = Self("aria-current", "page")
    static let pressed = Self("aria-pressed", "true")
    static let hiddenFromReaders = Self("aria-hidden", "true")
    static let invalid = Self("aria-invalid", "true")
    static let politely = Self("aria-live", "polite")
    static let focusable = Self("tabindex", "0")
    static let focusableByScript = Self("tabindex", "-1")

    // Drawings: numbers only, or points made of them
    static func viewBox(_ width: Int, _ height: Int) -> Self { Self("viewBox", "0 0 \(width) \(height)") }
    static let stretched = Self("preserveAspectRatio", "none")
    static func x(_ number: Double) -> Self { Self("x", Self.text(number)) }
    static func y(_ number: Double) -> Self { Self("y", Self.text(number)) }
    static func width(_ number: Double) -> Self { Self("width", Self.text(number)) }
    static func height(_ number: Double) -> Self { Self("height", Self.text(number)) }
    static func points(_ points: [(x: Double, y: Double)]) -> Self {
        Self("points", points.map { Self.text($0.x) + "," + Self.text($0.y) }.joined(separator: " "))
    }
    static func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> [Self] {
        [
            Self("x1", text(start.x)), Self("y1", text(start.y)), Self("x2", text(end.x)), Self("y2", text(end.y)),
        ]
    }
    static func shape(_ commands: PathCommands) -> Self { Self("d", commands.text) }
    static let crisp = Self("shape-rendering", "crispEdges")

    /// Two digits behind the point are finer than any screen.
    private static func text(_ number: Double) -> String {
        let hundredths = (number * 100).rounded()
        guard hundredths.magnitude < 1e15 else { return "0" }
        let whole = Int64(hundredths)
        let rest = whole.magnitude % 100
        let sign = whole < 0 ? "-" : ""
        return rest == 0
            ? "\(sign)\(whole.magnitude / 100)" : "\(sign)\(whole.magnitude / 100).\(rest < 10 ? "0" : "")\(rest)"
    }
}

/// The squares of a drawing as one path: whole numbers only.
struct PathCommands: Sendable {
    fileprivate private(set) var text = ""

    mutating func addSquare(x: Int, y: Int) { text += "M\(x) \(y)h1v1h-1z" }
}
