// Package wire encodes values for requests: parameters and form fields by their style (OAS 3.0.3
// §4.7.12.3, which builds on RFC 6570), and multipart forms.
//
//   - null, an empty list and an empty object are not sent (RFC 6570 §2.3).
//   - In paths and queries, all characters except the unreserved ones (RFC 3986 §2.3) are
//     percent-encoded, and so are the delimiters of the style within a value.
//   - Header fields and cookies have no escapes: values that they cannot represent are an error.
//   - Lists and objects within flat styles, for which OAS defines no form, are written as JSON.
//   - deepObject nests: a[b][c]=1, a[b][]=1, a[b][0][c]=1.
package wire

// Location is where a parameter is sent.
type Location uint8

// The locations.
const (
	Path Location = iota
	Query
	Header
	Cookie
)

// Style is how a value is converted to text.
type Style uint8

// The styles. Usual is the default style of the location, with its default explode.
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
	// In is where the parameter is sent.
	In Location
	// Required is whether the parameter is required.
	Required bool
	// Shared is whether the client sets the parameter for all calls, unless a call sets it.
	Shared bool
	// Style is how the value is converted to text.
	Style Style
	// Explode is whether each item or property is written separately; ignored for the usual style,
	// which has the default of the location.
	Explode bool
	// Reserved is whether reserved characters (RFC 3986 §2.2) are sent as they are.
	Reserved bool
	// JSON is whether the value is encoded as JSON.
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
	// first is written before the first item, apart between items that are separate, and within
	// between the items of one value.
	first, apart, within string
	// named is whether values are written as name=value.
	named bool
	// bare is whether = is left out before an empty value.
	bare bool
}

// layoutOf returns the delimiters. A style that the location does not allow counts as its default
// style.
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
	case p.Style == Simple:
		// The whole query (OpenAPI 3.2.0 §4.12.2).
		return layout{apart: "&", within: ","}
	default:
		return layout{apart: "&", within: ",", named: true}
	}
}
