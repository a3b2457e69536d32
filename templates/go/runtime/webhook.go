package sdk

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
)

// SignatureHeader is the header field that carries the signature of a webhook, by default.
const SignatureHeader = "X-Service-Signature-256"

const signaturePrefix = "sha256="

// Why a webhook is not to be trusted.
var (
	// ErrNoSecret says that there is no secret to verify webhooks with, or an empty one, with which
	// anyone could sign.
	ErrNoSecret = errors.New("there is no secret to verify webhooks with, or an empty one")
	// ErrMissingSignature says that there is no signature, or more than one.
	ErrMissingSignature = errors.New("the webhook does not have exactly one signature")
	// ErrMalformedSignature says that the signature is malformed.
	ErrMalformedSignature = errors.New("the signature is not `sha256=` and 64 hexadecimal digits")
	// ErrSignatureMismatch says that the body is not signed with any of the secrets.
	ErrSignatureMismatch = errors.New("the signature does not match the body")
)

// Verifier verifies webhooks: a signature is "sha256=" and the HMAC-SHA256 (RFC 2104) of the body,
// byte for byte as received, in lower-case hexadecimal digits.
//
// Time says nothing about a secret: signatures are compared in constant time.
type Verifier struct {
	// Header is the header field that carries signatures.
	Header string
	// AllowUpperCase takes upper-case hexadecimal digits as well.
	AllowUpperCase bool

	secrets []Secret
}

// NewVerifier verifies with one of these secrets; while one is replaced, both are good.
func NewVerifier(secrets ...string) (*Verifier, error) {
	v := &Verifier{Header: SignatureHeader}
	for _, secret := range secrets {
		if secret == "" {
			return nil, ErrNoSecret
		}
		v.secrets = append(v.secrets, NewSecret(secret))
	}
	if len(v.secrets) == 0 {
		return nil, ErrNoSecret
	}
	return v, nil
}

// Verify reports whether a body is signed with one of the secrets.
func (v *Verifier) Verify(signature string, body []byte) error {
	digits, ok := strings.CutPrefix(signature, signaturePrefix)
	if !v.AllowUpperCase && strings.ToLower(digits) != digits {
		return ErrMalformedSignature
	}
	actual, err := hex.DecodeString(digits)
	if !ok || err != nil || len(actual) != sha256.Size {
		return ErrMalformedSignature
	}
	// Every secret is tried, so that time does not say which one it was.
	genuine := false
	for _, secret := range v.secrets {
		genuine = hmac.Equal(sum(secret, body), actual) || genuine
	}
	if !genuine {
		return ErrSignatureMismatch
	}
	return nil
}

// VerifyHeader reports whether a body is signed, with the signature among these header fields.
func (v *Verifier) VerifyHeader(header http.Header, body []byte) error {
	signatures := header.Values(v.Header)
	if len(signatures) != 1 {
		return ErrMissingSignature
	}
	return v.Verify(signatures[0], body)
}

// ParseWebhook returns the event in a body that is signed, with the signature among these header
// fields. Nothing is read of a body that is not.
func ParseWebhook[T any](v *Verifier, header http.Header, body []byte) (*T, error) {
	if err := v.VerifyHeader(header, body); err != nil {
		return nil, err
	}
	event := new(T)
	if _, err := decodeJSON(body, event); err != nil {
		return nil, err
	}
	return event, nil
}

// SignWebhook returns the signature of a body, as it is sent; for those who test what they do with
// webhooks.
func SignWebhook(secret string, body []byte) string {
	return signaturePrefix + hex.EncodeToString(sum(NewSecret(secret), body))
}

func sum(secret Secret, body []byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret.Expose()))
	_, _ = mac.Write(body) // It never fails.
	return mac.Sum(nil)
}
