// Package wire writes values as the texts that requests carry: parameters and form fields by
// their style (OAS 3.0.3 §4.7.12.3, which builds on RFC 6570), and bodies of several parts.
//
//   - null, and a list or an object without members, is not sent (RFC 6570 §2.3).
//   - In paths and queries all but the unreserved characters (RFC 3986 §2.3) is percent-encoded,
//     and a delimiter of the style wherever it is part of a value.
//   - Header fields and cookies know no escapes: what they cannot carry is refused.
//   - Lists and objects within flat styles, where OAS gives them no form, are JSON text.
//   - deepObject nests: a[b][c]=1, a[b][]=1, a[b][0][c]=1.
package wire

// Location is the place in a request where a parameter is sent.
type Location uint8

// The locations.
const (
	Path Location = iota
	Query
	Header
	Cookie
)

// Style is how a value is written as text.
type Style uint8

// The styles. Usual is the one that OAS gives the location, with its explode.
const (
	Usual Style = iota
	Simple
	Form
	Matrix
	Label
	SpaceDelimited
	PipeDelimited
	DeepObject
)

// Parameter is one parameter of an operation, or one field of a form.
type Parameter struct {
	// Name is the name as it is sent.
	Name string
	// In is the place where it is sent.
	In Location
	// Required says that it is required.
	Required bool
	// Style is how its value is written.
	Style Style
	// Explode says that each item or property is written separately; with the usual style, that is
	// given by the location.
	Explode bool
	// Reserved says that reserved characters (RFC 3986 §2.2) are sent as they are.
	Reserved bool
	// JSON says that its text is JSON.
	JSON bool
}

// explode reports whether each item or property is written separately.
func (p *Parameter) explode() bool {
	if p.Style == Usual {
		return p.In == Query || p.In == Cookie
	}
	return p.Explode
}

// isDeep reports whether the parameter is written as name[property]=value.
func (p *Parameter) isDeep() bool { return p.In == Query && p.Style == DeepObject }

// layout is the delimiters of a style, in the terms of RFC 6570 §3.2.1.
type layout struct {
	// first precedes everything, apart between items that are written separately, and within between
	// items of one value.
	first, apart, within string
	// named says that values are written as name=value.
	named bool
	// bare says that the = is left out before an empty value.
	bare bool
}

// layoutOf returns the delimiters. A style that its place does not know counts as the default of
// the place.
func layoutOf(p *Parameter) layout {
	switch {
	case p.In == Path && p.Style == Label:
		return layout{first: ".", apart: ".", within: ","}
	case p.In == Path && p.Style == Matrix:
		return layout{first: ";", apart: ";", within: ",", named: true, bare: true}
	case p.In == Path || p.In == Header:
		return layout{apart: ",", within: ","}
	case p.In == Cookie:
		return layout{apart: ";", within: ",", named: true}
	case p.Style == SpaceDelimited:
		return layout{apart: "&", within: " ", named: true}
	case p.Style == PipeDelimited:
		return layout{apart: "&", within: "|", named: true}
	default:
		return layout{apart: "&", within: ",", named: true}
	}
}
