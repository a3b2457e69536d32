package sdk

import (
	"bytes"
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// DecodeError is returned for a value that does not have the shape that the description declares.
type DecodeError struct {
	// Pointer is the JSON Pointer (RFC 6901) of the value; empty for the whole document.
	Pointer string
	// Expected is what the description declares there.
	Expected string
	// Found is what was found instead.
	Found string
}

// Error returns where and how the value differs.
func (e *DecodeError) Error() string {
	place := e.Pointer
	if place == "" {
		place = "the document"
	}
	return fmt.Sprintf("at %s: expected %s, found %s", place, e.Expected, e.Found)
}

const (
	// mostNoted limits the total length of the recorded pointers, in bytes; one more pointer may
	// exceed it.
	mostNoted = 1 << 20
	// mostRereading is how many times the attempts within an attempt may read the value again. Without
	// a limit, nested unions would take exponential time.
	mostRereading = 256
)

// decodeJSON decodes a document into target, which is a pointer, and returns the JSON Pointers (RFC
// 6901) of the properties that the description does not define.
func decodeJSON(text []byte, target any) ([]string, error) {
	tree, err := parseJSON(text)
	if err != nil {
		return nil, err
	}
	return decodeTree(tree, target)
}

// decodeTree decodes parsed JSON into target, which is a pointer, and returns the unknown properties.
func decodeTree(tree, target any) ([]string, error) {
	var d decoder
	if err := d.decode(reflect.ValueOf(target).Elem(), tree); err != nil {
		return nil, err
	}
	return d.unknown, nil
}

// decodeInto is decodeJSON for the UnmarshalJSON method of a type.
func decodeInto(text []byte, target any) error {
	_, err := decodeJSON(text, target)
	return err
}

func parseJSON(text []byte) (any, error) {
	bad := func(err error) error {
		return &DecodeError{Expected: "JSON", Found: "invalid text: " + err.Error()}
	}
	if !utf8.Valid(text) {
		return nil, bad(errors.New("it is not UTF-8"))
	}
	reader := json.NewDecoder(bytes.NewReader(text))
	reader.UseNumber()
	var tree any
	if err := reader.Decode(&tree); err != nil {
		return nil, bad(err)
	}
	if _, err := reader.Token(); err != io.EOF {
		return nil, bad(errors.New("more text follows the value"))
	}
	return tree, nil
}

// decoder is the location in the document while decoding, with the unknown properties found so far.
type decoder struct {
	path    []string
	unknown []string
	noted   int
	// attempts is the number of nested attempts in progress, and budget how much those within the
	// outermost one may still read.
	attempts, budget int
}

func (d *decoder) decode(v reflect.Value, tree any) error {
	made := planOf(v.Type())
	switch made.kind {
	case planAny:
		if tree != nil {
			v.Set(reflect.ValueOf(tree))
		}
	case planNothing:
		if tree != nil {
			return d.fail("null", tree)
		}
	case planBool:
		value, ok := tree.(bool)
		v.SetBool(value)
		return d.check(ok, "a boolean", tree)
	case planInt, planUint, planFloat, planNumber:
		return d.number(made.kind, v, tree)
	case planString, planText, planTime, planBytes:
		text, ok := tree.(string)
		if !ok {
			return d.fail("a string", tree)
		}
		if setText(made.kind, v, text) {
			return nil
		}
		return d.fail(expectedText(made.kind, v), tree)
	case planList:
		return d.list(v, tree)
	case planMap:
		return d.object(v, tree)
	case planPointer:
		v.Set(reflect.New(v.Type().Elem()))
		return d.decode(v.Elem(), tree)
	case planOptional:
		target := v.Addr().Interface().(optionalTarget)
		if tree == nil {
			target.setNull()
			return nil
		}
		return d.decode(reflect.ValueOf(target.fresh()).Elem(), tree)
	case planRecord:
		return d.record(made, v, tree)
	case planUnion:
		return d.union(made.union, v, tree)
	default:
		return fmt.Errorf("%s is not a type of the description", v.Type())
	}
	return nil
}

// setText sets a value from a text, and reports whether that was possible.
func setText(kind planKind, v reflect.Value, text string) bool {
	switch kind {
	case planText:
		err := v.Addr().Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(text))
		return err == nil
	case planTime:
		t, ok := parseTime(text)
		v.Set(reflect.ValueOf(t))
		return ok
	case planBytes:
		content, err := parseBase64(text)
		v.SetBytes(content)
		return err == nil
	default:
		v.SetString(text)
		return true
	}
}

