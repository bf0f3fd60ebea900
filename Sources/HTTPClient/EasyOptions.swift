internal import CCurl

/// Settings and request as options of an easy handle. Each step says whether libcurl took it.
@safe struct EasyOptions {
    private let handle: UnsafeMutableRawPointer

    init(handle: UnsafeMutableRawPointer) {
        unsafe self.handle = handle
    }

    func apply(_ settings: HTTPClientSettings) -> Bool {
        let isSet =
            // Signals belong to the program, not to a library's name resolver.
            set(CURLOPT_NOSIGNAL, 1)
            && set(CURLOPT_FOLLOWLOCATION, 0)
            && set(CURLOPT_SSL_VERIFYPEER, 1)
            && set(CURLOPT_SSL_VERIFYHOST, 2)
            && set(CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_2TLS)
            && set(CURLOPT_CONNECTTIMEOUT_MS, settings.connectTimeoutMs)
            && set(CURLOPT_PROTOCOLS_STR, settings.allowsPlainHTTP ? "http,https" : "https")
            && set(CURLOPT_USERAGENT, settings.userAgent)
            // No proxy by an environment variable: where requests go is a setting of ours.
            && set(CURLOPT_PROXY, "")
        guard isSet, let path = settings.certificateAuthorityPath else { return isSet }
        return set(CURLOPT_CAINFO, path)
    }

    func apply(_ request: HTTPRequest, _ settings: HTTPClientSettings) -> Bool {
        let timeoutMs = request.timeoutMs ?? settings.timeoutMs
        let bytesMax = request.responseBytesMax ?? settings.responseBytesMax
        return set(CURLOPT_URL, request.url)
            && set(CURLOPT_TIMEOUT_MS, timeoutMs)
            // Ends early if the answer says that it will be longer.
            && setOffset(CURLOPT_MAXFILESIZE_LARGE, bytesMax)
            && apply(request.method, body: request.body)
    }

    private func apply(_ method: HTTPRequest.Method, body: [UInt8]?) -> Bool {
        switch (method, body) {
        case (.get, nil): return set(CURLOPT_HTTPGET, 1)
        case (.head, _): return set(CURLOPT_NOBODY, 1)
        case (.delete, nil), (.options, nil): return set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        case (.post, _), (.put, _), (.patch, _), (.get, _), (.delete, _), (.options, _):
            // Copied: libcurl reads it after this call. The length first, so that it may hold zeros.
            let body = body ?? []
            return set(CURLOPT_POST, 1) && setOffset(CURLOPT_POSTFIELDSIZE_LARGE, body.count) && setBody(body)
                && set(CURLOPT_CUSTOMREQUEST, method.rawValue)
        }
    }

    func setCallbacks(
        _ context: UnsafeMutableRawPointer, body: curl_write_callback, header: curl_write_callback
    ) -> Bool {
        unsafe coffer_curl_set_callback(handle, CURLOPT_WRITEFUNCTION, body) == CURLE_OK
            && set(CURLOPT_WRITEDATA, pointer: context)
            && coffer_curl_set_callback(handle, CURLOPT_HEADERFUNCTION, header) == CURLE_OK
            && set(CURLOPT_HEADERDATA, pointer: context)
    }

    func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer?) -> Bool {
        unsafe coffer_curl_set_pointer(handle, option, pointer) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: Int) -> Bool {
        unsafe coffer_curl_set_long(handle, option, value) == CURLE_OK
    }

    private func set(_ option: CURLoption, _ value: String) -> Bool {
        unsafe coffer_curl_set_text(handle, option, value) == CURLE_OK
    }

    private func setOffset(_ option: CURLoption, _ value: Int) -> Bool {
        unsafe coffer_curl_set_offset(handle, option, curl_off_t(value)) == CURLE_OK
    }

    private func setBody(_ body: [UInt8]) -> Bool {
        // Without an address libcurl would read the body from standard input.
        guard !body.isEmpty else { return set(CURLOPT_COPYPOSTFIELDS, "") }
        return unsafe body.withUnsafeBytes { bytes in
            unsafe set(CURLOPT_COPYPOSTFIELDS, pointer: UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }
}
