"""The console in a real Chromium: an admin's day, then every page at every width, light and dark.

What is checked: nothing sticks out or overlaps (`look.js`), axe finds nothing serious, no request goes anywhere else,
no script of anybody's runs, the browser reports no breach of the policy.
"""

import argparse
import sys
import time

from playwright.sync_api import sync_playwright

from service import Service
from story import Story
from walk import Walk


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--coffer", required=True, help="the binary")
    parser.add_argument("--shots", help="a folder for pictures of some pages")
    parser.add_argument("--chromium", default="/usr/bin/chromium", help="the browser")
    arguments = parser.parse_args()

    started = time.monotonic()
    service = Service(arguments.coffer)
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=arguments.chromium, args=["--no-sandbox", "--disable-dev-shm-usage"])
            story = Story(service, browser)
            story.enrol()
            story.fill()
            story.day()
            walk = Walk(service, browser, story)
            walk.everywhere()
            if arguments.shots:
                walk.pictures(arguments.shots)
            walk.strangers()
            failures = story.failures + walk.failures
            passed = story.passed + walk.passed
            browser.close()
    finally:
        service.stop()
    for failure in failures:
        print("FAILED", failure)
    print(f"browser: {round(time.monotonic() - started)} s")
    print(f"{passed} passed, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
