//! Calls of tools.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::host::{Host, LEGACY, MODERN};
use crate::support::Receiver;

const ORG: &str = "org-8f2c41";

fn generated() -> BTreeMap<String, Value> {
    let tools = include_str!("../../../generated/mcp/tools.json");
    let tools: Value = serde_json::from_str(tools).unwrap();
    let tools = tools["tools"].as_array().unwrap().iter();
    tools
        .map(|tool| (tool["name"].as_str().unwrap().to_owned(), tool.clone()))
        .collect()
}

/// Every tool once, in an order in which each has its prerequisites. In the arguments, `@name` is a
/// saved value, and `@example` the first example of the description; the results to save are
/// `name=pointer`.
const STORY: [(&str, &str, &str); 50] = [
    ("getOrganization", "", ""),
    ("listProducts", "limit=2 status=PUBLISHED", ""),
    ("createProduct", "body=@example", "product=/id"),
    ("getProduct", "productId=@product", ""),
    ("updateProduct", "productId=@product body=@example", ""),
    ("publishProduct", "productId=@product", ""),
    ("listOffers", "limit=1 offset=1", ""),
    ("createOffer", "body=@example", "offer=/id"),
    ("getOffer", "offerId=@offer", ""),
    ("updateOffer", "offerId=@offer body=@example", ""),
    ("publishOffer", "offerId=@offer", ""),
    ("extendOffer", "offerId=@offer body=@example", ""),
    ("cancelOffer", "offerId=@offer", ""),
    ("listAgreements", "", ""),
    ("getAgreement", "agreementId=agr-6b24ea", ""),
    ("listEntitlements", "", ""),
    ("getEntitlement", "entitlementId=ent-0d81f7", ""),
    (
        "createUsageRecordGroup",
        "entitlementId=ent-0d81f7 body=@example",
        "group=/body/id",
    ),
    ("listUsageRecordGroups", "entitlementId=ent-0d81f7", ""),
    (
        "getUsageRecordGroup",
        "entitlementId=ent-0d81f7 usageRecordGroupId=@group",
        "",
    ),
    (
        "createUsageRecord",
        "entitlementId=ent-0d81f7 body=@example",
        "",
    ),
    ("listUsageRecordReports", "", "report=/items/0/id"),
    ("getUsageRecordReport", "usageRecordReportId=@report", ""),
    (
        "cancelAgreement",
        "agreementId=agr-6b24ea body=@example",
        "",
    ),
    ("listBuyers", "", ""),
    ("getBuyer", "buyerId=buyer-52e0b8", ""),
    ("listReferrals", "", ""),
    ("createReferral", "body=@example", "referral=/id"),
    ("getReferral", "referralId=@referral", ""),
    ("rejectReferral", "referralId=@referral body=@example", ""),
    ("acceptReferral", "referralId=ref-7729d1", ""),
    ("updateReferral", "referralId=ref-7729d1 body=@example", ""),
    ("listDisbursements", "", ""),
    ("getDisbursement", "disbursementId=dis-e0417a", ""),
    ("listEvents", "", ""),
    ("getEvent", "eventId=evt-98c2d5", ""),
    ("putWebhook", "body=@example", ""),
    ("getWebhook", "", ""),
    ("testWebhook", "body=@example", ""),
    ("listWebhookDeliveries", "", "delivery=/items/0/id"),
    ("getWebhookDelivery", "webhookDeliveryId=@delivery", ""),
    (
        "redeliverWebhookDelivery",
        "webhookDeliveryId=@delivery",
        "",
    ),
    ("listApiClients", "", ""),
    ("getApiClient", "apiClientId=cli-harbor-key", ""),
    ("deleteApiClient", "apiClientId=cli-harbor-key", ""),
    ("listQuotas", "", ""),
    ("getOpenIdConfiguration", "", ""),
    ("getAuthorizationServerMetadata", "", ""),
    ("getProtectedResourceMetadata", "", ""),
    ("getJsonWebKeySet", "", ""),
];

