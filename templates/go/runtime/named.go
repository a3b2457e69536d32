package sdk

import (
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strconv"
	"time"

	"sdk/internal/wire"
)

// itemForm is how the items of a stream are encoded.
type itemForm struct {
	// framing is how the items are delimited.
	framing framing
	// text is whether the data of events is plain text instead of JSON.
	text bool
	// jsonEvents are the names of the events whose data is JSON, if items are event objects: the name
	// of an event determines what its data is, so that one type has both. nil for other items.
	jsonEvents []string
	// part is what the parts of a stream of parts contain.
	part partForm
	// end is the data of the event that marks the end of the stream and is not an item; empty for
	// none.
	end string
}

// eventObject returns the object of an event as parsed JSON.
func eventObject(from frame, jsonEvents []string) (any, error) {
	object := map[string]any{"event": from.event, "data": string(from.content)}
	if slices.Contains(jsonEvents, from.event) {
		data, err := parseJSON(from.content)
		if err != nil {
			return nil, &DecodeError{Pointer: "/data", Expected: "JSON", Found: "other text"}
		}
		object["data"] = data
	}
	if from.id != "" {
		object["id"] = from.id
	}
	if from.retry != nil {
		object["retry"] = json.Number(strconv.FormatInt(from.retry.Milliseconds(), 10))
	}
	return object, nil
}

// writeEventObject returns the encoded event of an object.
func writeEventObject(item any, jsonEvents []string) ([]byte, error) {
	encoded, err := encodeJSON(item)
	if err != nil {
		return nil, err
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(encoded, &object) != nil || object == nil {
		return nil, errors.New("an item of the stream is not an event")
	}
	read := func(name string, into any) {
		if text, ok := object[name]; ok && err == nil {
			if fault := json.Unmarshal(text, into); fault != nil {
				err = at(name, fault)
			}
		}
	}
	var event wire.Event
	var retry *int64
	read("event", &event.Type)
	read("id", &event.ID)
	read("retry", &retry)
	if slices.Contains(jsonEvents, event.Type) {
		event.Data = string(object["data"])
	} else {
		read("data", &event.Data)
	}
	if retry != nil {
		wait := time.Duration(min(*retry, math.MaxInt64/int64(time.Millisecond))) * time.Millisecond
		event.Retry = &wait
	}
	return event.Write(), err
}
