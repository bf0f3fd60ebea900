// The C face of OpenSSL: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_COpenSSL
#define COFFER_SHIM_COpenSSL

// SHA256_Init, _Update and _Final are "deprecated" in favour of EVP, which looks the algorithm up each time:
// too slow for a digest a journal entry. They stay in every OpenSSL 3.
#define OPENSSL_SUPPRESS_DEPRECATED

#include <openssl/cms.h>
#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/sha.h>
#include <openssl/x509.h>
#include <openssl/x509v3.h>

typedef STACK_OF(X509) coffer_x509_stack;

static inline coffer_x509_stack *coffer_x509_stack_new(void) { return sk_X509_new_null(); }
static inline int coffer_x509_stack_count(const coffer_x509_stack *stack) { return sk_X509_num(stack); }
static inline X509 *coffer_x509_stack_at(const coffer_x509_stack *stack, int index) {
    return sk_X509_value(stack, index);
}
static inline int coffer_x509_stack_push(coffer_x509_stack *stack, X509 *certificate) {
    return sk_X509_push(stack, certificate);
}
/// Frees the list, not the certificates in it.
static inline void coffer_x509_stack_free(coffer_x509_stack *stack) { sk_X509_free(stack); }
/// Frees the list and one reference of each certificate in it.
static inline void coffer_x509_stack_free_all(coffer_x509_stack *stack) { sk_X509_pop_free(stack, X509_free); }

static inline int coffer_cms_signer_count(CMS_ContentInfo *message) {
    return sk_CMS_SignerInfo_num(CMS_get0_SignerInfos(message));
}
static inline long coffer_bio_memory(BIO *bio, char **bytes) { return BIO_get_mem_data(bio, bytes); }

#endif
