import Testing

/// The real binary over loopback. One suite at a time: each starts servers and kills some of them.
@Suite(.serialized) enum EndToEnd {}
