# The programs on an empty image: `docker build --tag marketplace-contract-tools .`
#
# `cargo xtask image` builds it and tries it. Without a container engine it takes the same steps on
# this machine: it makes the archive, and lays out the second stage in a folder.
FROM rust:1.95-slim-bookworm AS build
ARG TARGET=x86_64-unknown-linux-musl
RUN apt-get update \
    && apt-get install --yes --no-install-recommends ca-certificates musl-tools \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN rustup target add "$TARGET" \
    && cargo xtask package --target "$TARGET" --out /archive \
    && mkdir -p /image/data \
    && tar -xzf /archive/*.tar.gz --strip-components=1 -C /image

FROM scratch
COPY --from=build /image/bin/ /usr/local/bin/
COPY --from=build /image/LICENSE-APACHE /image/LICENSE-MIT /image/THIRD-PARTY.txt /licences/
# The harness verifies certificates by these.
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build --chown=65532:65532 /image/data/ /data/
ENV PATH=/usr/local/bin
WORKDIR /data
USER 65532:65532
CMD ["conformance", "--help"]
