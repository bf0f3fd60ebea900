"""Every page at every width, light and dark, in both languages: laid out well, and usable by everybody."""

import io
import os
import re

from axe_playwright_python.sync_playwright import Axe
from PIL import Image

from checks import LOOK, PAYLOAD, Checks

WIDTHS = [390, 768, 1440]
SCHEMES = ["light", "dark"]
# Colours differ by scheme, what is there by width: two looks at everything.
LISTENED = [(390, "dark"), (1440, "light")]
# Kept under docs/images: name, page, width, scheme, language.
PICTURES = [
    ("overview", "/admin", 1440, "light", "en-GB"), ("overview-dark", "/admin", 390, "dark", "en-GB"),
    ("item", "/admin/items/course-a", 1440, "dark", "en-GB"),
    ("wallet", "/admin/users/alice", 768, "light", "zh-CN"),
    ("users", "/admin/users?user=learner", 768, "dark", "en-GB"),
    ("approvals", "/admin/approvals?state=done", 1440, "light", "en-GB"),
    ("periods", "/admin/periods", 1440, "dark", "en-GB"),
    ("reports", "/admin/reports", 768, "light", "zh-CN"),
    ("apple", "/admin/books/apple", 1440, "light", "en-GB"),
    ("apple-payments", "/admin/books/apple/payments", 390, "dark", "en-GB"),
]
SERIOUS = ("serious", "critical")


