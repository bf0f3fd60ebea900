"""What the service promises beside its document, as checks of the API tester (scripts/fuzz)."""

import atexit
import collections
import json
import os

import schemathesis

# How many requests each operation got, by phase: `scripts/fuzz` reads it when the tester is done.
CALLS = collections.defaultdict(collections.Counter)


@schemathesis.hook
def after_call(ctx, case, response):
    CALLS[case.operation.label][case.meta.phase.name.value if case.meta else "other"] += 1


@atexit.register
def tell_calls():
    with open(os.environ["COFFER_FUZZ_CALLS"], "w", encoding="utf-8") as file:
        json.dump(CALLS, file)


# Rules about values that a schema cannot say: they may refuse a request that is valid by the document.
CODES_BEYOND_SCHEMA = {"bad_cursor", "bad_encoding", "lookup_unavailable"}
# Times in the past, an empty window, a price of 0 without `free`, `2.0` for a whole number, a life beyond the setting,
# a guest that is to become itself.
MEMBERS_BEYOND_SCHEMA = {"expires_at", "expires_in", "from", "to", "at", "free", "quantity", "into"}
# Seconds as `2.0`; a wallet beside its user.
MEMBERS_BEYOND_SCHEMA |= {"overlap_seconds", "wallet"}
# A month and days at once, a flavour of what is no CSV, three letters that are no currency, days of a year long ago and
# years that are not whole weeks; the tester's own example of a version in quotes has none.
MEMBERS_BEYOND_SCHEMA |= {"period", "flavour", "currency", "day", "years", "last_day", "starts", "If-Match"}
# Versions as `2.0`.
MEMBERS_BEYOND_SCHEMA |= {"version"}
# Needed unless it is a dry run; no control characters.
MEMBERS_OF_ONE_CALL = {("/v1/admin/books/settings", "reason"),
                       ("/v1/admin/books/periods/{period}/close", "reason"),
                       ("/v1/admin/books/periods/{period}/reopen", "reason")}
# The document counts letters, the service bytes.
BYTES_MAX = {"user": 128, "bundle": 128, "product": 128, "title": 128, "name": 128, "description": 4000,
             "reason": 2000, "note": 2000, "ticket": 128}


def texts(case):
    body = case.body if isinstance(case.body, dict) else {}
    return {**body, **(case.path_parameters or {})}


@schemathesis.check
def valid_data_is_taken(ctx, response, case):
    """400 says that the request is not well formed: one that the document calls valid must not get it."""
    if case.meta is None or not case.meta.generation.mode.is_positive or response.status_code != 400:
        return
    problem = response.json()
    code, member = problem.get("code"), problem.get("member")
    # Of several wallets, or a key twice: what makes lines one set no schema can say.
    if code == "malformed" and "line" in problem:
        return
    if code in CODES_BEYOND_SCHEMA or (code == "malformed" and member in MEMBERS_BEYOND_SCHEMA):
        return
    if code == "malformed" and (case.path, member) in MEMBERS_OF_ONE_CALL:
        return
    if code == "malformed" and len(str(texts(case).get(member, "")).encode()) > BYTES_MAX.get(member, 1 << 30):
        return
    raise AssertionError(f"valid data refused: {code} {member or ''}")


@schemathesis.check
def answers_are_marked(ctx, response, case):
    """Every answer has an id for support, development marks itself, a refusal is a problem document of its status."""
    assert response.headers.get("x-request-id"), "no X-Request-Id"
    assert response.headers.get("coffer-mode") == ["development"], "no Coffer-Mode: development"
    if response.status_code < 400 or response.request.method == "HEAD" or case.path == "/readyz":
        return
    problem = response.json()
    assert problem["status"] == response.status_code, "status of the document is not that of the answer"
    assert problem["type"] == f"urn:coffer:problem:{problem['code']}", "type does not name the code"
    assert problem["code"] != "internal_error", "internal error"
    if response.status_code == 503:
        assert response.headers.get("retry-after"), "503 without Retry-After"


@schemathesis.check
def nothing_breaks(ctx, response, case):
    """No 5xx but the one that a stalled machine may cause: nothing was done, or ask again under the same key."""
    if response.status_code < 500:
        return
    problem = response.json()
    assert response.status_code == 503 and problem.get("retryable") is True, f"server error: {problem.get('code')}"


@schemathesis.check
def balances_add_up(ctx, response, case):
    """In every wallet and balance shown: available = paid + bonus + promo - held, and nothing below zero."""
    kind = (response.headers.get("content-type") or [""])[0]
    if response.status_code != 200 or "json" not in kind or "jsonl" in kind:
        return
    document = response.json()
    for shown in [document, *[x for x in [document.get("balance")] if x]]:
        if "available" in shown:
            assert shown["available"] == shown["paid"] + shown["bonus"] + shown["promo"] - shown["held"], shown
            assert min(shown[name] for name in ("available", "paid", "bonus", "promo", "held", "debt")) >= 0, shown


@schemathesis.check
def lines_have_results(ctx, response, case):
    """A bulk answers every line in its place: with an answer, or with a problem document of the line's status."""
    if case.path != "/v1/bulk" or response.status_code != 200:
        return
    results = response.json()["results"]
    assert [result["line"] for result in results] == list(range(1, len(results) + 1)), "lines out of order"
    if isinstance(case.body, dict) and isinstance(case.body.get("operations"), list):
        assert len(results) == len(case.body["operations"]), "a line without a result"
    for result in results:
        if result["status"] == 200:
            assert "answer" in result, "done, and nothing told"
            continue
        problem = result["problem"]
        assert problem["status"] == result["status"], "status of the document is not that of the line"
        assert result["status"] < 500 or problem["retryable"] and problem["code"] != "internal_error", problem["code"]
