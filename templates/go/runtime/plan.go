package sdk

import (
	"encoding"
	"encoding/json"
	"reflect"
	"strings"
	"sync"
	"time"
)

// plan is how the values of a type are decoded and encoded. It is created once for each type.
type plan struct {
	kind   planKind
	fields []field
	// byName maps the names of properties to fields.
	byName map[string]int
	// rest is the field for properties without a field; nil for none.
	rest *field
	// union is how the members of a union are distinguished.
	union *union
}

// planKind is a kind of type as seen by JSON.
type planKind uint8

const (
	planUnsupported planKind = iota
	planAny
	planNothing
	planBool
	planInt
	planUint
	planFloat
	planString
	planText
	planTime
	planNumber
	planBytes
	planList
	planMap
	planPointer
	planOptional
	planRecord
	planUnion
)

// field is a field of a record, as described by its tag: `api:"name,presence"`.
type field struct {
	index int
	name  string
	// optional is whether the property may be absent, and nullable whether it may be null.
	optional, nullable bool
	// typed is whether the description defines a type for the properties without a field.
	typed bool
}

// union is how the members of a union are distinguished. Member i is in field i of the type, and
// the field after the last one holds an unknown value.
type union struct {
	// property is the property whose value selects the member; empty if the shape of the value does.
	property string
	members  []unionMember
}

// unionMember is the conditions under which a value is decoded as this member.
type unionMember struct {
	// values are the values of the property that select this member.
	values []string
	// kinds are the JSON kinds that it can have, as letters; empty for any.
	kinds string
	// required are the properties that it requires.
	required []string
	// fixed are the properties that can only have certain values.
	fixed []fixedMember
}

// fixedMember is a property that can only have certain strings.
type fixedMember struct {
	name   string
	values []string
}

// unionType is implemented by every union.
type unionType interface{ union() *union }

var (
	plans          sync.Map
	timeType       = reflect.TypeFor[time.Time]()
	nothingType    = reflect.TypeFor[Nothing]()
	numberType     = reflect.TypeFor[DecimalNumber]()
	rawType        = reflect.TypeFor[json.RawMessage]()
	jsonNumberType = reflect.TypeFor[json.Number]()
	optionalType   = reflect.TypeFor[optional]()
	textType       = reflect.TypeFor[encoding.TextMarshaler]()
	unionsType     = reflect.TypeFor[unionType]()
)

// planOf returns the plan of a type.
func planOf(t reflect.Type) *plan {
	if known, ok := plans.Load(t); ok {
		return known.(*plan)
	}
	made, _ := plans.LoadOrStore(t, newPlan(t))
	return made.(*plan)
}

func newPlan(t reflect.Type) *plan {
	switch {
	case t.Kind() == reflect.Pointer:
		// A pointer has the methods of the type that it points to.
		return &plan{kind: planPointer}
	case t == timeType:
		return &plan{kind: planTime}
	case t == nothingType:
		return &plan{kind: planNothing}
	case t == numberType:
		return &plan{kind: planNumber}
	case t == rawType || t == jsonNumberType:
		return &plan{kind: planUnsupported}
	case t.Implements(optionalType):
		return &plan{kind: planOptional}
	case t.Implements(unionsType):
		return &plan{kind: planUnion, union: reflect.Zero(t).Interface().(unionType).union()}
	case t.Implements(textType):
		return &plan{kind: planText}
	case t.Kind() == reflect.Struct:
		return newRecord(t)
	case t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return &plan{kind: planBytes}
	default:
		return &plan{kind: plainKind(t.Kind())}
	}
}

func plainKind(kind reflect.Kind) planKind {
	switch kind {
	case reflect.Interface:
		return planAny
	case reflect.Bool:
		return planBool
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return planInt
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return planUint
	case reflect.Float32, reflect.Float64:
		return planFloat
	case reflect.String:
		return planString
	case reflect.Slice:
		return planList
	case reflect.Map:
		return planMap
	default:
		return planUnsupported
	}
}

// newRecord reads the tags of a struct. A struct without tags is not from this package.
func newRecord(t reflect.Type) *plan {
	made := &plan{kind: planUnsupported, byName: map[string]int{}}
	for index := range t.NumField() {
		tag, ok := t.Field(index).Tag.Lookup("api")
		if !ok {
			continue
		}
		made.kind = planRecord
		comma := strings.LastIndexByte(tag, ',')
		one := field{index: index, name: tag[:comma]}
		switch tag[comma+1:] {
		case "optional":
			one.optional = true
		case "nullable":
			one.nullable = true
		case "optional-nullable":
			one.optional, one.nullable = true, true
		case "unknown":
			made.rest = &one
			continue
		case "additional":
			one.typed = true
			made.rest = &one
			continue
		}
		made.byName[one.name] = len(made.fields)
		made.fields = append(made.fields, one)
	}
	return made
}