#[tokio::test]
async fn every_tool() {
    let tools = generated();
    let told: BTreeSet<_> = STORY.iter().map(|(name, ..)| (*name).to_owned()).collect();
    assert_eq!(told, tools.keys().cloned().collect());
    let bindings = include_str!("../../../generated/mcp/bindings.json");
    let bindings: Value = serde_json::from_str(bindings).unwrap();
    for era in [LEGACY, MODERN] {
        let host = Host::start().await;
        let receiver = Receiver::good().await;
        let mut kept = BTreeMap::new();
        for (name, words, keep) in STORY {
            let tool = &tools[name];
            let mut arguments = arguments(tool, words, &kept);
            match name {
                // The address in the example has no listener.
                "putWebhook" => arguments["body"]["url"] = json!(receiver.url),
                "redeliverWebhookDelivery" => delivered(&host, era, &arguments).await,
                _ => {}
            }
            let result = host.tool(era, name, arguments.clone()).await;
            assert_eq!(result["isError"], false, "{name} {arguments}: {result}");
            let content = &result["structuredContent"];
            fits(&bindings["tools"][name], content);
            let text = result["content"][0]["text"].as_str().unwrap();
            assert_eq!(&serde_json::from_str::<Value>(text).unwrap(), content);
            if let Some((key, pointer)) = keep.split_once('=') {
                let found = content.pointer(pointer).and_then(Value::as_str);
                let found = found.unwrap_or_else(|| panic!("{name}: no {pointer} in {content}"));
                kept.insert(key, found.to_owned());
            }
        }
    }
}

