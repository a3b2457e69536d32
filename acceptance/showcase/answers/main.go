// Command answers makes calls with the generated client, for `cargo xtask fuzz --target answers`.
// Each line of the standard input is the number of a call and an operation; the outcome is a line of
// the standard output.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"
	"time"

	sdk "example.com/api-client"
)

const most = 20

func connect() *sdk.Client {
	base := os.Getenv("ANSWERS_BASE")
	client, err := sdk.New(
		sdk.WithServer("https://garden.example/{version}", base),
		sdk.WithBearer(sdk.NewSecret("secret-bearer")),
		sdk.WithLogin("user", "secret-login"),
		sdk.WithHeaderKey(sdk.NewSecret("secret-header")),
		sdk.WithQueryKey(sdk.NewSecret("secret-query")),
		sdk.WithCookieKey(sdk.NewSecret("secret-cookie")),
		sdk.WithOAuth(sdk.ClientCredentials{
			ID:       "id",
			Secret:   sdk.NewSecret("secret-client"),
			TokenURL: base + "/token",
		}),
		sdk.WithOpenID(sdk.NewSecret("secret-open")),
		sdk.WithTimeout(1500*time.Millisecond),
		sdk.WithResponseLimit(8<<20),
		sdk.WithRetry(sdk.RetryPolicy{
			Attempts:          3,
			FirstWait:         10 * time.Millisecond,
			LongestWait:       20 * time.Millisecond,
			LongestRetryAfter: 100 * time.Millisecond,
		}),
	)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return client
}

// count reads a few items.
func count[T any](items iter.Seq2[T, error]) error {
	number := 0
	for _, err := range items {
		if err != nil {
			return err
		}
		number++
		if number == most {
			break
		}
	}
	return nil
}

// drain reads a few items of a stream.
func drain[T any](stream *sdk.ItemStream[T], err error) error {
	if err != nil || stream == nil {
		return err
	}
	defer stream.Close()
	return count(stream.Items())
}

func call(client *sdk.Client, operation string) error {
	ctx := context.Background()
	var err error
	switch operation {
	case "getPlant":
		_, err = client.Plants.Get(ctx, "p1")
	case "listPlants":
		var result *sdk.ListPlantsResult
		result, err = client.Plants.List(ctx)
		if err == nil {
			err = drain(result.Stream, nil)
		}
	case "createPlant":
		_, err = client.Plants.Create(ctx, sdk.PlantCreate{Name: "Rose"})
	case "sendUnion":
		shape := sdk.Shape{Circle: &sdk.Circle{Form: "round", Radius: 1}}
		_, err = client.Bodies.SendUnion(ctx, sdk.SendUnionNameOne, sdk.Unions{Shape: shape})
	case "readText":
		_, err = client.Bodies.ReadText(ctx)
	case "downloadFile":
		_, err = client.Bodies.DownloadFile(ctx)
	case "headersAndCookies":
		err = client.Parameters.HeadersAndCookies(ctx, nil)
	case "oauth":
		// The client would keep the token of another call.
		err = connect().Credentials.OAuth(ctx)
	case "both":
		err = client.Credentials.Both(ctx)
	case "listBeds":
		err = count(client.Numbered.ListBedsAll(ctx, nil))
	case "listTools":
		err = count(client.Lists.ListToolsAll(ctx, nil))
	case "listPonds":
		err = count(client.Lists.ListPondsAll(ctx, nil))
	case "listGates":
		err = count(client.Lists.ListGatesAll(ctx, nil))
	case "followGrowth":
		err = drain(client.Streams.FollowGrowth(ctx))
	case "followMurmurs":
		err = drain(client.Streams.FollowMurmurs(ctx))
	case "readMeasures":
		err = drain(client.Streams.ReadMeasures(ctx))
	case "readRecords":
		err = drain(client.Streams.ReadRecords(ctx))
	}
	return err
}

// is reports whether an error has a type.
func is[E error](err error) bool {
	var found E
	return errors.As(err, &found)
}

// isTyped reports whether an error is one that the client documents.
func isTyped(err error) bool {
	return is[*sdk.APIError](err) || is[*sdk.UndeclaredError](err) || is[*sdk.UnreadableError](err) ||
		is[*sdk.TooLargeError](err) || is[*sdk.TimeoutError](err) || is[*sdk.TransportError](err) ||
		is[*sdk.RequestError](err) || is[*sdk.CredentialsError](err) || is[*sdk.PageLoopError](err)
}

type outcome struct {
	Kind string `json:"kind"`
	Name string `json:"name"`
	Text string `json:"text"`
}

func made(client *sdk.Client, operation string) (found outcome) {
	defer func() {
		if failure := recover(); failure != nil {
			found = outcome{"crash", "panic", fmt.Sprint(failure)}
		}
	}()
	err := call(client, operation)
	switch {
	case err == nil:
		return outcome{Kind: "value"}
	case isTyped(err):
		return outcome{"error", fmt.Sprintf("%T", err), err.Error()}
	default:
		return outcome{"crash", fmt.Sprintf("%T", err), err.Error()}
	}
}

func main() {
	client := connect()
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		_, operation, _ := strings.Cut(lines.Text(), " ")
		text, err := json.Marshal(made(client, operation))
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		fmt.Println(string(text))
	}
}
