internal import CCurl

/// One request inside libcurl: its handle, and what has come of the answer. Lives on the loop's thread.
@safe final class Transfer {
    let easy: UnsafeMutableRawPointer
    private var headerList: UnsafeMutablePointer<curl_slist>?
    let submission: Submission
    private let bodyBytesMax: Int
    private var headers: [(name: String, value: String)] = []
    private var headerBytes = 0
    private var body: [UInt8] = []
    private var isTooLarge = false

    private static let headerBytesMax = 64 * 1_024

    var easyAddress: UInt { unsafe UInt(bitPattern: easy) }

    /// `nil` if libcurl does not take the request.
    init?(_ submission: Submission, settings: HTTPClientSettings) {
        guard let easy = unsafe curl_easy_init() else { return nil }
        unsafe self.easy = easy
        self.submission = submission
        bodyBytesMax = submission.request.responseBytesMax ?? settings.responseBytesMax
        let context = unsafe Unmanaged.passUnretained(self).toOpaque()
        let options = unsafe EasyOptions(handle: easy)
        let isSet =
            unsafe options.apply(settings) && options.apply(submission.request, settings) && addHeaders(options)
            && options.setCallbacks(context, body: Self.bodyCallback, header: Self.headerCallback)
        guard isSet else { return nil }
    }

    deinit {
        unsafe curl_easy_cleanup(easy)
        unsafe curl_slist_free_all(headerList)
    }

    private func addHeaders(_ options: EasyOptions) -> Bool {
        // Without this libcurl asks for a go-ahead before bodies over 1 MiB, and waits a second if none comes.
        for (name, value) in [("Expect", "")] + submission.request.headers {
            // An empty value is written with a semicolon; `Name:` alone would remove the header.
            let line = name == "Expect" ? "Expect:" : value.isEmpty ? "\(name);" : "\(name): \(value)"
            guard let longer = unsafe curl_slist_append(headerList, line) else { return false }
            unsafe headerList = longer
        }
        return unsafe options.set(CURLOPT_HTTPHEADER, pointer: UnsafeMutableRawPointer(headerList))
    }

    /// What came of it, once libcurl is done with it.
    func outcome(code: CURLcode) -> Submission.Outcome {
        guard code == CURLE_OK else { return .failure(isTooLarge ? .tooLarge : HTTPClientError(code)) }
        let status = unsafe coffer_curl_status(easy)
        return .success(HTTPResponse(status: status, headers: headers, body: body))
    }

    // libcurl's calls back, from inside `perform`. Less than what came means: stop.

    private static let bodyCallback: curl_write_callback = { bytes, _, count, context in
        guard let context = unsafe context else { return 0 }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return unsafe transfer.take(body: UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private static let headerCallback: curl_write_callback = { bytes, _, count, context in
        guard let context = unsafe context else { return 0 }
        let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
        return unsafe transfer.take(header: UnsafeRawBufferPointer(start: bytes, count: count)) ? count : 0
    }

    private func take(body bytes: UnsafeRawBufferPointer) -> Bool {
        guard body.count + bytes.count <= bodyBytesMax else {
            isTooLarge = true
            return false
        }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    private func take(header bytes: UnsafeRawBufferPointer) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= Self.headerBytesMax else {
            isTooLarge = true
            return false
        }
        let line = unsafe String(decoding: bytes, as: UTF8.self)
        if line.hasPrefix("HTTP/") {
            headers = []
        } else if let colon = line.firstIndex(of: ":") {
            headers.append((String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...])))
        }
        return true
    }

    private static func trimmed(_ text: Substring) -> String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        guard let first = text.firstIndex(where: { !isSpace($0) }), let last = text.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(text[first...last])
    }
}
