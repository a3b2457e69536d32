package sdk

// Nothing is the type of a value that can only be null.
type Nothing struct{}

// MarshalJSON writes null.
func (Nothing) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

// UnmarshalJSON reads null.
func (n *Nothing) UnmarshalJSON(text []byte) error { return decodeInto(text, n) }
