package acceptance

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"testing"
	"time"

	marketplace "example.com/cloud-marketplace/marketplace-go"
)

func TestStoryByAccessToken(t *testing.T) {
	service := running(t)
	tell(t, service, service.client(t))
}

func TestStoryByLegacyKey(t *testing.T) {
	service := running(t)
	tell(t, service, service.legacyClient(t))
}

// tell sells a product, meters its use, and reads the result.
func tell(t *testing.T, service service, client *marketplace.Client) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	inbox := openInbox(t, ctx, client)
	offer := sell(t, ctx, service, client)

	event := inbox.next(t)
	if event.OfferAcceptedEvent == nil {
		t.Fatalf("another event: %v", event.Value())
	}
	if accepted := event.OfferAcceptedEvent.Data.Offer; accepted.ID != offer.ID {
		t.Errorf("the event is of the offer %s", accepted.ID)
	}
	agreements, err := client.Agreements.List(ctx, &marketplace.ListAgreementsParams{
		OfferID: marketplace.Some(offer.ID),
	})
	if err != nil {
		t.Fatal(err)
	}
	if agreement := agreements.Items[0]; agreement.Status != marketplace.AgreementStatusActive {
		t.Errorf("the agreement is %s", agreement.Status)
	}
	entitlement, ok := offer.EntitlementID.Get()
	if !ok {
		t.Fatal("there is no entitlement")
	}
	meter(t, ctx, client, entitlement)

	service.control(t, "/agreement/"+string(agreements.Items[0].ID)+"/disburse", `{"amount": "1000.00"}`)
	made := inbox.next(t)
	switch event := made.Value().(type) {
	case *marketplace.DisbursementMadeEvent:
		amount := event.Data.Disbursement.GrossAmount.Amount
		if amount.Cmp(marketplace.MustDecimal("1000")) != 0 {
			t.Errorf("%s was paid", amount)
		}
	default:
		t.Errorf("another event: %T", event)
	}
	page(t, ctx, client)
	fail(t, ctx, client)
}

