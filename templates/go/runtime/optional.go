package sdk

import "fmt"

// Optional is a value that may be absent and, if the description allows it, null. The zero value is
// absent:
//
//	marketplace.Some(value)
//	marketplace.Null[time.Time]()
type Optional[T any] struct {
	value *T
	null  bool
}

// Some returns an Optional with a value.
func Some[T any](value T) Optional[T] { return Optional[T]{value: &value} }

// Null returns an Optional that is null.
func Null[T any]() Optional[T] { return Optional[T]{null: true} }

// Get returns the value and whether there is one.
func (o Optional[T]) Get() (T, bool) {
	if o.value == nil {
		var none T
		return none, false
	}
	return *o.value, true
}

// Or returns the value, or other if there is no value.
func (o Optional[T]) Or(other T) T {
	if o.value == nil {
		return other
	}
	return *o.value
}

// IsZero reports whether the value is absent.
func (o Optional[T]) IsZero() bool { return o.value == nil && !o.null }

// IsNull reports whether the value is null.
func (o Optional[T]) IsNull() bool { return o.null }

// String returns the value as text, "null" or "absent".
func (o Optional[T]) String() string {
	switch {
	case o.value != nil:
		return fmt.Sprint(*o.value)
	case o.null:
		return "null"
	default:
		return "absent"
	}
}

// MarshalJSON writes the value, or null if there is no value.
func (o Optional[T]) MarshalJSON() ([]byte, error) {
	if o.value == nil {
		return []byte("null"), nil
	}
	return encodeJSON(*o.value)
}

// UnmarshalJSON reads a value or null.
func (o *Optional[T]) UnmarshalJSON(text []byte) error { return decodeInto(text, o) }

// optional is what the encoder requires of an Optional of any type.
type optional interface {
	IsZero() bool
	IsNull() bool
	held() any
}

// optionalTarget is what the decoder requires of an Optional of any type.
type optionalTarget interface {
	setNull()
	fresh() any
}

func (o Optional[T]) held() any { return o.value }

func (o *Optional[T]) setNull() { *o = Null[T]() }

// fresh allocates the value and returns a pointer to it.
func (o *Optional[T]) fresh() any {
	*o = Optional[T]{value: new(T)}
	return o.value
}
