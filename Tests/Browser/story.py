"""An admin's day: invitation, second factor, prices, purchases, gifts with and without a second person, a refund."""

import datetime
import gzip
import math
import re
import time

from playwright.sync_api import Error as PlaywrightError

from checks import PAYLOAD, Checks
from totp import Authenticator

PASSWORD = "a long enough sentence for an owner"
DAY = 86_400


class Story(Checks):
    def __init__(self, service, browser):
        super().__init__()
        self.service = service
        self.browser = browser
        self.context = browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
        self.context.set_default_timeout(10_000)
        self.draft = self.publication = service.url + "/admin"
        self.lost = "0"
        self.page = self.context.new_page()
        self.watch(self.page, service.url)

    def open(self, path):
        return self.page.goto(self.service.url + path)

    def press(self, name):
        self.page.get_by_role("button", name=name, exact=True).click()

    def attempt(self, step):
        """One that cannot go on is a failure; the others are tried all the same."""
        try:
            step()
        except PlaywrightError as error:
            self.failures.append(f"{step.__name__}: {error} on {self.page.url}: {self.main()[:400]}")

    def main(self):
        return self.page.locator("main").inner_text()

    # Coming in

    def enrol(self):
        self.open(self.service.invitation)
        self.page.get_by_label("Name", exact=True).fill("owner")
        self.page.get_by_label("New password").fill("short")
        self.press("Go on")
        self.expect("too short" in self.main(), "a short password is refused")
        self.page.get_by_label("Name", exact=True).fill("owner")
        self.page.get_by_label("New password").fill(PASSWORD)
        self.press("Go on")
        self.expect(self.page.locator("svg.qr").count() == 1, "the secret is shown as a QR code")
        self.enrolment_shot = self.page.screenshot(full_page=True)
        self.app = Authenticator(self.page.locator("code.secret").inner_text())
        self.page.get_by_label("Code", exact=True).fill("000000")
        self.press("Finish")
        self.expect("wrong" in self.main(), "a wrong code is refused")
        self.page.get_by_label("Code", exact=True).fill(self.app.next())
        self.press("Finish")
        self.expect(self.page.locator(".code-list li").count() >= 8, "recovery codes are shown")
        self.page.get_by_role("link", name="I have saved them").click()
        self.expect(self.page.title().startswith("Overview"), "the owner is in: " + self.page.title())
        self.log_in_again()

    def log_in_again(self):
        replayed = self.app.again()
        self.press("Log out")
        self.expect("/admin/login" in self.page.url, "logged out")
        self.open("/admin/items?cursor=")
        self.expect("next=" in self.page.url, "whoever is out is asked who he is")
        self.log_in(PASSWORD, replayed)
        self.expect("wrong" in self.main(), "a code counts once: " + self.main()[:200])
        self.open("/admin/login?next=%2Fadmin%2Fitems")
        before = self.context.cookies()
        self.log_in(PASSWORD, self.app.next())
        self.expect(self.page.url.endswith("/admin/items"), "led back to where he wanted to go: " + self.page.url)
        session = [cookie for cookie in self.context.cookies() if cookie["name"].endswith("coffer")]
        self.expect(len(session) == 1 and session[0]["httpOnly"] and session[0]["sameSite"] == "Strict",
                    f"the session's cookie is closed up: {session}")
        self.expect(session and session[0]["value"] not in [cookie["value"] for cookie in before],
                    "a log-in gets a session of its own")

    def log_in(self, password, code):
        self.page.get_by_label("Name", exact=True).fill("owner")
        self.page.get_by_label("Password").fill(password)
        self.page.get_by_label("Code", exact=True).fill(code)
        self.press("Log in")

    # Things to look at

    def fill(self):
        """Three weeks of a small shop, on a shifted clock: purchases, spends, and users with strange names."""
        service = self.service
        service.must("PUT", "/v1/admin/items/strange", {"title": PAYLOAD[:100], "kind": "repeatable",
                                                        "state": "draft", "reason": "a title like a script"})
        packs = ["com.example.coins.500", "com.example.coins.100", "com.example.coins.1000"]
        prices = {"course-a": 288, "course-b": 388, "course-c": 128}
        for day in range(20, 0, -1):
            service.set_clock(-day * DAY)
            time.sleep(0.05)
            for buyer in range(1 + (day * 7) % 3):
                user = f"learner-{day}-{buyer}"
                service.buy(user, packs[(day + buyer) % 3])
                for place, (item, price) in enumerate(prices.items()):
                    if (day + buyer + place) % 3 == 0:
                        service.spend(user, item, price, f"spend-{item}")
        service.set_clock(0)
        service.buy("alice", packs[0])
        for number in range(3):
            service.must("POST", "/v1/wallets/alice/grants", {"coins": 10, "reason": "Welcome"}, f"welcome-{number}")

    # The day

    def day(self):
        for step in [self.change_price, self.schedule_sale, self.publish_draft, self.buy_around_a_change, self.grant,
                     self.second_person, self.find_refund, self.change_app, self.unattributed_is_empty,
                     self.find_lost_purchase, self.tell_books, self.close_month, self.take_report, self.tell_payment,
                     self.correct_year, self.chinese_and_back]:
            self.attempt(step)

    def change_price(self):
        status, answer = self.service.spend("alice", "course-c", 128, "old-price")
        self.expect(status == 200, f"alice buys at the old price: {answer}")
        self.open("/admin/items")
        self.page.get_by_role("link", name="Course A").click()
        self.page.get_by_label("Price in coins").fill("12")
        self.reason("a mistyped price")
        self.press("Add price")
        self.expect("288 → 12" in self.main(), "a large change asks again: " + self.main()[:300])
        self.page.get_by_label("Price in coins").fill("188")
        self.press("Add price")
        self.expect("The price was added." in self.main(), "the price was added: " + self.main()[:300])
        self.expect("188" in self.page.locator("main .facts").first.inner_text(), "the new price is in force")
        status, answer = self.service.spend("alice", "course-a", 288, "too-late")
        self.expect(status == 409 and answer["current_price"] == 188, f"the old price is gone: {answer}")
        status, answer = self.service.spend("alice", "course-a", 188, "in-time")
        self.expect(status == 200, f"alice buys at the new price: {answer}")
        self.open("/admin/items/course-b")
        self.page.get_by_label("Price in coins").fill("0")
        self.reason("a slip")
        self.press("Add price")
        self.expect(self.page.locator("[role=alert]").count() == 1, "nothing is free by omission")
        self.expect(self.page.get_by_label("Price in coins").input_value() == "0", "what was typed is still there")

    def schedule_sale(self):
        shanghai = datetime.timezone(datetime.timedelta(hours=8))
        start = datetime.datetime.now(shanghai) + datetime.timedelta(days=1)
        end = start + datetime.timedelta(days=2)
        self.open("/admin/items/course-b")
        self.expect("Asia/Shanghai" in self.main(), "the zone stands beside the field")
        self.page.get_by_label("Layer").select_option("sale")
        self.page.get_by_label("Price in coins").fill("300")
        self.page.get_by_label(re.compile("^From")).fill(start.strftime("%Y-%m-%dT%H:%M"))
        self.page.get_by_label(re.compile("^To")).fill(end.strftime("%Y-%m-%dT%H:%M"))
        self.reason("the weekend")
        self.press("Add price")
        self.expect("The price was added." in self.main(), "the sale is scheduled: " + self.main()[:300])
        self.expect(start.strftime("%Y-%m-%d %H:%M") in self.main(), "it stands there in the shop's zone")

    def reason(self, text):
        """In the form for a price, which is the page's first."""
        self.page.get_by_label("Reason").first.fill(text)

    def publish_draft(self):
        self.open("/admin/drafts")
        self.page.get_by_label("Name").last.fill("Spring sale")
        self.press("New draft")
        self.draft = self.page.url
        self.page.get_by_label("Item", exact=True).fill("course-c")
        self.page.get_by_label("Price in coins").fill("100")
        self.page.get_by_role("button", name="Put into the draft").first.click()
        self.expect("128 → 100" in self.main(), "the draft shows old and new: " + self.main()[:600])
        self.page.locator("form[action$='/publish']").get_by_label("Reason").fill("spring")
        self.press("Publish")
        self.expect("Published." in self.main(), "the draft is published: " + self.main()[:300])
        self.publication = self.page.url.split("?")[0]
        status, answer = self.service.spend("alice", "course-c", 100, "spring-price")
        self.expect(status in (200, 409) and answer.get("code") != "price_changed", f"the new price holds: {answer}")
        number = int(self.publication.rsplit("/", 1)[1])
        self.open(f"/admin/publications/{number - 1}")
        self.page.get_by_label("Reason").fill("it was a trial")
        self.press("Roll back to this")
        self.expect("Published." in self.main(), "rolled back: " + self.main()[:300])
        items = self.service.must("GET", "/v1/items/course-c")
        self.expect(items["price"] == 128, f"the price before is back: {items}")

    def grant(self):
        self.page.get_by_role("searchbox").first.fill("alice")
        self.press("Open")
        self.page.get_by_role("link", name="Production").first.click()
        before = int(self.page.locator(".tile-figure").first.inner_text().replace(",", ""))
        gift = self.page.locator("form[action$='/grants']")
        gift.get_by_label("Coins", exact=True).fill("25")
        gift.get_by_label("Reason").fill("The video stopped twice.")
        self.press("Grant")
        self.expect("The coins were granted." in self.main(), "a grant: " + self.main()[:300])
        after = int(self.page.locator(".tile-figure").first.inner_text().replace(",", ""))
        self.expect(after == before + 25, f"25 more: {before} -> {after}")

    def step_up(self):
        """If the page asks for a code first."""
        form = self.page.locator("form[action$='/step-up']")
        if form.count():
            form.get_by_label("Code").fill(self.app.next())
            form.get_by_role("button", name="Confirm").click()

    def buy_around_a_change(self):
        """A sale is scheduled by the shop's clock, to the minute; the service's clock is moved instead of waiting."""
        shanghai = datetime.timezone(datetime.timedelta(hours=8))
        start = (datetime.datetime.now(shanghai) + datetime.timedelta(minutes=2)).replace(second=0, microsecond=0)
        self.open("/admin/items/course-a")
        self.step_up()
        self.page.get_by_label("Layer").select_option("sale")
        self.page.get_by_label("Price in coins").fill("150")
        self.page.get_by_label(re.compile("^From")).fill(start.strftime("%Y-%m-%dT%H:%M"))
        self.reason("from this minute on")
        self.press("Add price")
        self.expect("The price was added." in self.main(), "the sale is scheduled: " + self.main()[:300])
        for user in ["early", "late"]:
            self.service.buy(user, "com.example.coins.500")

        def move_to(seconds):
            self.service.set_clock(math.ceil(start.timestamp() - time.time()) + seconds)

        try:
            move_to(-10)
            time.sleep(0.2)
            status, answer = self.service.spend("early", "course-a", 150, "too-early")
            self.expect(status == 409 and answer.get("current_price") == 188, f"the sale has not begun: {answer}")
            status, answer = self.service.spend("early", "course-a", 188, "just-before")
            self.expect(status == 200 and answer.get("coins") == 188, f"the old price holds to the end: {answer}")
            move_to(1)
            time.sleep(0.2)
            status, answer = self.service.spend("late", "course-a", 188, "just-late")
            self.expect(status == 409 and answer.get("current_price") == 150, f"the old price is over: {answer}")
            status, answer = self.service.spend("late", "course-a", 150, "just-after")
            self.expect(status == 200 and answer.get("coins") == 150, f"the new price holds from then on: {answer}")
        finally:
            self.service.set_clock(0)

    def second_person(self):
        """What is beyond one person's limit is done when another one agrees, and not before."""
        self.open("/admin/people")
        self.step_up()
        self.page.get_by_label("Name", exact=True).fill("bea")
        self.page.get_by_label("Role").select_option("support")
        self.press("Invite")
        second = self.second_admin(self.page.locator("code.secret").inner_text())
        before = self.promo_of_alice()
        for form, coins in [("adjustments", 5000), ("grants", 2000)]:
            self.open("/admin/users/alice?environment=Production")
            self.step_up()
            part = self.page.locator(f"form[action$='/{form}']")
            part.locator("input[name=coins]").fill(str(coins))
            part.get_by_label("Reason").fill("A year of trouble.")
            part.get_by_role("button").click()
            self.expect("another person must approve it" in self.main(), f"{form} waits: " + self.main()[:300])
            self.expect("You asked for this yourself" in self.main(), "and not for the one who asked")
            self.expect(self.promo_of_alice() == before, "nothing was given yet")
            second.goto(self.page.url.split("?")[0])
            said = second.locator("main").inner_text()
            self.expect("admin:owner" in said and f"{coins:,}" in said and "A year of trouble." in said,
                        "the other one sees who asks for what, and why: " + said[:400])
            second.get_by_role("button", name="Approve", exact=True).click()
            said = second.locator("main").inner_text()
            self.expect("Approved, and carried out." in said, "she agrees: " + said[:300])
            self.expect(self.promo_of_alice() == before + coins, f"{form}: it was given, once")
            before += coins
        self.expect(second.goto(self.service.url + "/admin/people").status == 403, "support changes no people")
        second.context.close()

    def promo_of_alice(self):
        return self.service.must("GET", "/v1/wallets/alice")["promo"]

    def second_admin(self, invitation):
        """Comes in by the link: the page of somebody else's browser."""
        context = self.browser.new_context(locale="en-GB", viewport={"width": 1440, "height": 900})
        context.set_default_timeout(10_000)
        page = context.new_page()
        self.watch(page, self.service.url)
        page.goto(invitation)
        page.get_by_label("Name", exact=True).fill("bea")
        page.get_by_label("New password").fill("another long sentence for support")
        page.get_by_role("button", name="Go on").click()
        app = Authenticator(page.locator("code.secret").inner_text())
        page.get_by_label("Code", exact=True).fill(app.next())
        page.get_by_role("button", name="Finish").click()
        page.get_by_role("link", name="I have saved them").click()
        return page

    def find_refund(self):
        """A customer says that Apple gave the money back: the purchase is found by the user, and says when."""
        order = self.service.must("POST", "/v1/orders", {"user": "refunded", "pack": "coins_500"})
        bought = self.service.store("buy", {"product_id": order["product"],
                                            "app_account_token": order["app_account_token"]})
        id = bought["transaction_id"]
        self.wait_for(lambda: self.service.must("GET", "/v1/wallets/refunded")["paid"] == 500,
                      "Apple's word credits it")
        self.service.store("refund", {"transaction_id": id})
        self.wait_for(lambda: self.service.must("GET", "/v1/admin/refunds?user=refunded")["refunds"],
                      "the refund is heard of")
        self.expect(self.service.must("GET", "/v1/wallets/refunded")["paid"] == 0, "its coins are gone")
        self.open("/admin/refunds")
        self.expect("refunded" in self.page.get_by_role("row").filter(has_text=id).inner_text(),
                    "it is among the day's refunds: " + self.main()[:400])
        self.page.get_by_role("searchbox").first.fill("refunded")
        self.press("Open")
        self.page.get_by_role("link", name="Production").first.click()
        self.page.get_by_role("link", name="Purchases", exact=True).last.click()
        row = self.page.get_by_role("row").filter(has_text=id)
        self.expect("Refunded" in row.inner_text(), "the list marks it: " + self.main()[:400])
        row.get_by_role("link", name=id).click()
        self.expect("Refunded at" in self.main() and "500" in self.main(),
                    "and its page says when: " + self.main()[:400])

    def change_app(self):
        """A new phone: the second factor and the password first, then the new app's code; the old app is over."""
        self.open("/admin/account")
        self.step_up()
        self.press("Connect another app")
        app = Authenticator(self.page.locator("code.secret").inner_text())
        self.page.get_by_label("Code", exact=True).fill("000000")
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Finish")
        self.expect("wrong" in self.main(), "the new app must show that it has the key: " + self.main()[:300])
        self.page.get_by_label("Code", exact=True).fill(app.next())
        self.page.get_by_label("Password").fill(PASSWORD)
        self.press("Finish")
        self.expect(self.page.locator(".code-list li").count() >= 8, "new recovery codes are shown")
        old = self.app.next()
        self.app = app
        self.press("Log out")
        self.log_in(PASSWORD, old)
        self.expect("wrong" in self.main(), "the old app opens nothing: " + self.main()[:200])
        self.log_in(PASSWORD, self.app.next())
        self.open("/admin/users/alice?environment=Production")
        self.expect("alice" in self.page.title(), "the new one does: " + self.page.title())

    def unattributed_is_empty(self):
        self.open("/admin/unattributed")
        self.expect("No purchase waits" in self.main(), "nothing waits for an owner")

    def find_lost_purchase(self):
        """Somebody bought without an account: support has only Apple's number, and finds it and whom it may be of."""
        self.lost = self.service.store("buy", {"product_id": "com.example.coins.500"})["transaction_id"]
        self.wait_for(lambda: self.service.must("GET", "/v1/admin/users?q=" + self.lost)["unattributed"],
                      "Apple's word about nobody's purchase waits")
        self.open("/admin/users")
        self.page.get_by_label("User, or what is known of one").fill(self.lost)
        self.press("Find")
        self.expect("Purchases that wait for an owner" in self.main(), "it is found by its number: " + self.main())
        self.page.get_by_role("link", name=self.lost).click()
        self.expect("Assign" in self.main(), "and leads to where it is assigned: " + self.main()[:400])
        self.open("/admin/users")
        self.page.get_by_label("User, or what is known of one").fill("learner-1")
        self.press("Find")
        self.expect(self.page.get_by_role("row").count() > 3, "users are found by how their ids begin: " + self.main())

    # The books

    def tell_books(self):
        self.first_month = (datetime.date.today().replace(day=1) - datetime.timedelta(days=1)).replace(day=1)
        self.open("/admin/books")
        self.page.get_by_label("CSV", exact=True).fill(
            f"setting,storefront,valid_from,rate,basis,value\nfirst_day,,,,,{self.first_month}\n"
            "commission,*,2020-01-01,15.00,,\ntax,*,2020-01-01,0,of_price,")
        self.page.get_by_label("Reason").fill("our first rates")
        self.press("Take it in")
        self.expect("The settings were told." in self.main(), "the books are told: " + self.main()[:300])

    def close_month(self):
        self.open("/admin/periods")
        self.step_up()
        close = self.page.locator("form[action$='/close']")
        close.get_by_label("Also with sales without money").check()
        close.get_by_label("Reason").fill("the month is over")
        self.press("Close the period")
        self.expect("The period is closed." in self.main(), "the month is closed: " + self.main()[:300])
        self.page.locator("form[action$='/reopen']").get_by_label("Reason").fill("a price was wrong")
        self.press("Ask for it")
        self.expect("It waits for another person." in self.main(), "nobody opens it alone: " + self.main()[:300])

    def take_report(self):
        """A file as App Store Connect gives it, packed, chosen in the browser."""
        columns = ["Start Date", "End Date", "Vendor Identifier", "Quantity", "Partner Share",
                   "Extended Partner Share", "Partner Share Currency", "Sale or Return", "Product Type Identifier",
                   "Country Of Sale", "Customer Price", "Customer Currency"]
        row = ["06/28/2026", "08/01/2026", "coins.500", "1", "0.70", "0.70", "USD", "S", "IA1", "US", "0.99", "USD"]
        text = "\t".join(columns) + "\n" + "\t".join(row) + "\n"
        for told in ["The report was taken.", "This very file was taken before."]:
            self.open("/admin/books")
            self.page.locator("main").get_by_role("link", name="Apple's reports").click()
            self.page.get_by_label("File").set_input_files(
                {"name": "report.txt.gz", "mimeType": "application/gzip",
                 "buffer": gzip.compress(text.encode(), mtime=0)})
            self.page.get_by_label("Region").fill("US")
            self.press("Take in a report")
            self.expect(told in self.main(), f"{told} " + self.main()[:300])
        self.page.get_by_label("File").set_input_files(
            {"name": "other.txt", "mimeType": "text/plain", "buffer": b"no report"})
        self.press("Take in a report")
        self.expect("Neither a financial nor a sales report" in self.main(), "another file is not: "
                    + self.main()[:300])

    def tell_payment(self):
        self.open("/admin/books/apple/payments")
        self.step_up()
        self.page.get_by_label("Reference").fill("bank 2026-09-03")
        self.page.get_by_label("Day at the bank").fill("2026-09-03")
        self.page.get_by_label("Currency").fill("USD")
        self.page.get_by_label("Amount at the bank").fill("1297.50")
        self.page.get_by_label("Clears").fill("USD 1280.20\nJPY 1890 30")
        self.press("Tell a payment")
        self.expect("The payment was told." in self.main(), "a payment is told: " + self.main()[:300])
        self.expect("USD\u00a01,297.50" in self.main() and "JPY\u00a01,890" in self.main(),
                    "it is listed in its currencies: " + self.main()[:600])

    def correct_year(self):
        self.open("/admin/books/apple/fiscal-years?year=2030")
        self.step_up()
        months = self.page.get_by_label("Months")
        lines = months.input_value().split("\n")
        self.expect(len(lines) == 12, f"a year has twelve months: {lines}")
        months.fill("\n".join(lines[:-1]))
        self.press("Correct the year")
        self.expect("Not twelve months" in self.main(), "eleven are none: " + self.main()[:300])
        self.page.get_by_label("Months").fill("\n".join(lines))
        self.press("Correct the year")
        self.expect("The fiscal year was told." in self.main() and "Corrected" in self.main(),
                    "the year is told: " + self.main()[:300])

    def chinese_and_back(self):
        self.press("简体中文")
        self.expect(self.page.locator("html").get_attribute("lang") == "zh-Hans", "the console speaks Chinese")
        self.press("English")
        self.expect(self.page.locator("html").get_attribute("lang") == "en", "and English again")
