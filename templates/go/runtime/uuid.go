package sdk

import (
	"crypto/rand"
	"fmt"
)

// newUUID returns a random UUID (RFC 9562 §5.4).
func newUUID() string {
	var bytes [16]byte
	_, _ = rand.Read(bytes[:]) // It never fails.
	bytes[6] = bytes[6]&0x0f | 0x40
	bytes[8] = bytes[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", bytes[:4], bytes[4:6], bytes[6:8], bytes[8:10], bytes[10:])
}
