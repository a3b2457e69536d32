package sdk

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/http"
	"strings"
)

// SignatureHeader is the default header field of the signature.
const SignatureHeader = "X-Service-Signature-256"

const signaturePrefix = "sha256="

// The reasons that a webhook is rejected.
var (
	// ErrNoSecret is returned if there is no secret to verify webhooks with, or if one is empty.
	ErrNoSecret = errors.New("there is no secret to verify webhooks with, or an empty one")
	// ErrMissingSignature is returned if there is no signature, or more than one.
	ErrMissingSignature = errors.New("the webhook does not have exactly one signature")
	// ErrMalformedSignature is returned if the signature is malformed.
	ErrMalformedSignature = errors.New("the signature is not `sha256=` and 64 hexadecimal digits")
	// ErrSignatureMismatch is returned if the body is not signed with any of the secrets.
	ErrSignatureMismatch = errors.New("the signature does not match the body")
)

// Verifier verifies webhooks. The signature is "sha256=" followed by the HMAC-SHA256 (RFC 2104) of
// the body as received, in lower-case hexadecimal digits.
//
// Signatures are compared in constant time, so that timing reveals nothing about a secret.
type Verifier struct {
	// Header is the header field of the signature.
	Header string
	// AllowUpperCase is whether upper-case hexadecimal digits are accepted.
	AllowUpperCase bool

	secrets []Secret
}

// NewVerifier returns a verifier with one or more secrets. Pass the old and the new one while a
// secret is rotated.
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

// Verify returns an error unless the body is signed with one of the secrets.
func (v *Verifier) Verify(signature string, body []byte) error {
	digits, ok := strings.CutPrefix(signature, signaturePrefix)
	if !v.AllowUpperCase && strings.ToLower(digits) != digits {
		return ErrMalformedSignature
	}
	actual, err := hex.DecodeString(digits)
	if !ok || err != nil || len(actual) != sha256.Size {
		return ErrMalformedSignature
	}
	// Compare with every secret, so that timing does not reveal which one matches.
	genuine := false
	for _, secret := range v.secrets {
		genuine = hmac.Equal(sum(secret, body), actual) || genuine
	}
	if !genuine {
		return ErrSignatureMismatch
	}
	return nil
}

// VerifyHeader is like [Verifier.Verify] with the signature from the header fields.
func (v *Verifier) VerifyHeader(header http.Header, body []byte) error {
	signatures := header.Values(v.Header)
	if len(signatures) != 1 {
		return ErrMissingSignature
	}
	return v.Verify(signatures[0], body)
}

// ParseWebhook verifies the body with the signature from the header fields, and decodes the event
// in it.
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

// SignWebhook returns the signature of a body in the form in which it is sent, for tests of webhook
// handlers.
func SignWebhook(secret string, body []byte) string {
	return signaturePrefix + hex.EncodeToString(sum(NewSecret(secret), body))
}

func sum(secret Secret, body []byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret.Expose()))
	_, _ = mac.Write(body) // It never fails.
	return mac.Sum(nil)
}
