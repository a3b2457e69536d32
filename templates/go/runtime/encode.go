package sdk

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"sdk/internal/wire"
)

// deepestValue is the maximum nesting depth of a value, because a cyclic value would never end.
const deepestValue = 512

// encodeJSON encodes a value as compact JSON, with properties in the order of the description and
// only the escapes that JSON requires.
func encodeJSON(value any) ([]byte, error) {
	var e encoder
	if err := e.encode(reflect.ValueOf(value), 0); err != nil {
		return nil, err
	}
	return e.out, nil
}

// treeOf converts a value to the tree that package wire uses.
func treeOf(value any) (any, error) {
	// Shortcut: most parameters are strings.
	v := reflect.ValueOf(value)
	if maybe, ok := value.(optional); ok {
		v = reflect.ValueOf(maybe.held()).Elem()
	}
	if v.IsValid() && planOf(v.Type()).kind == planString {
		return strings.ToValidUTF8(v.String(), "\uFFFD"), nil
	}
	text, err := encodeJSON(value)
	if err != nil {
		return nil, err
	}
	return wire.Parse(text)
}

type encoder struct{ out []byte }

func (e *encoder) encode(v reflect.Value, depth int) error {
	if depth > deepestValue {
		return fmt.Errorf("a value cannot nest deeper than %d", deepestValue)
	}
	if !v.IsValid() {
		e.text("null")
		return nil
	}
	made := planOf(v.Type())
	switch made.kind {
	case planAny:
		return e.any(v.Elem(), depth)
	case planNothing:
		e.text("null")
	case planBool:
		e.out = strconv.AppendBool(e.out, v.Bool())
	case planInt:
		e.out = strconv.AppendInt(e.out, v.Int(), 10)
	case planUint:
		e.out = strconv.AppendUint(e.out, v.Uint(), 10)
	case planFloat:
		return e.float(v)
	case planString:
		// JSON is UTF-8 (RFC 8259 §8.1).
		e.out = wire.AppendString(e.out, strings.ToValidUTF8(v.String(), "\uFFFD"))
	case planText:
		text, err := v.Interface().(encoding.TextMarshaler).MarshalText()
		e.out = wire.AppendString(e.out, string(text))
		return err
	case planTime:
		text, err := formatTime(v.Interface().(time.Time))
		e.out = wire.AppendString(e.out, text)
		return err
	case planNumber:
		text, err := v.Interface().(DecimalNumber).MarshalJSON()
		e.out = append(e.out, text...)
		return err
	case planBytes:
		e.out = wire.AppendString(e.out, base64.StdEncoding.EncodeToString(v.Bytes()))
	case planList:
		return e.list(v, depth)
	case planMap:
		return e.object(v, depth)
	case planPointer:
		if v.IsNil() {
			return errors.New("a required value is nil")
		}
		return e.encode(v.Elem(), depth+1)
	case planOptional:
		return e.optional(v, depth)
	case planRecord:
		return e.record(made, v, depth)
	case planUnion:
		return e.union(v, depth)
	default:
		return e.foreign(v)
	}
	return nil
}

func (e *encoder) text(text string) { e.out = append(e.out, text...) }

// any encodes a value whose type the description does not define.
func (e *encoder) any(v reflect.Value, depth int) error {
	if !v.IsValid() {
		e.text("null")
		return nil
	}
	isNil := v.Kind() == reflect.Map || v.Kind() == reflect.Slice || v.Kind() == reflect.Pointer
	if isNil && v.IsNil() {
		e.text("null")
		return nil
	}
	return e.encode(v, depth+1)
}

// foreign encodes a value of a type from another package.
func (e *encoder) foreign(v reflect.Value) error {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v.Interface())
	e.out = append(e.out, bytes.TrimRight(out.Bytes(), "\n")...)
	return err
}

// float encodes numbers like ECMAScript: the shortest text that parses as the same number.
func (e *encoder) float(v reflect.Value) error {
	number := v.Float()
	if math.IsNaN(number) || math.IsInf(number, 0) {
		return fmt.Errorf("JSON cannot represent the number %v", number)
	}
	format := byte('f')
	if size := math.Abs(number); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	e.out = strconv.AppendFloat(e.out, number, format, -1, v.Type().Bits())
	return nil
}

