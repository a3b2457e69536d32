package sdk

import (
	"runtime"
	"strings"
)

// fullAgent returns the User-Agent of a package, with the version of Go and the platform.
func fullAgent(name string) string {
	version, _, _ := strings.Cut(strings.TrimPrefix(runtime.Version(), "go"), " ")
	name, release, _ := strings.Cut(name, "/")
	return product(name, release) + " " + product("go", version) +
		" (" + tokenOf(runtime.GOOS) + "; " + tokenOf(runtime.GOARCH) + ")"
}

func product(name, version string) string { return tokenOf(name) + "/" + tokenOf(version) }

// tokenOf returns the characters of a text that a token can contain (RFC 9110 §5.6.2).
func tokenOf(text string) string {
	return strings.Map(func(char rune) rune {
		if isTokenChar(char) {
			return char
		}
		return -1
	}, text)
}

func isTokenChar(char rune) bool {
	isLetter := 'a' <= char && char <= 'z' || 'A' <= char && char <= 'Z'
	return isLetter || '0' <= char && char <= '9' || strings.ContainsRune("!#$%&'*+-.^_`|~", char)
}
