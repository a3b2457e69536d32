package sdk

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

// Decimal is an exact decimal number that keeps its digits: "1.50" stays "1.50". The zero value is
// 0. Compare numbers with [Decimal.Cmp], not with ==.
type Decimal struct {
	// text is empty for 0.
	text string
}

// longestDecimal is the maximum number of characters of a decimal.
const longestDecimal = 1000

// ParseDecimal parses a number in fixed-point notation, such as "-12.50". An exponent, leading
// zeros and a sign for zero are errors.
func ParseDecimal(text string) (Decimal, error) {
	digits := strings.TrimPrefix(text, "-")
	whole, fraction, hasPoint := strings.Cut(digits, ".")
	isZero := strings.Trim(digits, "0.") == ""
	switch {
	case len(text) > longestDecimal,
		!isDigits(whole),
		len(whole) > 1 && whole[0] == '0',
		hasPoint && !isDigits(fraction),
		isZero && digits != text:
		return Decimal{}, fmt.Errorf("%s is not a decimal number", quoteShort(text))
	}
	return Decimal{text}, nil
}

// MustDecimal is like [ParseDecimal] but panics if the text is not a number. Use it for constants.
func MustDecimal(text string) Decimal {
	number, err := ParseDecimal(text)
	if err != nil {
		panic(err)
	}
	return number
}

// DecimalOf returns an integer as a decimal.
func DecimalOf(number int64) Decimal { return Decimal{strconv.FormatInt(number, 10)} }

// String returns the digits.
func (d Decimal) String() string {
	if d.text == "" {
		return "0"
	}
	return d.text
}

// Rat returns the number for exact arithmetic.
func (d Decimal) Rat() *big.Rat {
	number, _ := new(big.Rat).SetString(d.String())
	return number
}

// Float64 returns the nearest float64.
func (d Decimal) Float64() float64 {
	number, _ := strconv.ParseFloat(d.String(), 64)
	return number
}

// Cmp compares two numbers by value: 1.5 equals 1.50.
func (d Decimal) Cmp(other Decimal) int { return d.Rat().Cmp(other.Rat()) }

// Sign returns -1, 0 or 1 for a negative number, zero or a positive number.
func (d Decimal) Sign() int { return d.Rat().Sign() }

// Add returns the exact sum.
func (d Decimal) Add(other Decimal) Decimal {
	return exact(new(big.Rat).Add(d.Rat(), other.Rat()), max(d.scale(), other.scale()))
}

// Sub returns the exact difference.
func (d Decimal) Sub(other Decimal) Decimal {
	return exact(new(big.Rat).Sub(d.Rat(), other.Rat()), max(d.scale(), other.scale()))
}

// Mul returns the exact product.
func (d Decimal) Mul(other Decimal) Decimal {
	return exact(new(big.Rat).Mul(d.Rat(), other.Rat()), d.scale()+other.scale())
}

// scale returns the number of digits after the decimal point.
func (d Decimal) scale() int {
	_, fraction, _ := strings.Cut(d.text, ".")
	return len(fraction)
}

func exact(number *big.Rat, scale int) Decimal { return Decimal{number.FloatString(scale)} }

// MarshalText returns the digits.
func (d Decimal) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what [ParseDecimal] does.
func (d *Decimal) UnmarshalText(text []byte) error {
	number, err := ParseDecimal(string(text))
	if err == nil {
		*d = number
	}
	return err
}

// DecimalNumber is a decimal that is a JSON number, where a plain [Decimal] is a JSON string.
//
// Programs read JSON numbers as binary floating point (RFC 8259 §6), so only those are written
// whose shortest binary text is the same number: all of up to 15 digits.
type DecimalNumber struct{ Decimal }

// MarshalJSON writes a JSON number.
func (d DecimalNumber) MarshalJSON() ([]byte, error) {
	text := d.String()
	if strings.Contains(text, ".") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	shortest := strconv.FormatFloat(d.Float64(), 'f', -1, 64)
	kept, ok := new(big.Rat).SetString(shortest)
	if !ok || kept.Cmp(d.Rat()) != 0 {
		return nil, fmt.Errorf("%s has more digits than a JSON number can represent", text)
	}
	return []byte(text), nil
}

// UnmarshalJSON reads a JSON number.
func (d *DecimalNumber) UnmarshalJSON(text []byte) error { return decodeInto(text, d) }

// setNumber parses a JSON number, with or without an exponent.
func (d *DecimalNumber) setNumber(text string) bool {
	mantissa, exponent, _ := strings.Cut(strings.ToLower(text), "e")
	if exponent == "" {
		exponent = "0"
	}
	shift, err := strconv.Atoi(exponent)
	if err != nil || len(text) > longestDecimal || shift < -longestDecimal || shift > longestDecimal {
		return false
	}
	number, ok := new(big.Rat).SetString(text)
	if ok {
		scale := max(0, Decimal{mantissa}.scale()-shift)
		d.Decimal = exact(number, scale)
	}
	return ok
}

func isDigits(text string) bool {
	for index := range len(text) {
		if text[index] < '0' || text[index] > '9' {
			return false
		}
	}
	return text != ""
}
