"""Lets Apple's library judge a stand-in App Store: its verifier what the store signs, its client what it answers.

Input: one JSON object with what the store is and which transactions to ask about. Output: one JSON object; "checks"
names everything that was tried, "failures" says what went wrong.
"""

import base64
import json
import sys
import time
import urllib.request
import warnings

import requests
from appstoreserverlibrary.api_client import (
    APIException,
    AppStoreServerAPIClient,
    GetTransactionHistoryVersion,
)
from appstoreserverlibrary.models.AccountTenure import AccountTenure
from appstoreserverlibrary.models.ConsumptionRequest import ConsumptionRequest
from appstoreserverlibrary.models.ConsumptionRequestV1 import ConsumptionRequestV1
from appstoreserverlibrary.models.ConsumptionStatus import ConsumptionStatus
from appstoreserverlibrary.models.DeliveryStatus import DeliveryStatus
from appstoreserverlibrary.models.DeliveryStatusV1 import DeliveryStatusV1
from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.models.LifetimeDollarsPurchased import LifetimeDollarsPurchased
from appstoreserverlibrary.models.LifetimeDollarsRefunded import LifetimeDollarsRefunded
from appstoreserverlibrary.models.NotificationHistoryRequest import NotificationHistoryRequest
from appstoreserverlibrary.models.NotificationTypeV2 import NotificationTypeV2
from appstoreserverlibrary.models.OrderLookupStatus import OrderLookupStatus
from appstoreserverlibrary.models.Platform import Platform
from appstoreserverlibrary.models.PlayTime import PlayTime
from appstoreserverlibrary.models.RefundPreference import RefundPreference
from appstoreserverlibrary.models.TransactionHistoryRequest import Order, ProductType, TransactionHistoryRequest
from appstoreserverlibrary.models.UpdateAppAccountTokenRequest import UpdateAppAccountTokenRequest
from appstoreserverlibrary.models.UserStatus import UserStatus
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException, VerificationStatus

MONTH_MS = 25 * 24 * 60 * 60 * 1000
V2 = GetTransactionHistoryVersion.V2


