/// The secret for an authenticator app: to scan, to open on the same device, or to type.
enum EnrolmentPage {
    static func body(_ token: String, _ enrolment: Enrolment?, _ trouble: Trouble? = nil) -> PageBody {
        PageBody(Texts.enrolmentTitle, in: nil) { page in
            page.complaint(trouble?.complaint)
            page(.div, .class("part")) { part in
                if let enrolment { secret(enrolment, &part) } else { again(token, &part) }
                part.form(to: Link("invitation", token, "confirm"), .class("fields")) { form in
                    form.codeField(hint: Texts.codeHint, trouble)
                    form.submit(Texts.finish)
                }
            }
        }.bare()
    }

    static func secret(_ enrolment: Enrolment, _ part: inout HTMLWriter) {
        part(.p, phrase: Texts.enrolmentText)
        if let code = QRCode(enrolment.uri) { part.drawing(of: code, label: Texts.qrLabel) }
        if let link = Link.authenticator(enrolment.uri) {
            part(.p) { $0(.a, .href(link), phrase: Texts.openAuthenticator) }
        }
        part(.p, phrase: Texts.typeSecret)
        part(.code, .class("secret"), text: spaced(enrolment.secret))
    }

    private static func again(_ token: String, _ part: inout HTMLWriter) {
        part(.p, phrase: Texts.enrolmentAgain)
        part(.p) { $0(.a, .href(Link("invitation", token)), phrase: Texts.beginAgain) }
    }

    /// In fours, as people read it out.
    private static func spaced(_ secret: String) -> String {
        stride(from: 0, to: secret.count, by: 4).map { start in
            String(secret.dropFirst(start).prefix(4))
        }.joined(separator: " ")
    }
}

/// Codes that stand in for the app, shown once.
enum RecoveryCodesPage {
    static func body(_ codes: [String]) -> PageBody {
        PageBody(Texts.recoveryTitle, in: nil) { page in
            page(.div, .class("part")) { part in
                part(.p, phrase: Texts.recoveryText)
                part(.ul, .class("secret code-list")) { list in
                    for code in codes { list(.li) { $0(.code, text: code) } }
                }
                part(.p) { $0(.a, .class("button"), .href(Link()), phrase: Texts.savedThem) }
            }
        }
    }
}
