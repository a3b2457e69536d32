package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Types of an offer as a user would write them.
type money struct {
	Amount   string `json:"amount"`
	Currency string `json:"currency"`
}

type installment struct {
	Amount     money  `json:"amount"`
	ChargeDate string `json:"chargeDate"`
}

type terms struct {
	Price               money         `json:"price"`
	DurationMonths      int           `json:"durationMonths"`
	PaymentSchedule     string        `json:"paymentSchedule"`
	PaymentInstallments []installment `json:"paymentInstallments"`
	NetTermDays         *int          `json:"netTermDays"`
	DiscountPercentage  *float64      `json:"discountPercentage"`
	EULAURL             string        `json:"eulaUrl"`
}

type offer struct {
	ID             string            `json:"id"`
	OrgID          string            `json:"orgId"`
	Name           string            `json:"name"`
	OfferType      string            `json:"offerType"`
	Status         string            `json:"status"`
	Partner        string            `json:"partner"`
	ProductID      string            `json:"productId"`
	BuyerID        string            `json:"buyerId"`
	Terms          terms             `json:"terms"`
	ExpireTime     *time.Time        `json:"expireTime"`
	PublishTime    *time.Time        `json:"publishTime"`
	OfferURL       string            `json:"offerUrl"`
	Metadata       map[string]string `json:"metadata"`
	CreationTime   time.Time         `json:"creationTime"`
	LastUpdateTime time.Time         `json:"lastUpdateTime"`
}

type page struct {
	Items      []offer `json:"items"`
	NextOffset *int64  `json:"nextOffset"`
}

func byHand(address, method string) func() error {
	if method == "get" {
		return func() error {
			var read offer
			return fetch(address+"/org/org-1/offer/ofr-1", &read)
		}
	}
	return func() error {
		var read page
		return fetch(address+"/org/org-1/offer", &read)
	}
}

func fetch(url string, into any) error {
	request, err := http.NewRequest(http.MethodGet, url, nil)
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
	return json.Unmarshal(body, into)
}
