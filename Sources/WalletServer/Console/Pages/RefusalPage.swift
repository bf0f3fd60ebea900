/// What stands where nothing can be shown: not there, not allowed, not now.
enum RefusalPage {
    static func body(_ complaint: Complaint, _ visit: Visit) -> PageBody {
        let isIn = visit.visitor != nil
        let body = PageBody(title(complaint.status), in: nil) { page in
            page(.div, .class("notice bad"), .role("alert")) { box in
                box(.p, phrase: complaint.phrase)
                if let detail = complaint.detail { box(.p, .class("small"), phrase: detail) }
            }
            page(.p) { line in
                line(
                    .a, .class("button"), .href(isIn ? Link() : Link("login")),
                    phrase: isIn ? Texts.toStart : Texts.logIn)
            }
            page(.p, .class("small muted")) { line in
                line.phrase(Texts.requestID)
                line.text(" ")
                line(.code, text: visit.call.requestID)
            }
        }
        return (isIn ? body : body.bare()).with(status: complaint.status)
    }

    private static func title(_ status: Int) -> Phrase {
        switch status {
        case 401: Texts.titleUnauthenticated
        case 403: Texts.titleForbidden
        case 404: Texts.titleNotFound
        case 503, 429: Texts.titleNotNow
        default: Texts.titleRefused
        }
    }
}
