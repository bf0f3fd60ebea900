// The C face of CCurl: includes, and doors for what Swift cannot import (variadics, macros). No logic.
#ifndef COFFER_SHIM_CCurl
#define COFFER_SHIM_CCurl

#include <curl/curl.h>

// `curl_easy_setopt`, `curl_easy_getinfo` and `curl_multi_setopt` are variadic: one door for each type of value.

static inline CURLcode coffer_curl_set_long(CURL *handle, CURLoption option, long value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode coffer_curl_set_offset(CURL *handle, CURLoption option, curl_off_t value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode coffer_curl_set_text(CURL *handle, CURLoption option, const char *value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode coffer_curl_set_pointer(CURL *handle, CURLoption option, void *value)
{
    return curl_easy_setopt(handle, option, value);
}

static inline CURLcode coffer_curl_set_callback(CURL *handle, CURLoption option, curl_write_callback value)
{
    return curl_easy_setopt(handle, option, value);
}

/// The status of the last answer; 0 if there was none.
static inline long coffer_curl_status(CURL *handle)
{
    long status = 0;
    return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status) == CURLE_OK ? status : 0;
}

static inline CURLMcode coffer_curl_multi_set_long(CURLM *multi, CURLMoption option, long value)
{
    return curl_multi_setopt(multi, option, value);
}

/// A macro with a cast.
static inline CURLcode coffer_curl_global_init(void)
{
    return curl_global_init(CURL_GLOBAL_DEFAULT);
}

#endif