func (e *encoder) list(v reflect.Value, depth int) error {
	e.text("[")
	for index := range v.Len() {
		if index > 0 {
			e.text(",")
		}
		if err := e.encode(v.Index(index), depth+1); err != nil {
			return at(strconv.Itoa(index), err)
		}
	}
	e.text("]")
	return nil
}

func (e *encoder) object(v reflect.Value, depth int) error {
	if v.Type().Key().Kind() != reflect.String {
		return e.foreign(v)
	}
	e.text("{")
	if err := e.members(v, depth, true, nil); err != nil {
		return err
	}
	e.text("}")
	return nil
}

// members encodes the entries of a map in the order of their names, except those that a field has
// already written.
func (e *encoder) members(v reflect.Value, depth int, first bool, written *plan) error {
	for _, name := range sortedKeys(v) {
		if written != nil {
			if _, ok := written.byName[name]; ok {
				continue
			}
		}
		e.name(name, &first)
		if err := e.encode(v.MapIndex(reflect.ValueOf(name).Convert(v.Type().Key())), depth+1); err != nil {
			return at(name, err)
		}
	}
	return nil
}

func sortedKeys(v reflect.Value) []string {
	names := make([]string, 0, v.Len())
	for _, key := range v.MapKeys() {
		names = append(names, key.String())
	}
	slices.Sort(names)
	return names
}

func (e *encoder) name(name string, first *bool) {
	if !*first {
		e.text(",")
	}
	*first = false
	e.out = wire.AppendString(e.out, name)
	e.text(":")
}

func (e *encoder) optional(v reflect.Value, depth int) error {
	held := reflect.ValueOf(v.Interface().(optional).held())
	if held.IsNil() {
		e.text("null")
		return nil
	}
	return e.encode(held.Elem(), depth+1)
}

func (e *encoder) record(made *plan, v reflect.Value, depth int) error {
	first := true
	e.text("{")
	for _, one := range made.fields {
		value := v.Field(one.index)
		if maybe, ok := value.Interface().(optional); ok {
			if maybe.IsZero() && one.optional {
				continue
			}
			if maybe.IsNull() && one.optional && !one.nullable {
				return at(one.name, errors.New("it may be absent, but not null"))
			}
		}
		e.name(one.name, &first)
		if err := e.encode(value, depth+1); err != nil {
			return at(one.name, err)
		}
	}
	if made.rest != nil {
		if err := e.members(v.Field(made.rest.index), depth, first, made); err != nil {
			return err
		}
	}
	e.text("}")
	return nil
}

// union encodes the member that is set, or the unknown value.
func (e *encoder) union(v reflect.Value, depth int) error {
	last := v.NumField() - 1
	set := -1
	for index := range last {
		if v.Field(index).IsNil() {
			continue
		}
		if set >= 0 {
			return fmt.Errorf("%s has more than one member set", v.Type().Name())
		}
		set = index
	}
	if set < 0 && v.Field(last).IsNil() {
		return fmt.Errorf("%s has no member set", v.Type().Name())
	}
	if set < 0 {
		set = last
	}
	return e.encode(v.Field(set), depth+1)
}

// encodeError is an error of encoding with its location in the value.
type encodeError struct {
	pointer string
	err     error
}

func (e *encodeError) Error() string { return e.pointer + ": " + e.err.Error() }

func (e *encodeError) Unwrap() error { return e.err }

func at(name string, err error) error {
	pointer := "/" + escapePointer(name)
	var inner *encodeError
	if errors.As(err, &inner) {
		return &encodeError{pointer + inner.pointer, inner.err}
	}
	return &encodeError{pointer, err}
}

// memberOf returns the member of a union that is set.
func memberOf(value any) any {
	v := reflect.ValueOf(value)
	for index := range v.NumField() {
		if one := v.Field(index); !one.IsNil() {
			return one.Interface()
		}
	}
	return nil
}