class Walk(Checks):
    def __init__(self, service, browser, story):
        super().__init__()
        self.service = service
        self.browser = browser
        self.story = story
        self.axe = Axe()

    def context(self, **options):
        state = self.story.context.storage_state()
        context = self.browser.new_context(storage_state=state, **options)
        page = context.new_page()
        self.watch(page, self.service.url)
        return context, page

    def fill(self):
        """Rows for lists that the story leaves empty: acts by hand, one that waits, a product that is none of ours."""
        service = self.service
        service.must("POST", "/v1/admin/wallets/alice/adjustments", {"coins": 5, "reason": PAYLOAD[:40]}, "walk-adjust")
        service.must("POST", "/v1/admin/wallets/alice/forfeits",
                     {"coins": 1, "reason": PAYLOAD[:40], "ticket": "T-1"}, "walk-forfeit")
        service.must("PUT", "/v1/admin/products/com.example.app/com.example.another.game",
                     {"not_ours": True, "reason": PAYLOAD[:40]})
        service.must("POST", "/v1/admin/tokens/0d9f3c9e-2f0e-4a86-9d51-6f3c1f1f2a77/move",
                     {"user": "alice", "reason": "her phone"})

    def paths(self):
        """Every page of the navigation, and from each list the first thing in it."""
        self.fill()
        page = self.story.page
        found = ["/admin"]
        page.goto(self.service.url + "/admin")
        found += page.locator("nav.side a").evaluate_all("links => links.map(link => link.getAttribute('href'))")
        found += ["/admin/account", "/admin/step-up", "/admin/new/item", "/admin/new/pack", "/admin/users?user=alice",
                  "/admin/users/alice", "/admin/users/nobody%3Cb%3E", "/admin/items/course-a", "/admin/items/strange",
                  "/admin/packs/coins_500", "/admin/nowhere", "/admin/people/owner",
                  self.story.draft.replace(self.service.url, ""),
                  self.story.publication.replace(self.service.url, "")]
        found += [f"/admin/users/alice/{view}" for view in ["entries", "lots", "purchases", "holds", "ownerships",
                                                            "refunds", "proofs", "events", "tokens", "acts"]]
        found += ["/admin/users?user=learner", "/admin/users?user=nobody", f"/admin/users?user={self.story.lost}",
                  "/admin/books/apple/payments", "/admin/books/apple/fiscal-years?year=2026"]
        found += ["/admin/users/alice?environment=Sandbox", "/admin/approvals?state=done",
                  "/admin/refunds?transaction=123"]
        found += ["/admin/users/alice/lots/1"]
        for start, pattern in [("/admin/users/alice/entries", r"/admin/spends/[^\"]*"),
                               ("/admin/users/alice/purchases", r"/admin/purchases/[^\"]*"),
                               ("/admin/users/alice/proofs", r"/admin/proofs/[^\"]*"),
                               ("/admin/approvals", r"/admin/approvals/apr_[^\"]*")]:
            page.goto(self.service.url + start)
            link = re.search(pattern, page.content())
            self.expect(link is not None, f"{start} leads to {pattern}")
            if link:
                found.append(link.group(0))
        return list(dict.fromkeys(found))

    def everywhere(self):
        paths = self.paths()
        self.expect(len(paths) > 25, f"there is something to look at: {paths}")
        for scheme in SCHEMES:
            for width in WIDTHS:
                context, page = self.context(
                    color_scheme=scheme, locale="en-GB", viewport={"width": width, "height": 900})
                for path in paths:
                    page.goto(self.service.url + path)
                    self.look(page, f"{path} at {width} {scheme}")
                    if (width, scheme) in LISTENED:
                        self.listen(page, f"{path} at {width} {scheme}")
                context.close()
        self.in_chinese(paths)
        self.expect(self.story.page.title() != "broken", "no script in a title ran")
        self.without_script(paths)

    def in_chinese(self, paths):
        """Other words are of other lengths. The language is the person's: it is chosen once, and put back."""
        for width, scheme in [(390, "light"), (768, "dark"), (1440, "dark")]:
            context, page = self.context(color_scheme=scheme, locale="zh-CN", viewport={"width": width, "height": 900})
            page.goto(self.service.url + "/admin/account")
            page.get_by_role("button", name="简体中文").click()
            for path in paths:
                page.goto(self.service.url + path)
                where = f"{path} at {width} {scheme} in Chinese"
                self.expect(page.locator("html").get_attribute("lang") == "zh-Hans", where)
                self.look(page, where)
                if width == 390:
                    self.listen(page, where)
            page.get_by_role("button", name="English").click()
            context.close()

    def look(self, page, where):
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        wrong = page.evaluate(LOOK)
        self.expect(not wrong, f"{where}: " + "; ".join(wrong))

    def listen(self, page, where):
        found = self.axe.run(page).response["violations"]
        wrong = [f"{each['id']} ({each['impact']}) {each['nodes'][0]['html'][:120]}" for each in found
                 if each["impact"] in SERIOUS]
        self.expect(not wrong, f"{where}: " + "; ".join(wrong))

    def without_script(self, paths):
        context, page = self.context(java_script_enabled=False, viewport={"width": 390, "height": 900})
        for path in paths:
            answer = page.goto(self.service.url + path)
            self.expect(answer.status in (200, 404), f"{path} without a script: {answer.status}")
        context.close()

    # Others' pages

    def strangers(self):
        """A page of another site that sends our forms: nothing happens."""
        context, page = self.context(viewport={"width": 390, "height": 900})
        before = self.service.must("GET", "/v1/admin/items/course-a")
        # The other name of this machine is another site.
        evil = self.service.url.replace("127.0.0.1", "localhost")
        form = f"""<form id=f method=post action="{self.service.url}/admin/items/course-a">
            <input name=form value=item><input name=title value=Owned><input name=kind value=once>
            <input name=state value=archived></form><script>f.submit()</script>"""
        page.route(evil + "/**", lambda route: route.fulfill(body=form, content_type="text/html"))
        page.goto(evil + "/evil")
        page.wait_for_url(self.service.url + "/**")
        self.failures = [each for each in self.failures if not each.startswith("a request to somebody else")]
        self.expect("/admin/items/course-a" in page.url, "the forged form arrived: " + page.url)
        self.expect(page.locator("h1").inner_text() in ("Not allowed", "Please log in"), "and was refused: "
                    + page.locator("h1").inner_text())
        self.expect(self.service.must("GET", "/v1/admin/items/course-a") == before, "nothing changed")
        context.close()

    # Pictures

    def pictures(self, folder):
        os.makedirs(folder, exist_ok=True)
        for name, path, width, scheme, locale in PICTURES:
            context, page = self.context(
                color_scheme=scheme, locale=locale, viewport={"width": width, "height": 1000})
            if locale == "zh-CN":
                page.goto(self.service.url + "/admin/account")
                page.get_by_role("button", name="简体中文").click()
            page.goto(self.service.url + path)
            height = min(page.evaluate("document.documentElement.scrollHeight"), 1500)
            page.set_viewport_size({"width": width, "height": height})
            self.keep(page.screenshot(), f"{folder}/console-{name}.png")
            if locale == "zh-CN":
                page.get_by_role("button", name="English").click()
            context.close()
        self.keep(self.story.enrolment_shot, f"{folder}/console-enrolment.png")

    def keep(self, shot, path):
        """With few colours: a page has few, and the file is small."""
        Image.open(io.BytesIO(shot)).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(path, optimize=True)
