internal import WalletDomain

/// Dresses a page: head, banner, navigation, notice, foot. Everything that is on every page is here.
struct Layout: Sendable {
    let visit: Visit
    let body: PageBody

    func html() -> [UInt8] {
        var writer = HTMLWriter(
            language: visit.language, zone: visit.zone, formToken: visit.visitor?.csrfToken ?? "")
        writer.doctype()
        writer(.html, .language(visit.language)) { html in
            html(.head) { head(&$0) }
            html(.body, .class(body.isBare ? "bare" : "full")) { page in
                page(.a, .class("skip"), .href(.here("main")), phrase: Texts.skipToContent)
                if visit.isDevelopment { developmentBanner(&page) }
                if body.isBare { bare(&page) } else { full(&page) }
            }
        }
        return writer.bytes
    }

    private func head(_ head: inout HTMLWriter) {
        head(.meta, .charset("utf-8"))
        head(.title, text: body.title[visit.language] + " · Coffer")
        head(.meta, .name("viewport"), .content("width=device-width, initial-scale=1"))
        head(.meta, .name("color-scheme"), .content("light dark"))
        head(.meta, .name("robots"), .content("noindex, nofollow"))
        head(.link, .relation("icon"), .mediaType("image/svg+xml"), .href(Assets.icon.link))
        head(.link, .relation("stylesheet"), .href(Assets.style.link))
        head(.script, .source(Assets.script.link), .deferred)
    }

    private func developmentBanner(_ page: inout HTMLWriter) {
        page(.div, .class("banner"), .role("note")) { $0(.p, phrase: Texts.developmentBanner) }
    }

    private func bare(_ page: inout HTMLWriter) {
        page(.header, .class("top")) { brand(&$0) }
        main(&page)
        foot(&page)
    }

    private func full(_ page: inout HTMLWriter) {
        page(.header, .class("top")) { top in
            brand(&top)
            if visit.may(ReadWallet.route) { find(&top) }
            if let visitor = visit.visitor { me(visitor, &top) }
        }
        page(.div, .class("frame")) { frame in
            NavigationPart(visit: visit, current: body.section).write(to: &frame)
            frame(.div, .class("body")) { inner in
                main(&inner)
                foot(&inner)
            }
        }
    }

    private func brand(_ top: inout HTMLWriter) {
        top(.a, .class("brand"), .href(Link())) { brand in
            brand(.svg, .class("mark"), .viewBox(20, 20), .hiddenFromReaders) { svg in
                svg(.rect, .class("mark-box"), .x(1), .y(3), .width(18), .height(14))
                svg(.rect, .class("mark-slot"), .x(5), .y(9), .width(10), .height(2))
            }
            brand(.span, text: "Coffer")
        }
        top(.span, .class(visit.isDevelopment ? "mode mode-development" : "mode")) {
            $0.phrase(visit.isDevelopment ? Texts.developmentMode : Texts.productionMode)
        }
    }

    private func find(_ top: inout HTMLWriter) {
        top(.form, .class("find"), .role("search"), .get, .action(Link("users"))) { form in
            form(.label, .for("find-user"), .class("unseen"), phrase: Texts.findUser)
            form(
                .input, .id("find-user"), .type(.search), .name("user"), .placeholder(Texts.userID[visit.language]),
                .lengthMax(Limits.userIDBytesMax), .autocomplete(.off), .noSpelling)
            form(.button, .submit, .class("quiet"), phrase: Texts.open)
        }
    }

    private func me(_ visitor: AdminCaller, _ top: inout HTMLWriter) {
        top(.div, .class("me")) { me in
            me(.a, .class("who"), .href(Link("account")), visit.isAt(AccountPage.route) ? .current : nil) { who in
                who(.span, .class("who-name"), text: visitor.name.text)
                who(.span, .class("who-role"), phrase: visitor.role.phrase)
            }
            me.form(to: Link("logout"), .class("plain")) { $0(.button, .submit, .class("quiet"), phrase: Texts.logOut) }
        }
    }

    private func main(_ page: inout HTMLWriter) {
        page(.main, .id("main"), .focusableByScript, .class(body.isWide ? "wide" : "")) { main in
            if !body.trail.isEmpty { trail(&main) }
            main(.h1, phrase: body.title)
            if let notice = visit.notice { main(.p, .class("notice good"), .role("status"), phrase: notice.phrase) }
            body.content(&main)
        }
    }

    private func trail(_ main: inout HTMLWriter) {
        main(.nav, .class("trail"), .label(Texts.whereYouAre[visit.language])) { nav in
            nav(.ol) { list in
                for crumb in body.trail {
                    list(.li) { $0(.a, .href(crumb.link), phrase: crumb.title) }
                }
            }
        }
    }

    private func foot(_ page: inout HTMLWriter) {
        page(.footer) { footer in
            footer(.p) { line in
                line.phrase(Texts.timesAreIn)
                line.text(" ")
                line(.strong, text: visit.zone.identifier)
            }
            footer(.form, .class("languages"), .post, .action(Link("language"))) { form in
                form(.input, .type(.hidden), .name(FormFields.token), .value(form.formToken))
                for language in Language.allCases {
                    form(
                        .button, .submit, .class("quiet"), .name("language"), .value(language.rawValue),
                        .language(language), language == visit.language ? .pressed : nil, text: language.ownName)
                }
            }
        }
    }
}

extension Visit {
    func isAt(_ route: PageRoute) -> Bool { call.route.template == route.template }
}
