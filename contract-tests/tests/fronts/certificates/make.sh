#!/bin/sh
# Creates the certificates for the tests: a CA, and certificates of a server and a client that it signs.
set -eu
cd "$(dirname "$0")"
key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key" 2>/dev/null; }
key ca
openssl req -x509 -new -key ca.key -subj "/CN=Front test CA" -days 36500 -out ca.pem \
    -addext "keyUsage=critical,keyCertSign" 2>/dev/null
leaf() {
    key "$1"
    printf 'basicConstraints=CA:FALSE\nextendedKeyUsage=%s\nsubjectAltName=%s\n' "$2" "$3" > "$1.ext"
    openssl req -new -key "$1.key" -subj "/CN=$1" -out "$1.csr"
    openssl x509 -req -in "$1.csr" -CA ca.pem -CAkey ca.key -CAcreateserial -days 36500 \
        -extfile "$1.ext" -out "$1.pem" 2>/dev/null
    rm "$1.csr" "$1.ext"
}
leaf server serverAuth "DNS:localhost,DNS:api.staging.test,DNS:auth.staging.test,IP:127.0.0.1"
leaf client clientAuth "DNS:conformance"
rm -f ca.key ca.srl