/// Waits until a delivery was attempted; before that, it cannot be repeated.
async fn delivered(host: &Host, era: &str, arguments: &Value) {
    for _ in 0..500 {
        let delivery = host.tool(era, "getWebhookDelivery", arguments.clone());
        if delivery.await["structuredContent"]["status"] == "DELIVERED" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("it is not delivered: {arguments}");
}

fn arguments(tool: &Value, words: &str, kept: &BTreeMap<&str, String>) -> Value {
    let schema = &tool["inputSchema"];
    let mut arguments = json!({});
    if !schema["properties"]["orgId"].is_null() {
        arguments["orgId"] = json!(ORG);
    }
    for word in words.split_whitespace() {
        let (name, value) = word.split_once('=').unwrap();
        arguments[name] = match value.strip_prefix('@') {
            Some("example") => schema["properties"][name]["examples"][0].clone(),
            Some(key) => json!(kept.get(key).map_or("none", String::as_str)),
            None => value
                .parse::<u32>()
                .map_or_else(|_| json!(value), |number| json!(number)),
        };
    }
    arguments
}

/// Checks that the content of a result has the form that the binding says.
fn fits(binding: &Value, content: &Value) {
    let mut success = binding["success"].as_array().unwrap().iter();
    let fits = success.any(|answer| match answer["wrapped"].as_str() {
        Some("envelope") => {
            let status = content["status"].to_string();
            answer["status"].as_str() == Some(status.as_str())
        }
        _ => content.is_object() && content["status"].as_u64().is_none(),
    });
    assert!(fits, "{}: {content}", binding["operationId"]);
}

/// Returns the problem in the result of a tool. There is no structured content, because it would
/// have to be what the operation returns.
fn problem(result: &Value) -> Value {
    assert_eq!(result["isError"], true, "{result}");
    assert_eq!(result.get("structuredContent"), None);
    let text = result["content"][0]["text"].as_str().unwrap();
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn errors_of_operations_are_results() {
    let host = Host::start().await;
    let (org, other) = (json!(ORG), json!("org-51be07"));
    let offer =
        generated()["createOffer"]["inputSchema"]["properties"]["body"]["examples"][0].clone();
    let mut of_nothing = offer.clone();
    of_nothing["productId"] = json!("prod-none");
    for era in [LEGACY, MODERN] {
        for (status, tool, arguments) in [
            (
                404,
                "getOffer",
                json!({ "orgId": org, "offerId": "offer-none" }),
            ),
            (
                404,
                "getOffer",
                json!({ "orgId": other, "offerId": "offer-c93f10" }),
            ),
            (404, "createOffer", json!({ "orgId": other, "body": offer })),
            (404, "listOffers", json!({ "orgId": other })),
            (404, "listOffers", json!({ "orgId": "org-none" })),
            (
                409,
                "publishOffer",
                json!({ "orgId": org, "offerId": "offer-c93f10" }),
            ),
            (
                422,
                "createOffer",
                json!({ "orgId": org, "body": of_nothing }),
            ),
        ] {
            let problem = problem(&host.tool(era, tool, arguments).await);
            assert_eq!(problem["status"], status, "{tool}: {problem}");
        }
    }
}

/// Another organization is treated like a missing one.
#[tokio::test]
async fn other_organizations_are_not_there() {
    let host = Host::start().await;
    let asked = |org: &'static str| host.tool(MODERN, "listOffers", json!({ "orgId": org }));
    assert_eq!(asked("org-51be07").await, asked("org-none").await);
    let mut host = host;
    host.token = "other";
    let own = host
        .tool(MODERN, "listOffers", json!({ "orgId": "org-51be07" }))
        .await;
    assert_eq!(own["isError"], false);
    let foreign = host
        .tool(MODERN, "listOffers", json!({ "orgId": ORG }))
        .await;
    assert_eq!(problem(&foreign)["status"], 404);
}

/// The model can correct these errors (MCP, Tools, Error Handling).
#[tokio::test]
async fn arguments_that_do_not_fit() {
    let host = Host::start().await;
    for (tool, arguments, pointer) in [
        ("getOffer", json!({}), ""),
        ("getOffer", json!({ "orgId": ORG }), ""),
        (
            "getOffer",
            json!({ "orgId": ORG, "offerId": 5 }),
            "/offerId",
        ),
        (
            "getOffer",
            json!({ "orgId": ORG, "offerId": ".." }),
            "/offerId",
        ),
        (
            "getOffer",
            json!({ "orgId": "a/b", "offerId": "x" }),
            "/orgId",
        ),
        (
            "getOffer",
            json!({ "orgId": ORG, "offerId": "x", "more": 1 }),
            "",
        ),
        ("listOffers", json!({ "orgId": ORG, "limit": 0 }), "/limit"),
        (
            "putWebhook",
            json!({ "orgId": ORG, "body": { "url": "https://example.com/", "eventTypes": [1] } }),
            "/body/eventTypes/0",
        ),
    ] {
        for era in [LEGACY, MODERN] {
            let problem = problem(&host.tool(era, tool, arguments.clone()).await);
            assert_eq!(problem["status"], 400, "{tool} {arguments}");
            assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
        }
    }
    let without = host
        .legacy("tools/call", json!({ "name": "getJsonWebKeySet" }))
        .await;
    assert_eq!(without.body["result"]["isError"], false);
}

#[tokio::test]
async fn unknown_tools() {
    let host = Host::start().await;
    for name in [
        "noSuchTool",
        "",
        "sendMcpMessage",
        "createToken",
        "GETOFFER",
    ] {
        let params = json!({ "name": name, "arguments": {} });
        let answer = host.legacy("tools/call", params.clone()).await;
        assert_eq!(answer.status, StatusCode::OK);
        assert_eq!(answer.body["error"]["code"], -32602, "{name}");
        let answer = host.modern("tools/call", params).await;
        assert_eq!(answer.body["error"]["code"], -32602, "{name}");
    }
}

#[tokio::test]
async fn headers_of_an_answer_are_told_beside_it() {
    let host = Host::start().await;
    let product = json!({ "name": "X", "partner": "AWS", "productType": "FLAT_RATE" });
    let created = host
        .tool(
            LEGACY,
            "createProduct",
            json!({ "orgId": ORG, "body": product }),
        )
        .await;
    let id = created["structuredContent"]["id"].as_str().unwrap();
    let headers = &created["_meta"]["marketplace.example/headers"];
    assert!(
        headers["Location"]
            .as_str()
            .unwrap()
            .ends_with(&format!("/product/{id}"))
    );
    let usage = json!({ "orgId": ORG, "entitlementId": "ent-0d81f7",
        "body": { "dimension": "api_calls", "quantity": "1" } });
    let old = host.tool(MODERN, "createUsageRecord", usage).await;
    assert!(
        old["_meta"]["marketplace.example/headers"]["Sunset"].is_string(),
        "{old}"
    );
}

/// The envelope identifies one of several successes.
#[tokio::test]
async fn envelopes() {
    let host = Host::start().await;
    let body = json!({ "id": "5f0c2a6e-8d1b-4c57-9e3f-7a2b6d4c1e90",
        "records": [{ "dimension": "api_calls", "quantity": "15000" }] });
    let usage = json!({ "orgId": ORG, "entitlementId": "ent-0d81f7", "body": body });
    for status in [201, 200] {
        let result = host
            .tool(MODERN, "createUsageRecordGroup", usage.clone())
            .await;
        let content = &result["structuredContent"];
        assert_eq!(content["status"], status, "{result}");
        assert_eq!(content["mediaType"], "application/json");
        assert_eq!(content["body"]["id"], usage["body"]["id"]);
    }
    let client = json!({ "orgId": ORG, "apiClientId": "cli-harbor-key" });
    let deleted = host.tool(LEGACY, "deleteApiClient", client).await;
    assert_eq!(deleted["structuredContent"], json!({ "status": 204 }));
}
