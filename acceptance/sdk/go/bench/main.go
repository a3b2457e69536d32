// Bench makes calls one after the other, with the client or by hand, and prints how many seconds of
// CPU time they took: bench sdk|minimal ADDRESS get|list CALLS.
package main

import (
	"context"
	"fmt"
	"log"
	"os"
	"strconv"
	"syscall"
	"time"

	marketplace "example.com/cloud-marketplace/marketplace-go"
)

func main() {
	if len(os.Args) != 5 {
		log.Fatal("usage: bench sdk|minimal ADDRESS get|list CALLS")
	}
	client, address, method := os.Args[1], os.Args[2], os.Args[3]
	calls, err := strconv.Atoi(os.Args[4])
	if err != nil {
		log.Fatal(err)
	}
	call := byHand(address, method)
	if client == "sdk" {
		call = bySDK(address, method)
	}
	// Warm up connections and caches.
	for range calls / 2 {
		if err := call(); err != nil {
			log.Fatal(err)
		}
	}
	started := cpuTime()
	for range calls {
		if err := call(); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println((cpuTime() - started).Seconds())
}

// cpuTime returns the time that this process has used, in user and kernel mode.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

func bySDK(address, method string) func() error {
	client, err := marketplace.New(
		marketplace.WithBaseURL(address),
		marketplace.WithAPIKey(marketplace.NewSecret("key")),
		marketplace.WithOrgID("org-1"),
	)
	if err != nil {
		log.Fatal(err)
	}
	ctx := context.Background()
	if method == "get" {
		return func() error {
			_, err := client.Offers.Get(ctx, "ofr-1")
			return err
		}
	}
	return func() error {
		_, err := client.Offers.List(ctx, nil)
		return err
	}
}
