package sdk

import (
	"regexp"
	"testing"
)

func TestAgents(t *testing.T) {
	const form = "^pi-ng/1\\.2\\+3 go/[0-9A-Za-z.+-]+ \\([a-z0-9]+; [a-z0-9]+\\)$"
	if agent := fullAgent("pi (-)ng/1.2+3\n"); !regexp.MustCompile(form).MatchString(agent) {
		t.Error(agent)
	}
}
