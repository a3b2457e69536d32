package sdk

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Date is a date without a time (RFC 3339 full-date).
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// DateOf returns the date of a time in its own zone.
func DateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// ParseDate parses a date such as "2026-01-31".
func ParseDate(text string) (Date, error) {
	t, err := time.Parse(time.DateOnly, text)
	if err != nil || !hasForm(text, "0000-00-00") {
		return Date{}, fmt.Errorf("%s is not a date, such as 2026-01-31", quoteShort(text))
	}
	return DateOf(t), nil
}

// String returns the date as 2026-01-31.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// In returns the beginning of the date in a zone.
func (d Date) In(zone *time.Location) time.Time {
	return time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, zone)
}

// MarshalText returns the date as 2026-01-31.
func (d Date) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText parses a date like [ParseDate].
func (d *Date) UnmarshalText(text []byte) error {
	date, err := ParseDate(string(text))
	if err == nil {
		*d = date
	}
	return err
}

// parseTime parses a date-time, strictly by RFC 3339 §5.6. Fractions of a second are cut to nine
// digits, and a leap second equals the second before it.
func parseTime(text string) (time.Time, bool) {
	const clock = "0000-00-00T00:00:00"
	upper := strings.ToUpper(text)
	if len(upper) <= len(clock) || !hasForm(upper[:len(clock)], clock) {
		return time.Time{}, false
	}
	head, zone := upper[:len(clock)], upper[len(clock):]
	fraction := ""
	if zone[0] == '.' {
		end := 1
		for end < len(zone) && '0' <= zone[end] && zone[end] <= '9' {
			end++
		}
		fraction, zone = zone[:min(end, 10)], zone[end:]
		if fraction == "." {
			return time.Time{}, false
		}
	}
	if !isZone(zone) {
		return time.Time{}, false
	}
	if seconds, leap := strings.CutSuffix(head, "60"); leap {
		head = seconds + "59"
	}
	t, err := time.Parse(time.RFC3339Nano, head+fraction+zone)
	return t, err == nil
}

func isZone(zone string) bool {
	if zone == "Z" {
		return true
	}
	if !hasForm(zone, "+00:00") && !hasForm(zone, "-00:00") {
		return false
	}
	hours, _ := strconv.Atoi(zone[1:3])
	minutes, _ := strconv.Atoi(zone[4:])
	return hours < 24 && minutes < 60
}

// formatTime formats a time by RFC 3339, which cannot represent years of more than four digits.
func formatTime(t time.Time) (string, error) {
	if year := t.Year(); year < 0 || year > 9999 {
		return "", fmt.Errorf("RFC 3339 cannot represent the year %d", year)
	}
	return t.Format(time.RFC3339Nano), nil
}

// hasForm reports whether text has a digit wherever form has a zero, and otherwise the same
// characters.
func hasForm(text, form string) bool {
	if len(text) != len(form) {
		return false
	}
	for index := range len(form) {
		isDigit := '0' <= text[index] && text[index] <= '9'
		if form[index] == '0' && !isDigit || form[index] != '0' && text[index] != form[index] {
			return false
		}
	}
	return true
}
