// Bench makes calls one after the other, with the client or by hand, and prints how many seconds
// they took: bench sdk|minimal ADDRESS CALLS.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	marketplace "example.com/cloud-marketplace/marketplace-go"
)

func main() {
	if len(os.Args) != 4 {
		log.Fatal("usage: bench sdk|minimal ADDRESS CALLS")
	}
	calls, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	call := byHand(os.Args[2])
	if os.Args[1] == "sdk" {
		call = bySDK(os.Args[2])
	}
	// Warm up connections and caches.
	for range calls / 2 {
		if err := call(); err != nil {
			log.Fatal(err)
		}
	}
	started := time.Now()
	for range calls {
		if err := call(); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(time.Since(started).Seconds())
}

func bySDK(address string) func() error {
	client, err := marketplace.New(
		marketplace.WithBaseURL(address),
		marketplace.WithAPIKey(marketplace.NewSecret("key")),
	)
	if err != nil {
		log.Fatal(err)
	}
	return func() error {
		_, err := client.Offers.Get(context.Background(), "org-1", "ofr-1")
		return err
	}
}

// offer is the minimal type that a user would write.
type offer struct {
	ID        string `json:"id"`
	OrgID     string `json:"orgId"`
	Name      string `json:"name"`
	Status    string `json:"status"`
	ProductID string `json:"productId"`
	Buyer     struct {
		PartnerAccountID string `json:"partnerAccountId"`
	} `json:"buyer"`
	Terms struct {
		Price struct {
			Amount   string `json:"amount"`
			Currency string `json:"currency"`
		} `json:"price"`
		DurationMonths int `json:"durationMonths"`
	} `json:"terms"`
	CreationTime time.Time `json:"creationTime"`
}

func byHand(address string) func() error {
	return func() error {
		request, err := http.NewRequest(http.MethodGet, address+"/org/org-1/offer/ofr-1", nil)
		if err != nil {
			return err
		}
		request.Header.Set("Authorization", "Key key")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		body, err := io.ReadAll(response.Body)
		if err != nil {
			return err
		}
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("status %d", response.StatusCode)
		}
		var read offer
		return json.Unmarshal(body, &read)
	}
}