// expectedText describes the texts of a type.
func expectedText(kind planKind, v reflect.Value) string {
	switch kind {
	case planText:
		return "the text of a " + v.Type().Name()
	case planTime:
		return "an RFC 3339 date-time"
	case planBytes:
		return "base64 text"
	default:
		return "a string"
	}
}

// parseBase64 decodes base64 text (RFC 4648 §4); padding is optional.
func parseBase64(text string) ([]byte, error) {
	return base64.RawStdEncoding.DecodeString(strings.TrimRight(text, "="))
}

func (d *decoder) number(kind planKind, v reflect.Value, tree any) error {
	number, ok := tree.(json.Number)
	text := number.String()
	switch kind {
	case planInt:
		whole, good := wholeNumber(text)
		ok = ok && good && !v.OverflowInt(whole)
		v.SetInt(whole)
	case planUint:
		whole, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			signed, good := wholeNumber(text)
			whole, ok = uint64(signed), ok && good && signed >= 0
		}
		ok = ok && !v.OverflowUint(whole)
		v.SetUint(whole)
	case planFloat:
		value, err := strconv.ParseFloat(text, v.Type().Bits())
		ok = ok && err == nil
		v.SetFloat(value)
	default:
		ok = ok && v.Addr().Interface().(*DecimalNumber).setNumber(text)
	}
	if ok {
		return nil
	}
	if kind == planInt || kind == planUint {
		return d.fail(fmt.Sprintf("a whole number of %d bits", v.Type().Bits()), tree)
	}
	return d.fail("a number", tree)
}

// wholeNumber parses an integer. 1.0 is the same JSON number as 1 (JSON Schema 2020-12 §6.1.1).
func wholeNumber(text string) (int64, bool) {
	if whole, err := strconv.ParseInt(text, 10, 64); err == nil {
		return whole, true
	}
	const exact = 1 << 53
	number, err := strconv.ParseFloat(text, 64)
	if err != nil || number != math.Trunc(number) || math.Abs(number) >= exact {
		return 0, false
	}
	return int64(number), true
}

func (d *decoder) list(v reflect.Value, tree any) error {
	items, ok := tree.([]any)
	if !ok {
		return d.fail("an array", tree)
	}
	v.Set(reflect.MakeSlice(v.Type(), len(items), len(items)))
	for index, item := range items {
		if err := d.within(strconv.Itoa(index), v.Index(index), item); err != nil {
			return err
		}
	}
	return nil
}

func (d *decoder) object(v reflect.Value, tree any) error {
	members, ok := tree.(map[string]any)
	if !ok {
		return d.fail("an object", tree)
	}
	v.Set(reflect.MakeMapWithSize(v.Type(), len(members)))
	for _, name := range sortedNames(members) {
		value := reflect.New(v.Type().Elem()).Elem()
		if err := d.within(name, value, members[name]); err != nil {
			return err
		}
		v.SetMapIndex(reflect.ValueOf(name).Convert(v.Type().Key()), value)
	}
	return nil
}

