//! JWT-03: a token does not choose the key that verifies it.

use ring::error::Unspecified;
use ring::rand::SystemRandom;
use ring::signature::{ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _};
use serde_json::{Map, Value, json};

use super::forgery::{Original, by_hmac, check_refused, unsigned};
use crate::check::{Check, Outcome, Run};
use conformance_core::jose::encode;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "jwt-forged-header",
    requirement: "JWT-03",
    strength: None,
    about: "Tokens that contain or name their verification key, or have an unknown crit, are refused.",
    example: "{\"alg\": \"RS256\", \"jwk\": {<the attacker's key>}} signed by that key\n\
              < 200",
    fix: "Take keys only from your own key set, by kid. Ignore jwk, jku, x5u and x5c, and refuse \
          an unknown crit.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

/// An address without a host: the name is reserved (RFC 6761 §6.4).
const NOWHERE: &str = "https://conformance.invalid/keys";

/// Key ids that refer to files or inject SQL.
const KIDS: [(&str, &str); 4] = [
    (
        "a path to an empty file",
        "../../../../../../../../dev/null",
    ),
    ("a path of the key set", "/.well-known/jwks.json"),
    ("SQL that selects an empty key", "x' UNION SELECT '' -- "),
    ("SQL that is always true", "' OR '1'='1"),
];

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let original = Original::of(session).await?;
    let mut all = own_keys(&original)?;
    for (what, kid) in KIDS {
        let header = original.header_with(&[("alg", json!("HS256")), ("kid", json!(kid))]);
        // The key that such a file or row would contain.
        let token = by_hmac(&header, &original.claims, b"");
        all.push((format!("whose kid is {what}"), token));
    }
    let critical = [
        ("crit", json!(["x-conformance"])),
        ("x-conformance", json!(true)),
    ];
    let header = original.header_with(&critical);
    let unsigned = unsigned(&header, &original.claims);
    let token = format!("{unsigned}.{}", original.signature());
    all.push(("with an unknown crit".to_owned(), token));
    check_refused(session, outcome, all).await
}

/// Returns tokens signed by a key of the run, which they contain or refer to.
fn own_keys(original: &Original) -> Result<Vec<(String, String)>, Stop> {
    let failed = |_| Stop::Undecided("failed to generate a key".to_owned());
    let pair = new_pair().ok_or(Unspecified).map_err(failed)?;
    // An uncompressed point: 4, then both coordinates.
    let point = pair.public_key().as_ref();
    let (x, y) = (encode(&point[1..33]), encode(&point[33..]));
    let key = json!({"kty": "EC", "crv": "P-256", "x": x, "y": y, "alg": "ES256", "use": "sig"});
    let mut all = Vec::new();
    for (what, name, value) in [
        ("that contains its key in jwk", "jwk", key),
        ("that names its keys in jku", "jku", json!(NOWHERE)),
        ("that names its certificate in x5u", "x5u", json!(NOWHERE)),
    ] {
        for keeps_kid in [true, false] {
            let mut header =
                original.header_with(&[("alg", json!("ES256")), (name, value.clone())]);
            if !keeps_kid {
                header.insert("kid".to_owned(), json!("conformance"));
            }
            let token = signed(&pair, &header, &original.claims).map_err(failed)?;
            all.push((what.to_owned(), token));
        }
    }
    Ok(all)
}

fn new_pair() -> Option<EcdsaKeyPair> {
    let random = SystemRandom::new();
    let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
    let document = EcdsaKeyPair::generate_pkcs8(algorithm, &random).ok()?;
    EcdsaKeyPair::from_pkcs8(algorithm, document.as_ref(), &random).ok()
}

fn signed(
    pair: &EcdsaKeyPair,
    header: &Map<String, Value>,
    claims: &Map<String, Value>,
) -> Result<String, Unspecified> {
    let unsigned = unsigned(header, claims);
    let signature = pair.sign(&SystemRandom::new(), unsigned.as_bytes())?;
    Ok(format!("{unsigned}.{}", encode(signature)))
}