// sell creates an offer of a product, and has its buyer accept it.
func sell(t *testing.T, ctx context.Context, service service, client *marketplace.Client) *marketplace.Offer {
	t.Helper()
	product, err := client.Products.Create(ctx, marketplace.ProductCreate{
		Name:        "Platform",
		Partner:     marketplace.PartnerAWS,
		ProductType: marketplace.ProductTypeUsageBased,
		Dimensions: marketplace.Some([]marketplace.ProductDimension{{
			Key:       "calls",
			Unit:      "call",
			UnitPrice: money("0.002"),
		}}),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = client.Products.Publish(ctx, product.ID); err != nil {
		t.Fatal(err)
	}
	offer, err := client.Offers.Create(ctx, marketplace.OfferCreate{
		Name:      "Annual plan",
		ProductID: product.ID,
		Buyer:     marketplace.OfferBuyer{PartnerAccountID: "account-1"},
		Terms: marketplace.OfferTerms{
			Price:           money("1200.00"),
			DurationMonths:  12,
			PaymentSchedule: marketplace.PaymentSchedulePrepay,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	update := marketplace.OfferUpdate{ExpireTime: marketplace.Null[time.Time]()}
	if _, err = client.Offers.Update(ctx, offer.ID, update); err != nil {
		t.Fatal(err)
	}
	if _, err = client.Offers.Publish(ctx, offer.ID); err != nil {
		t.Fatal(err)
	}
	service.control(t, "/offer/"+string(offer.ID)+"/accept", "{}")
	accepted, err := client.Offers.Get(ctx, offer.ID)
	if err != nil {
		t.Fatal(err)
	}
	if accepted.Status != marketplace.OfferStatusAccepted {
		t.Errorf("the offer is %s", accepted.Status)
	}
	return accepted
}

// meter submits usage, which counts once however often it is submitted.
func meter(t *testing.T, ctx context.Context, client *marketplace.Client, entitlement marketplace.EntitlementID) {
	t.Helper()
	usage := func(quantity string) marketplace.UsageRecordGroupCreate {
		return marketplace.UsageRecordGroupCreate{Records: []marketplace.UsageRecord{{
			Dimension: "calls",
			Quantity:  marketplace.MustDecimal(quantity),
		}}}
	}
	var raw marketplace.RawResponse
	first, err := client.Usage.CreateRecordGroup(ctx, entitlement, usage("1500"), marketplace.WithRawResponse(&raw))
	if err != nil || raw.Status != http.StatusCreated {
		t.Fatal(raw.Status, err)
	}
	again := usage("1500")
	again.ID = marketplace.Some(first.ID)
	second, err := client.Usage.CreateRecordGroup(ctx, entitlement, again, marketplace.WithRawResponse(&raw))
	if err != nil || raw.Status != http.StatusOK || !reflect.DeepEqual(first, second) {
		t.Fatalf("%d: %v, not %v: %v", raw.Status, second, first, err)
	}
	if _, err = client.Usage.CreateRecordGroup(ctx, entitlement, usage("0.5")); err != nil {
		t.Fatal(err)
	}
	var quantity marketplace.Decimal
	params := &marketplace.ListUsageRecordReportsParams{EntitlementID: marketplace.Some(entitlement)}
	for report, err := range client.Reports.ListUsageRecordReportsAll(ctx, params) {
		if err != nil {
			t.Fatal(err)
		}
		for _, total := range report.Totals {
			quantity = quantity.Add(total.Quantity)
		}
	}
	if quantity.Cmp(marketplace.MustDecimal("1500.5")) != 0 {
		t.Errorf("%s was metered", quantity)
	}
}

// page reads a list in pages and as a whole.
func page(t *testing.T, ctx context.Context, client *marketplace.Client) {
	t.Helper()
	for range 5 {
		_, err := client.Products.Create(ctx, marketplace.ProductCreate{
			Name:        "Platform",
			Partner:     marketplace.PartnerAWS,
			ProductType: marketplace.ProductTypeUsageBased,
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	whole, err := client.Products.List(ctx, &marketplace.ListProductsParams{
		Limit: marketplace.Some[int32](1000),
	})
	if err != nil {
		t.Fatal(err)
	}
	var pages []marketplace.Product
	params := &marketplace.ListProductsParams{Limit: marketplace.Some[int32](2)}
	for product, err := range client.Products.ListAll(ctx, params) {
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, product)
	}
	if !reflect.DeepEqual(pages, whole.Items) {
		t.Errorf("%d in pages, %d in one piece", len(pages), len(whole.Items))
	}
}

// fail requests a missing resource.
func fail(t *testing.T, ctx context.Context, client *marketplace.Client) {
	t.Helper()
	_, err := client.Offers.Get(ctx, "ofr-there-is-none")
	var missing *marketplace.NotFoundError
	if !errors.As(err, &missing) || missing.Status != http.StatusNotFound || missing.Problem == nil {
		t.Errorf("the error is %v", err)
	}
	var failure *marketplace.APIError
	if !errors.As(err, &failure) || failure.Operation != "getOffer" {
		t.Errorf("the error is %v", err)
	}
}

func money(amount string) marketplace.Money {
	return marketplace.Money{Amount: marketplace.MustDecimal(amount), Currency: "USD"}
}

// inbox is the receiver of events, which are trusted only if they are signed.
type inbox struct{ events chan *marketplace.Event }

func openInbox(t *testing.T, ctx context.Context, client *marketplace.Client) inbox {
	t.Helper()
	secret, err := client.Webhooks.RotateSecret(ctx)
	if err != nil {
		t.Fatal(err)
	}
	verifier, err := marketplace.NewVerifier(secret.Secret)
	if err != nil {
		t.Fatal(err)
	}
	events := make(chan *marketplace.Event, 8)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		event, err := marketplace.ParseWebhook[marketplace.Event](verifier, r.Header, body)
		if err != nil {
			w.WriteHeader(http.StatusBadRequest)
			return
		}
		if len(body) > 0 && verifier.VerifyHeader(r.Header, append([]byte{' '}, body...)) == nil {
			t.Error("a body that was changed is trusted")
		}
		events <- event
	}))
	t.Cleanup(server.Close)
	_, err = client.Webhooks.Put(ctx, marketplace.WebhookPut{
		URL: server.URL + "/hook",
		EventTypes: []marketplace.EventType{
			marketplace.EventTypeOfferAccepted,
			marketplace.EventTypeDisbursementMade,
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return inbox{events}
}

func (i inbox) next(t *testing.T) *marketplace.Event {
	t.Helper()
	select {
	case event := <-i.events:
		return event
	case <-time.After(30 * time.Second):
		t.Fatal("no event arrived")
		return nil
	}
}