func sortedNames(members map[string]any) []string {
	names := make([]string, 0, len(members))
	for name := range members {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (d *decoder) record(made *plan, v reflect.Value, tree any) error {
	members, ok := tree.(map[string]any)
	if !ok {
		return d.fail("an object", tree)
	}
	known := 0
	for index := range made.fields {
		one := &made.fields[index]
		value, there := members[one.name]
		if !there && !one.optional {
			return &DecodeError{d.pointer(), "the required property " + strconv.Quote(one.name), "none"}
		}
		if !there {
			continue
		}
		known++
		if value == nil && one.optional && !one.nullable {
			d.path = append(d.path, one.name)
			return d.fail("a value", nil)
		}
		if err := d.within(one.name, v.Field(one.index), value); err != nil {
			return err
		}
	}
	if known == len(members) {
		return nil
	}
	return d.rest(made, v, members)
}

// rest decodes the properties that have no field.
func (d *decoder) rest(made *plan, v reflect.Value, members map[string]any) error {
	left := map[string]any{}
	for name, value := range members {
		if _, known := made.byName[name]; !known {
			left[name] = value
		}
	}
	if made.rest == nil {
		return nil
	}
	if !made.rest.typed {
		for _, name := range sortedNames(left) {
			d.note(name)
		}
	}
	return d.decode(v.Field(made.rest.index), left)
}

func (d *decoder) note(name string) {
	if d.noted > mostNoted {
		return
	}
	pointer := d.pointer() + "/" + escapePointer(name)
	d.noted += len(pointer)
	d.unknown = append(d.unknown, pointer)
}

func (d *decoder) union(one *union, v reflect.Value, tree any) error {
	index := -1
	if one.property != "" {
		members, _ := tree.(map[string]any)
		text, ok := members[one.property].(string)
		index = slices.IndexFunc(one.members, func(member unionMember) bool {
			return ok && slices.Contains(member.values, text)
		})
	}
	if index >= 0 {
		return d.decode(v.Field(index), tree)
	}
	if one.property == "" {
		for index := range one.members {
			if d.attempt(&one.members[index], v.Field(index), tree) {
				return nil
			}
		}
	}
	if tree == nil {
		tree = json.RawMessage("null")
	}
	v.Field(v.NumField() - 1).Set(reflect.ValueOf(tree))
	return nil
}

// attempt tries to decode a value as one member of a union; a failed attempt has no effect.
func (d *decoder) attempt(member *unionMember, v reflect.Value, tree any) bool {
	if !member.admits(tree) || !d.afford(tree) {
		return false
	}
	depth, noted := len(d.path), len(d.unknown)
	d.attempts++
	err := d.decode(v, tree)
	d.attempts--
	if err != nil {
		d.path, d.unknown = d.path[:depth], d.unknown[:noted]
		v.SetZero()
	}
	return err == nil
}

// afford deducts the cost of decoding a value once more, and reports whether the budget covers it.
func (d *decoder) afford(tree any) bool {
	if d.attempts == 0 {
		d.budget = weight(tree) * mostRereading
		return true
	}
	d.budget -= weight(tree)
	return d.budget >= 0
}

// weight returns the cost of decoding a value.
func weight(tree any) int {
	sum := 1
	switch tree := tree.(type) {
	case string:
		sum += len(tree)
	case []any:
		for _, item := range tree {
			sum += weight(item)
		}
	case map[string]any:
		for name, value := range tree {
			sum += len(name) + weight(value)
		}
	}
	return sum
}

// admits reports whether a value can be this member.
func (m *unionMember) admits(tree any) bool {
	if m.kinds != "" && !strings.ContainsAny(m.kinds, kindsOf(tree)) {
		return false
	}
	members, ok := tree.(map[string]any)
	if !ok {
		// Conditions on properties apply to objects only; a member may also be null.
		return true
	}
	for _, name := range m.required {
		if _, ok := members[name]; !ok {
			return false
		}
	}
	for _, fixed := range m.fixed {
		text, ok := members[fixed.name].(string)
		if ok && !slices.Contains(fixed.values, text) {
			return false
		}
	}
	return true
}

// kindsOf returns the letters of the kinds of a value: zero (null), boolean, integer, number,
// string, list, object.
func kindsOf(tree any) string {
	switch tree := tree.(type) {
	case bool:
		return "b"
	case json.Number:
		number, err := tree.Float64()
		if err == nil && number == math.Trunc(number) {
			return "in"
		}
		return "n"
	case string:
		return "s"
	case []any:
		return "l"
	case map[string]any:
		return "o"
	default:
		return "z"
	}
}

func (d *decoder) within(name string, v reflect.Value, tree any) error {
	d.path = append(d.path, name)
	err := d.decode(v, tree)
	d.path = d.path[:len(d.path)-1]
	return err
}

func (d *decoder) check(ok bool, expected string, tree any) error {
	if ok {
		return nil
	}
	return d.fail(expected, tree)
}

func (d *decoder) fail(expected string, tree any) error {
	return &DecodeError{d.pointer(), expected, describe(tree)}
}

// pointer returns the location of the value being decoded, or nothing within an attempt, whose
// errors are never shown.
func (d *decoder) pointer() string {
	var pointer strings.Builder
	for _, name := range d.path {
		pointer.WriteByte('/')
		pointer.WriteString(escapePointer(name))
	}
	return pointer.String()
}

// escapePointer escapes a name for a JSON Pointer (RFC 6901 §3).
func escapePointer(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(name, "~", "~0"), "/", "~1")
}

// describe describes a value briefly, quoting only short ones.
func describe(tree any) string {
	switch tree := tree.(type) {
	case nil:
		return "null"
	case bool:
		return fmt.Sprintf("the boolean %t", tree)
	case json.Number:
		return "the number " + quoteShort(tree.String())
	case string:
		return "the string " + quoteShort(tree)
	case []any:
		return "an array"
	default:
		return "an object"
	}
}

// quoteShort quotes a text if it is short.
func quoteShort(text string) string {
	const longest = 40
	if utf8.RuneCountInString(text) > longest {
		return "of more than 40 characters"
	}
	return strconv.Quote(text)
}
