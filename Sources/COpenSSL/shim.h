// The C face of OpenSSL: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_COpenSSL
#define COFFER_SHIM_COpenSSL

#include <openssl/cms.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

#endif
