"""Judges signed transactions with Apple's library, one JSON object a line.

First line of the input: {"roots": [base64 DER, ...], "bundle_id": text}. Every further line is {"token": text}.
Each token gets one line: {"verdict": "OK", "claims": {...}} or {"verdict": name of Apple's status}. A token counts
as good if it is good for Sandbox or for Production.
"""

import base64
import json
import sys

from appstoreserverlibrary.models.Environment import Environment
from appstoreserverlibrary.signed_data_verifier import SignedDataVerifier, VerificationException

APP_ID = 1
CLAIMS = ("transactionId", "productId", "bundleId", "purchaseDate", "quantity", "signedDate", "price")


def verifiers(setup):
    roots = [base64.b64decode(root) for root in setup["roots"]]
    for environment in (Environment.SANDBOX, Environment.PRODUCTION):
        yield SignedDataVerifier(roots, False, environment, setup["bundle_id"], APP_ID)


def judge(choices, token):
    verdict = "INVALID_ENVIRONMENT"
    for verifier in choices:
        try:
            decoded = verifier.verify_and_decode_signed_transaction(token)
            return {"verdict": "OK", "claims": {name: getattr(decoded, name) for name in CLAIMS}}
        except VerificationException as error:
            verdict = error.status.name
        except Exception as error:  # the library lets some of its helpers' errors through: also a refusal
            verdict = type(error).__name__
        if verdict != "INVALID_ENVIRONMENT":
            break
    return {"verdict": verdict}


def main():
    choices = list(verifiers(json.loads(sys.stdin.readline())))
    for line in sys.stdin:
        print(json.dumps(judge(choices, json.loads(line)["token"])))


if __name__ == "__main__":
    main()
