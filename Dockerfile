# Build: docker build -t coffer .   Run: see docker-compose.yml
FROM swift:6.3-bookworm AS build
WORKDIR /src
COPY scripts/setup scripts/setup
RUN scripts/setup build
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
COPY Benchmarks Benchmarks
# Swift's own runtime is linked in; libmicrohttpd (LGPL) and the other C libraries stay dynamic.
RUN swift build -c release -Xswiftc -package-cmo --product coffer --static-swift-stdlib \
    && install -D -t /out "$(swift build -c release --show-bin-path)/coffer"

FROM debian:12-slim
RUN apt-get update -qq \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        ca-certificates libarchive13 libcurl4 libmicrohttpd12 libpq5 libsodium23 libssl3 tzdata zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --no-create-home coffer
WORKDIR /opt/coffer
COPY --from=build /out/coffer /usr/local/bin/coffer
COPY Migrations Migrations
COPY NOTICE ./
USER coffer
# Inside its container the service must answer from outside it; the port is published by whoever runs it.
ENV COFFER_LISTEN=0.0.0.0:8080
EXPOSE 8080
ENTRYPOINT ["coffer"]
CMD ["serve"]
