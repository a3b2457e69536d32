//! AUTH-09: a client's id and secret are for the token host.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use crate::check::{Check, Fault, Outcome, Run};
use conformance_core::missing_input::MissingInput;
use conformance_engine::expectation;
use conformance_engine::session::{Session, Stop};

pub static CHECK: Check = Check {
    id: "basic-refused",
    requirement: "AUTH-09",
    strength: None,
    about: "Client id and secret by HTTP Basic are answered with 401 on the resource host.",
    example: "> GET /org/o1/offer\n\
              > Authorization: Basic Y2xpZW50OnNlY3JldA==\n\
              < 200",
    fix: "Accept only the schemes Bearer and Key on the resource host. Client id and secret belong \
          to the token endpoint.",
    run: Run::Probe(|session, outcome| Box::pin(check(session, outcome))),
};

async fn check(session: &Session, outcome: &mut Outcome) -> Result<(), Stop> {
    let operation = super::any_guarded_read(session)?;
    let schemes = session.description.api.security_schemes.iter();
    let takes_basic = schemes.into_iter().any(|scheme| {
        matches!(&scheme.kind, spec::model::SecurityKind::Http { scheme, .. } if scheme == "basic")
    });
    let primary = session.primary();
    let (Some(id), Some(secret)) = (&primary.client_id, &primary.client_secret) else {
        return Err(session.missing(MissingInput::Client));
    };
    if takes_basic {
        return Err(Stop::Skip("the API accepts HTTP Basic".to_owned()));
    }
    let pair = STANDARD.encode(format!("{id}:{}", secret.reveal()));
    let builder = session
        .prepare(operation)
        .authorization(format!("Basic {pair}"));
    let answer = builder.send().await?;
    let status = answer.status;
    outcome.require(status == 401, &[answer.exchange()], || {
        Fault::new("client id and secret by HTTP Basic are not refused with 401")
            .must(expectation::status(&[401]))
            .expected("401")
            .actual(status.to_string())
    });
    Ok(())
}
