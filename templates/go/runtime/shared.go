package sdk

import "fmt"

// shared is how a parameter that a client sets for all calls is set: by options of these names.
type shared struct {
	option, requestOption string
}

// sharedValue is the value that a call gives such a parameter.
type sharedValue struct {
	name  string
	value any
}

// withShared sets a parameter for all calls.
func withShared(name string, value any) Option {
	return func(c *core) { c.shared[name] = value }
}

// withRequestShared sets such a parameter for one call.
func withRequestShared(name string, value any) RequestOption {
	return func(r *request) { r.shared = append(r.shared, sharedValue{name, value}) }
}

// fill sets the parameters that the options of the call set, or else those of the client.
func (c *core) fill(r *request) {
	for _, one := range r.shared {
		if !r.setShared(one) {
			option := c.api.shared[one.name].requestOption
			r.fail(fmt.Errorf("%s: the operation has no parameter %q", option, one.name))
		}
	}
	for index := range r.operation.parameters {
		parameter := &r.operation.parameters[index]
		if !parameter.Shared || r.given[index] {
			continue
		}
		if value, ok := c.shared[parameter.Name]; ok {
			r.set(index, value)
		} else if parameter.Required {
			how := c.api.shared[parameter.Name]
			r.fail(fmt.Errorf("the parameter %q has no value: set %s for the client, or %s for the call",
				parameter.Name, how.option, how.requestOption))
		}
	}
}

// setShared sets a parameter, and reports whether the operation has it.
func (r *request) setShared(one sharedValue) bool {
	for index := range r.operation.parameters {
		parameter := &r.operation.parameters[index]
		if parameter.Shared && parameter.Name == one.name {
			r.set(index, one.value)
			return true
		}
	}
	return false
}