class Judge:
    def __init__(self, store, world):
        self.store, self.world = store, world
        self.environment = Environment(world["environment"])
        roots = [base64.b64decode(root) for root in store["roots"]]
        self.verifier = SignedDataVerifier(
            roots, False, self.environment, store["bundle_id"], store["app_id"])
        self.client = AppStoreServerAPIClient(
            store["key"].encode(), store["key_id"], store["issuer_id"], store["bundle_id"], self.environment)
        self.client._base_url = world["url"]
        self.checks, self.failures = [], []

    def run(self):
        for name in dir(self):
            if not name.startswith("check_"):
                continue
            self.checks.append(f"{self.environment.value} {name[6:]}")
            try:
                getattr(self, name)()
            except Exception as error:
                self.failures.append(f"{self.checks[-1]}: {type(error).__name__} {error} {error.__cause__ or ''}")

    def transaction(self, signed):
        return self.verifier.verify_and_decode_signed_transaction(signed)

    def refused(self, code, call):
        try:
            call()
        except APIException as error:
            assert error.raw_api_error == code, f"{error.raw_api_error} instead of {code}"
            return
        raise AssertionError(f"answered instead of {code}")

    def check_transaction(self):
        for id in self.world["transactions"]:
            decoded = self.transaction(self.client.get_transaction_info(id).signedTransactionInfo)
            assert decoded.transactionId == id and decoded.environment == self.environment
            assert decoded.price is not None and decoded.quantity >= 1 and decoded.appTransactionId
        self.refused(4040010, lambda: self.client.get_transaction_info(self.world["foreign"]))
        self.refused(4000006, lambda: self.client.get_transaction_info("abc"))

    def pages(self, ask):
        found, revision = [], None
        while True:
            page = ask(revision)
            assert len(page.signedTransactions) <= 20
            found += [self.transaction(signed).transactionId for signed in page.signedTransactions]
            revision = page.revision
            if not page.hasMore:
                return found, revision

    def check_history(self):
        any_id, all_ids = self.world["transactions"][0], self.world["transactions"]
        for order in (Order.ASCENDING, Order.DESCENDING):
            request = TransactionHistoryRequest(sort=order)
            found, _ = self.pages(lambda at: self.client.get_transaction_history(any_id, at, request, V2))
            assert sorted(found) == sorted(all_ids), f"{len(found)} of {len(all_ids)}"
        filtered = TransactionHistoryRequest(productTypes=[ProductType.AUTO_RENEWABLE], startDate=0)
        found, _ = self.pages(lambda at: self.client.get_transaction_history(any_id, at, filtered, V2))
        assert found == [self.world["subscription"]]
        revoked = TransactionHistoryRequest(revoked=True, productIds=[self.world["product"]])
        found, _ = self.pages(lambda at: self.client.get_transaction_history(any_id, at, revoked, V2))
        assert found == [self.world["refunded"]]
        self.refused(4000005, lambda: self.client.get_transaction_history(any_id, "bad", revoked, V2))

    def check_refunds(self):
        found, revision = self.pages(lambda at: self.client.get_refund_history(self.world["refunded"], at))
        assert found == [self.world["refunded"]]
        later, _ = self.pages(lambda at: self.client.get_refund_history(self.world["refunded"], at or revision))
        assert later == []
        decoded = self.transaction(self.client.get_transaction_info(found[0]).signedTransactionInfo)
        assert decoded.revocationPercentage == 33333 and decoded.rawRevocationType == "REFUND_PRORATED"

    def check_order(self):
        answer = self.client.look_up_order_id(self.world["order"])
        if self.environment == Environment.SANDBOX:
            assert answer.status == OrderLookupStatus.INVALID
            return
        assert answer.status == OrderLookupStatus.VALID
        assert self.transaction(answer.signedTransactions[0]).transactionId == self.world["transactions"][0]
        assert self.client.look_up_order_id("NONE").status == OrderLookupStatus.INVALID

    def check_subscriptions(self):
        answer = self.client.get_all_subscription_statuses(self.world["subscription"])
        last = answer.data[0].lastTransactions[0]
        renewal = self.verifier.verify_and_decode_renewal_info(last.signedRenewalInfo)
        assert renewal.originalTransactionId == self.world["subscription"]
        assert self.transaction(last.signedTransactionInfo).expiresDate == renewal.renewalDate

    def check_app_transaction(self):
        answer = self.client.get_app_transaction_info(self.world["transactions"][0])
        decoded = self.verifier.verify_and_decode_app_transaction(answer.signedAppTransactionInfo)
        assert decoded.bundleId == self.store["bundle_id"]

    def check_token(self):
        id, token = self.world["transactions"][0], "0c4bfb3e-5d3f-4f5e-9a54-2b1f3a7f9d11"
        self.client.set_app_account_token(id, UpdateAppAccountTokenRequest(appAccountToken=token))
        decoded = self.transaction(self.client.get_transaction_info(id).signedTransactionInfo)
        assert decoded.appAccountToken == token
        bad = UpdateAppAccountTokenRequest(appAccountToken="no uuid")
        self.refused(4000183, lambda: self.client.set_app_account_token(id, bad))

    def check_finish(self):
        self.client.finish_transaction(self.world["transactions"][1])
        self.refused(4040010, lambda: self.client.finish_transaction(self.world["foreign"]))

    def check_consumption(self):
        id = self.world["transactions"][0]

        def request(consented=True, percentage=50000, status=DeliveryStatus.DELIVERED):
            return ConsumptionRequest(
                customerConsented=consented, sampleContentProvided=False, deliveryStatus=status,
                consumptionPercentage=percentage, refundPreference=RefundPreference.GRANT_PRORATED)

        self.client.send_consumption_information(id, request())
        self.refused(4000035, lambda: self.client.send_consumption_information(id, request(consented=False)))
        self.refused(4000044, lambda: self.client.send_consumption_information(id, request(percentage=0)))
        self.refused(4000000, lambda: self.client.send_consumption_information(id, request(percentage=100001)))

    def check_consumption_v1(self):
        warnings.simplefilter("ignore")
        self.client.send_consumption_data(
            self.world["transactions"][0],
            ConsumptionRequestV1(
                customerConsented=True, consumptionStatus=ConsumptionStatus.NOT_CONSUMED, platform=Platform.APPLE,
                sampleContentProvided=False, deliveryStatus=DeliveryStatusV1.DELIVERED_AND_WORKING_PROPERLY,
                appAccountToken="", accountTenure=AccountTenure.UNDECLARED, playTime=PlayTime.UNDECLARED,
                lifetimeDollarsRefunded=LifetimeDollarsRefunded.UNDECLARED,
                lifetimeDollarsPurchased=LifetimeDollarsPurchased.UNDECLARED, userStatus=UserStatus.ACTIVE))

    def check_test_notification(self):
        token = self.client.request_test_notification().testNotificationToken
        for _ in range(200):
            try:
                status = self.client.get_test_notification_status(token)
                break
            except APIException as error:
                assert error.raw_api_error == 4040008
                time.sleep(0.1)
        decoded = self.verifier.verify_and_decode_notification(status.signedPayload)
        assert decoded.notificationType == NotificationTypeV2.TEST
        assert status.sendAttempts[0].sendAttemptResult.value == "SUCCESS"
        self.refused(4000020, lambda: self.client.get_test_notification_status("nonsense"))

    def history(self, **filters):
        now = int(time.time() * 1000)
        request = NotificationHistoryRequest(startDate=now - MONTH_MS, endDate=now + 60000, **filters)
        found, token = [], None
        while True:
            page = self.client.get_notification_history(token, request)
            assert len(page.notificationHistory) <= 20
            found += [
                self.verifier.verify_and_decode_notification(item.signedPayload)
                for item in page.notificationHistory
            ]
            token = page.paginationToken
            if not page.hasMore:
                return found

    def check_notification_history(self):
        found = self.history()
        assert {item.rawNotificationType for item in found} >= set(self.world["types"])
        assert len({item.notificationUUID for item in found}) == len(found) > 20
        for item in found:
            if item.data and item.data.signedTransactionInfo:
                assert self.transaction(item.data.signedTransactionInfo).bundleId == item.data.bundleId
            if item.data and item.data.signedRenewalInfo:
                self.verifier.verify_and_decode_renewal_info(item.data.signedRenewalInfo)
        only = self.history(notificationType=NotificationTypeV2.REFUND)
        assert [item.rawNotificationType for item in only] == ["REFUND"] * self.world["refunds"]
        assert self.history(transactionId=self.world["subscription"])[0].rawNotificationType == "SUBSCRIBED"
        now = int(time.time() * 1000)
        early = NotificationHistoryRequest(startDate=1, endDate=now)
        self.refused(4000012, lambda: self.client.get_notification_history(None, early))
        backwards = NotificationHistoryRequest(startDate=now, endDate=now - 1000)
        self.refused(4000013, lambda: self.client.get_notification_history(None, backwards))

    def check_signed_documents(self):
        for signed in self.world["signed"]:
            self.transaction(signed)
        for payload in self.world["payloads"]:
            self.verifier.verify_and_decode_notification(payload)

    def fault(self, kind, call, **more):
        body = {"kind": kind, "call": call, "environment": self.environment.value, "times": 1, **more}
        request = urllib.request.Request(
            self.store["control"] + "/simulator/faults", json.dumps(body).encode(),
            {"Content-Type": "application/json"})
        urllib.request.urlopen(request).close()

    def check_faults_of_signatures(self):
        id = self.world["transactions"][0]
        expected = {
            "expiredChain": (VerificationStatus.VERIFICATION_FAILURE, "certificate has expired"),
            "wrongBundle": (VerificationStatus.INVALID_APP_IDENTIFIER, ""),
        }
        now = int(time.time() * 1000)
        request = NotificationHistoryRequest(startDate=now - MONTH_MS, endDate=now + 60000)
        for kind, (status, cause) in expected.items():
            self.fault(kind, "transaction")
            wrong = self.client.get_transaction_info(id).signedTransactionInfo
            self.unverified(status, cause, lambda: self.transaction(wrong))
            self.transaction(self.client.get_transaction_info(id).signedTransactionInfo)
            self.fault(kind, "notificationHistory")
            page = self.client.get_notification_history(None, request).notificationHistory
            notification = self.verifier.verify_and_decode_notification
            self.unverified(status, cause, lambda: notification(page[0].signedPayload))

    def unverified(self, status, cause, verify):
        try:
            verify()
        except VerificationException as error:
            assert error.status == status, f"{error.status} instead of {status}"
            assert cause in str(error.__cause__ or ""), f"{error.__cause__} instead of {cause}"
            return
        raise AssertionError(f"accepted instead of {status}")

    def check_faults_of_calls(self):
        id = self.world["transactions"][0]
        for kind, status, code in (("error", 503, None), ("rateLimit", 429, 4290000), ("unauthorized", 401, None)):
            self.fault(kind, "transaction")
            try:
                self.client.get_transaction_info(id)
            except APIException as error:
                assert (error.http_status_code, error.raw_api_error) == (status, code), f"{kind}: {vars(error)}"
            else:
                raise AssertionError(f"{kind} was answered")
        for kind in ("cut", "truncate"):
            self.fault(kind, "transaction")
            try:
                self.client.get_transaction_info(id)
            except (requests.RequestException, ValueError):
                continue
            raise AssertionError(f"{kind} was answered")
        self.fault("delay", "transaction", milliseconds=200)
        begin = time.monotonic()
        self.transaction(self.client.get_transaction_info(id).signedTransactionInfo)
        assert time.monotonic() - begin >= 0.2

    def check_wrong_key(self):
        stranger = AppStoreServerAPIClient(
            self.store["key"].encode(), "OTHERKEY", self.store["issuer_id"], self.store["bundle_id"],
            self.environment)
        stranger._base_url = self.world["url"]
        try:
            stranger.get_transaction_info(self.world["transactions"][0])
        except APIException as error:
            assert error.http_status_code == 401 and error.raw_api_error is None
            return
        raise AssertionError("a strange key was let in")


def main():
    store = json.load(sys.stdin)
    checks, failures = [], []
    for world in store["worlds"]:
        judge = Judge(store, world)
        judge.run()
        checks += judge.checks
        failures += judge.failures
    print(json.dumps({"checks": checks, "failures": failures}))


if __name__ == "__main__":
    main()
