//! Scopes (RFC 6749 §3.3).

use types::Scope;

use super::error::OAuthError;

/// Returns the scopes of a text, each once.
pub(super) fn parse(text: &str) -> Vec<Scope> {
    let mut scopes = Vec::new();
    for scope in text
        .split(' ')
        .filter(|scope| !scope.is_empty())
        .map(Scope::from)
    {
        if !scopes.contains(&scope) {
            scopes.push(scope);
        }
    }
    scopes
}

/// Returns the text of scopes.
pub(super) fn print(scopes: &[Scope]) -> String {
    scopes
        .iter()
        .map(Scope::as_str)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Returns the requested scopes, if all of them are allowed; by default, all allowed ones.
pub(super) fn narrow(asked: Option<&str>, allowed: &[Scope]) -> Result<Vec<Scope>, OAuthError> {
    let Some(asked) = asked else {
        return Ok(allowed.to_vec());
    };
    let asked = parse(asked);
    match asked.iter().find(|scope| !allowed.contains(scope)) {
        Some(beyond) => Err(OAuthError::invalid_scope(format!(
            "The scope {beyond} is unknown, or not one that was granted. Ask for some of: {}",
            print(allowed),
        ))),
        None if asked.is_empty() => Err(OAuthError::invalid_scope("No scope is named.")),
        None => Ok(asked),
    }
}

/// Returns the scopes in both lists.
pub(super) fn both(these: &[Scope], those: &[Scope]) -> Vec<Scope> {
    these
        .iter()
        .filter(|scope| those.contains(scope))
        .cloned()
        .collect()
}

/// Returns what a scope allows, for the consent page.
pub(super) fn describe(scope: &Scope) -> &'static str {
    match scope {
        Scope::OrganizationRead => "Read the organization",
        Scope::ProductsRead => "Read products",
        Scope::ProductsWrite => "Create, change and publish products",
        Scope::OffersRead => "Read offers",
        Scope::OffersWrite => "Create, change, publish, extend and cancel offers",
        Scope::AgreementsRead => "Read agreements",
        Scope::AgreementsWrite => "Cancel agreements",
        Scope::EntitlementsRead => "Read entitlements",
        Scope::UsageRead => "Read submitted usage",
        Scope::UsageWrite => "Submit usage",
        Scope::ReportsRead => "Read usage record reports",
        Scope::BuyersRead => "Read buyers",
        Scope::ReferralsRead => "Read referrals",
        Scope::ReferralsWrite => "Create, change, accept and reject referrals",
        Scope::DisbursementsRead => "Read disbursements",
        Scope::EventsRead => "Read events",
        Scope::WebhooksRead => "Read the webhook and its deliveries",
        Scope::WebhooksWrite => {
            "Register and test the webhook, repeat deliveries, rotate its secret"
        }
        Scope::ApiClientsRead => "Read API clients",
        Scope::ApiClientsWrite => "Create and delete API clients",
        Scope::QuotasRead => "Read quotas",
        Scope::Unknown(_) => "Something that this page does not know",
    }
}
